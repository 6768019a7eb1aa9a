"""Hands by seat: cards come into one, from a widow, a stock or a pile, and leave it, played or laid aside.

A hand lies in the order of the pack. No game is known here.
"""

from collections.abc import Iterable
from typing import Final

from protocol.cards import BLACK_JOKER, FACES, RED_JOKER, Card
from protocol.vocabulary import Seat

Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat."""

_PLACES: Final = {card: place for place, card in enumerate((*FACES, BLACK_JOKER, RED_JOKER))}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards by suit and then by rank from the Two up, Jokers last."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def without(hands: Hands, seat: Seat, card: Card) -> Hands:
    """Return the hands after a card has left one, to a trick, to a pile or aside."""
    return _with(hands, seat, tuple([held for held in hands[seat] if held is not card]))


def with_cards(hands: Hands, seat: Seat, cards: Iterable[Card]) -> Hands:
    """Return the hands after cards have come into one, such as those of a widow."""
    return _with(hands, seat, in_order((*hands[seat], *cards)))


def _with(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])
