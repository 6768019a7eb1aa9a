"""How many tricks a hand of Bête promises, as ``odds`` estimates it, quickly."""

from functools import cache
from typing import Final

from protocol.bete.order import HEIGHTS
from protocol.cards import Rank
from server.bots.tricks import Deck

TEN: Final = HEIGHTS[Rank.TEN]


def promise(deck: Deck, hand: int, seen: int, rivals: float) -> float:
    """Return about how many tricks a hand takes against so many others."""
    chances, out, total, rest = _chances(rivals), ~(seen | hand), 0.0, hand
    while rest:
        card = rest.bit_length() - 1
        rest ^= 1 << card
        above = (deck.higher[card] & out).bit_count()
        if card >= deck.first_trump:
            total += chances[0][above]
        else:
            total += chances[1][above] if deck.rank[card] > TEN else 0.05
    return total


@cache
def _chances(rivals: float) -> tuple[list[float], list[float]]:
    """Return the chance of a trump, and of a high plain card, that so many others unseen are above it."""
    beaten = 1 - 5 * rivals / 26
    return (
        [max(0.25, beaten**above) for above in range(len(HEIGHTS))],
        [0.8 * beaten ** (above + 0.8 * rivals) for above in range(len(HEIGHTS))],
    )
