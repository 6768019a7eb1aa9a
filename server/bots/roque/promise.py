"""What a hand of Roque promises before the play: how many points with which trumps, and which cards to lay aside."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.roque.order import HEIGHTS, count

_HONOURS: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
"""How sure a trump of this rank is of a trick, beyond its length."""

_PLAIN: Final = {Rank.ACE: 1.0, Rank.KING: 0.5, Rank.QUEEN: 0.15}
"""How sure a plain card of this rank is of a trick."""


def suit_strength(hand: Sequence[Card], trump: Suit) -> float:
    """Return about how many tricks a hand takes with this trump suit."""
    trumps = [card for card in hand if card.suit is trump]
    plain = [card for card in hand if card.suit is not trump]
    length = max(0.0, 0.75 * (len(trumps) - 2))
    return (
        length
        + sum([_HONOURS.get(card.rank, 0) for card in trumps])
        + sum([_PLAIN.get(card.rank, 0) for card in plain])
    )


def best_trump(hand: Sequence[Card]) -> tuple[Suit, float]:
    """Return the trump suit with which a hand takes most, and about how many tricks."""
    return max([(suit, suit_strength(hand, suit)) for suit in Suit], key=lambda choice: choice[1])


def keeping(card: Card, hand: Sequence[Card], trump: Suit, *, safe: bool) -> float:
    """Return how much a card is worth in the hand rather than aside.

    Args:
        card: the card.
        hand: the hand that it is part of.
        trump: the trump suit that is planned.
        safe: True if what is laid aside certainly counts for the declarer.
    """
    if card.suit is trump:
        return 40.0 + HEIGHTS[card.rank]
    suit = [held for held in hand if held.suit is card.suit]
    guarded = any(held.rank is Rank.ACE for held in suit)
    sure = {Rank.ACE: 30.0, Rank.KING: 14.0 if guarded else 7.0}.get(card.rank, HEIGHTS[card.rank] / 3)
    # A short suit is soon void, and can then be trumped.
    length = 1.5 * len(suit)
    return sure + length - (count([card]) if safe and card.rank is not Rank.ACE else 0)
