"""Cards as the rules in words print them."""

from typing import Final

from protocol.cards import Card, Suit

_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def printed(card: Card) -> str:
    """Return a card of a suit in its printed form: ``10♦``."""
    assert card.suit is not None
    return card.rank.value + _SIGNS[card.suit]
