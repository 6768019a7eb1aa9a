"""Cards and sections as the rules in words print them."""

from collections.abc import Iterable
from typing import Final

from protocol.cards import Card, Suit

_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def printed(card: Card) -> str:
    """Return a card of a suit in its printed form: ``10♦``."""
    assert card.suit is not None
    return card.rank.value + _SIGNS[card.suit]


def section(title: str, lines: Iterable[str]) -> str:
    """Return a section of the rules: its title and its numbered sentences."""
    return "\n".join([f"## {title}", "", *(f"{number}. {line}" for number, line in enumerate(lines, start=1))])
