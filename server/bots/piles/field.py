"""Sets of cards as bits, and the worth of a hand against other hands: what the bots of these games count with.

The cards of a pack are numbered by suit and then by rank, and a set of them is a whole number with those bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import log
from typing import Final

from protocol.cards import Card, Suit
from protocol.piles.order import beats, pack_of

SPREAD: Final = 0.6
"""How sure a card is to pass where the others hold one card that beats it; with two the square of this, and so on."""

HOLD: Final = 5.0
"""How much the cards count that either side can beat of the other, by the logarithm of their number."""

_SURE: Final = tuple([1 - SPREAD**beaters for beaters in range(60)])


@cache
def beaters(cards: int, trump: Suit | None) -> tuple[int, ...]:
    """Return for each card of a pack those that beat it, if a seat with this trump suit plays them."""
    pack = pack_of(cards)
    return tuple([as_bits([card for card in pack if beats(card, top, trump)], cards) for top in pack])


@cache
def _places(cards: int) -> dict[Card, int]:
    return {card: place for place, card in enumerate(pack_of(cards))}


def place_of(card: Card, cards: int) -> int:
    """Return the number of a card in a pack of so many cards."""
    return _places(cards)[card]


def as_bits(held: Iterable[Card], cards: int) -> int:
    """Return a set of cards of a pack as bits."""
    places = _places(cards)
    found = 0
    for card in held:
        found |= 1 << places[card]
    return found


def bits(cards: int) -> Iterator[int]:
    """Yield the numbers of a set of cards, from the lowest."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def weakness(own: int, other: int, beating: Sequence[int]) -> float:
    """Return how many of one's own cards the other hand can beat: one that few cards beat counts less.

    Args:
        own: one's own cards.
        other: the cards of the other hand.
        beating: for each card, those with which the other seat beats it.
    """
    return sum([_SURE[(beating[card] & other).bit_count()] for card in bits(own)])


def balance(theirs: float, own: float) -> float:
    """Return the worth of a hand by the weakness of the others' cards and of one's own."""
    return HOLD * (log(1 + theirs) - log(1 + own))
