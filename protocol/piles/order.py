"""How the cards rank in the games of one pile, and which card beats another; whose turn it is, is not known here."""

from functools import cache
from typing import Final

from protocol.cards import Card, Rank, Suit

SUITS: Final = len(Suit)
"""The number of suits, of which a pack has equally many cards."""

_RANKS: Final = tuple(Rank(text) for text in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
_HEIGHTS: Final = {rank: height for height, rank in enumerate(_RANKS)}


@cache
def pack_of(cards: int) -> tuple[Card, ...]:
    """Return a pack of so many cards, by suit and then by rank: whole ranks are left out from the Two up."""
    ranks = _RANKS[len(_RANKS) - cards // SUITS :]
    return tuple(Card(rank, suit) for suit in Suit for rank in ranks)


def height(card: Card) -> int:
    """Return how high a card ranks in its suit: a Two 0, an Ace 12; -1 for a card of no such pack."""
    return _HEIGHTS.get(card.rank, -1)


def beats(card: Card, top: Card, trump: Suit | None) -> bool:
    """Tell whether a card beats the top of the pile, played by a seat with this trump suit, or None for no trump yet.

    A higher card of its suit does, and any of one's own trumps where the top card is not of that suit.
    """
    if card.suit is top.suit:
        return height(card) > height(top)
    return card.suit is trump
