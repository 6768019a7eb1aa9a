"""What a hand is worth in Auction Forty-Fives before a card is played: the points that a side takes with a trump suit.

The weights were fitted to deals between steady bots.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.colour_order import JokerPlace, make_order

PARTNERS: Final = {4: 9.0, 6: 7.5}
"""The points that the partners and the draw bring on average, by the number of players."""

_TRUMPS: Final = (9.5, 7.0, 5.0, 4.0, 3.0, 2.5)
"""The points of the highest trumps, from the Five down."""

_LOW: Final = 1.8
"""The points of any lower trump."""

_KING: Final = 0.8
"""The points of a plain King."""


def promise(hand: Iterable[Card], trump: Suit, players: int) -> float:
    """Return the points that the side of a hand can expect to take with this trump suit."""
    return PARTNERS[players] + sum(card_worth(card, trump) for card in hand)


def card_worth(card: Card, trump: Suit) -> float:
    """Return the points that a card promises with this trump suit."""
    order = make_order(trump, JokerPlace.NONE)
    if not order.is_trump(card):
        return _KING if card.rank is Rank.KING else 0.0
    place = order.trumps.index(card)
    return _TRUMPS[place] if place < len(_TRUMPS) else _LOW


def best_trump(hand: Sequence[Card], players: int) -> tuple[Suit, float]:
    """Return the trump suit with which a hand promises most, and how much."""
    return max(((suit, promise(hand, suit, players)) for suit in Suit), key=lambda promised: promised[1])
