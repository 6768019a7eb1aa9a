"""What may be played to a trick where the highest trumps may be kept back; no game and no state is known here."""

from collections.abc import Sequence

from protocol.cards import Card
from protocol.colour_order import Order


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
