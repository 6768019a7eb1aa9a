"""The packs of Chwech: the cards that are dealt to each number of players; their order is not known here.

It belongs to the language of the game: rules deal by it, and screens say by it which cards are still to come.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from protocol.cards import FACES, JOKER, Card, Rank, Suit
from protocol.setup import Setup

_FIFTY_TWO: Final = tuple(
    card for card in FACES if card.rank not in (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER)
)


def _without(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(card for card in _FIFTY_TWO if card.rank not in ranks)


def _all(*ranks: Rank) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in ranks for suit in Suit)


_RED_THIRTEENS: Final = (Card(Rank.THIRTEEN, Suit.DIAMONDS), Card(Rank.THIRTEEN, Suit.HEARTS))

FIVE_PACKS: Final[Mapping[str, tuple[Card, ...]]] = {
    "low": (*_without(Rank.TWO, Rank.THREE), JOKER),
    "middle": (*_without(Rank.SEVEN, Rank.EIGHT), JOKER),
} | {
    f"{low.value}+{high.value}": (*_without(low, high), JOKER)
    for low, high in combinations(dict.fromkeys(card.rank for card in _FIFTY_TWO), 2)
    if (low, high) not in {(Rank.TWO, Rank.THREE), (Rank.SEVEN, Rank.EIGHT)}
}
"""The packs for five, by name: of two ranks that are left out, the lower one stands first (``4+9``)."""

PACKS: Final[Mapping[str, tuple[Card, ...]]] = {
    "four": _without(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE),
    **FIVE_PACKS,
    "six": (*_FIFTY_TWO, JOKER, JOKER),
    "five_hundred": (*_FIFTY_TWO, *_all(Rank.ELEVEN, Rank.TWELVE), *_RED_THIRTEENS, JOKER),
    "two_packs": (*_FIFTY_TWO, *_all(Rank.TWO, Rank.THREE), JOKER, JOKER, JOKER),
}
"""The cards of each pack by its name (rules, section 1)."""


def pack_of(setup: Setup) -> tuple[Card, ...]:
    """Return the cards that are dealt at a table; the usual ones where an option names no pack."""
    match setup.players:
        case 4:
            return PACKS["four"]
        case 5:
            return FIVE_PACKS.get(str(setup.options.get("five_pack")), FIVE_PACKS["low"])
        case 7:
            return PACKS["two_packs" if setup.options.get("seven_pack") == "two_packs" else "five_hundred"]
        case _:
            return PACKS["six"]
