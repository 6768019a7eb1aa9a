"""What a hand of Da Bai Fen promises before the play: which suit as trump, and which cards to lay aside."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.da_bai_fen.order import Trumps, count, height, is_trump, suit_of

USUAL: Final = 1 / 3
"""The share of trumps in the pack."""

_HIGH: Final = 11
_BONUS: Final = 0.4
"""How much more a trump from the King up is worth than a low one."""


def excess(hand: Sequence[Card], trumps: Trumps) -> float:
    """Return how many more trumps a hand has than is usual for its length; high ones count more."""
    held = [card for card in hand if is_trump(card, trumps)]
    high = sum([height(card, trumps) >= _HIGH for card in held])
    return len(held) + _BONUS * high - (1 + _BONUS / 2) * USUAL * len(hand)


def keeping(card: Card, hand: Sequence[Card], trumps: Trumps) -> float:
    """Return how much a card is worth in the hand rather than aside."""
    if is_trump(card, trumps):
        return 40.0 + height(card, trumps)
    suit = [held for held in hand if suit_of(held, trumps) is suit_of(card, trumps)]
    guarded = any(held.rank is Rank.ACE for held in suit)
    sure = {Rank.ACE: 30.0, Rank.KING: 16.0 if guarded else 8.0}.get(card.rank, height(card, trumps) / 3)
    # A short suit is soon void, and can then be trumped; what counts is lost twice with the last trick.
    return sure + 1.5 * len(suit) + count([card]) / 4


def suit_of_exposed(card: Card) -> Suit:
    """Return the suit that a card of the trump rank makes trump."""
    assert card.suit is not None, "a Joker cannot be exposed"
    return card.suit
