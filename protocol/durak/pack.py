"""The pack of Durak and what beats what; it belongs to the language of the game: rules, bots and screens use it."""

from typing import Final

from protocol.cards import Card, Rank, Suit

RANKS: Final = tuple(Rank(text) for text in ("6", "7", "8", "9", "10", "J", "Q", "K", "A"))
"""The ranks, from the lowest."""

PACK: Final = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""The 36 cards of the unshuffled pack, by suit and then by rank from the Six up."""

HEIGHTS: Final = {rank: height for height, rank in enumerate(RANKS)}
"""How high each rank is within a suit, from 0."""


def beats(card: Card, attack: Card, trump: Suit) -> bool:
    """Return True if a card beats an attack card: it is higher in its suit, or a trump where that one is none."""
    if card.suit is attack.suit:
        return HEIGHTS[card.rank] > HEIGHTS[attack.rank]
    return card.suit is trump


def power(card: Card, trump: Suit) -> int:
    """Return how high a card is among all: plain cards by their rank, above them the trumps."""
    return HEIGHTS[card.rank] + (len(RANKS) if card.suit is trump else 0)
