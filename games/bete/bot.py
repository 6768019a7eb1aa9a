"""What bots know of Bête."""

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from games.bete.rules import ENOUGH, HEIGHTS, IN, PACK, BeteTable, Sheet
from games.kit.asking import Ask, Choice, Offer
from games.kit.game import Match
from games.kit.sampler import Knowledge, chance_to_win
from games.kit.tricks import PASS, Hand, plain_card, suit_led
from protocol.cards import Card, Rank

SWING: Final = 0.6  # How far a deal to come spreads the chips, by those in its pool.
EAGER: Final = 1.5  # The tricks that a hand has to promise for a plain hand to take part.


def plain(table: BeteTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Take part with good cards, lead high, take a trick as cheaply as possible, and throw low cards away."""
    if offer.prompt == "part":
        return IN if promise(table, seat) >= EAGER else PASS
    trick, cards = table.trick, cast(Sequence[Card], offer.choices)
    playing = sum(part in {IN, "against"} for part in table.part)
    hand = Hand(table.ranks, seat.__eq__)
    return plain_card(trick, suit_led(trick), cards, hand, playing - len(trick) - 1)


def promise(table: BeteTable, seat: int) -> float:
    """Return about how many tricks a hand takes against those who take part, and half of those not yet asked."""
    hand = table.hands[seat]
    rivals = sum({IN: 1.0, "open": 0.5}.get(part, 0.0) for other, part in enumerate(table.part) if other != seat)
    known, passes, total = {*hand, table.turn_up}, 1 - 5 * rivals / 26, 0.0
    if not rivals:
        return ENOUGH
    for card in hand:
        above = sum(
            other not in known and other.suit is card.suit and HEIGHTS[other.rank] > HEIGHTS[card.rank]
            for other in PACK
        )
        if card.suit is table.trump:
            total += max(0.25, passes**above)
        else:
            total += 0.8 * passes ** (above + 0.8 * rivals) if HEIGHTS[card.rank] > HEIGHTS[Rank.TEN] else 0.05
    return total


def aim(match: Match, sheet: Sheet, seat: int) -> float:
    """Return the chance to have the most chips in the end; a large pool that is left makes that open again."""
    left = match.number("deals") - match.deal
    return chance_to_win(sheet.totals, seat, SWING * (sheet.carried + match.players) * left**0.5)


BOT: Final = Knowledge(plain=plain, aim=aim)
