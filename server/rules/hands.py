"""Hands as tuples of cards; and cards that need not follow suit."""

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.cards import BLACK_JOKER, FACES, RED_JOKER, Card
from protocol.colour_order import Order
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


def playable(hand: Sequence[Card], led: Card | None, order: Order, *, strict: bool) -> Sequence[Card]:
    """Return the cards of a hand that may be played to a trick.

    Args:
        hand: the hand.
        led: the card that was led; None for the lead, which is free.
        order: how the cards rank.
        strict: only a player without any other trump may keep back a top trump.
    """
    if led is None:
        return hand
    if order.is_trump(led):
        return _to_trump(hand, led, order, strict=strict)
    follows = any(card.suit is led.suit and not order.is_trump(card) for card in hand)
    return [card for card in hand if card.suit is led.suit or order.is_trump(card)] if follows else hand


def _to_trump(hand: Sequence[Card], led: Card, order: Order, *, strict: bool) -> Sequence[Card]:
    """Return the cards that may follow a trump; top trumps above the one led may be kept back."""
    trumps = [card for card in hand if order.is_trump(card)]
    kept = [card for card in trumps if card in order.tops and order.outranks(card, led)]
    free = len(kept) == len(trumps) and (len(trumps) <= 1 or not strict)
    return hand if free else trumps
