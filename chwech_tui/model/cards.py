"""Cards as glyphs, words and faces, and how large and with which edge they are drawn."""

from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _

SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SUITS: Final = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
JOKER_SYMBOL: Final = "★"
_JOKERS: Final = {
    Rank.JOKER: N_("Joker"),
    Rank.BLACK_JOKER: N_("black Joker"),
    Rank.RED_JOKER: N_("red Joker"),
}
_JOKER_HUES: Final = {Rank.BLACK_JOKER: SUIT_HUES[Suit.SPADES], Rank.RED_JOKER: SUIT_HUES[Suit.HEARTS]}


def glyph(card: Card) -> str:
    """Return a card as the table shows it: ``Q♥``, ``10♣``, ``JK``."""
    return card.rank.value + (SYMBOLS[card.suit] if card.suit else "")


def suit_words(suit: Suit) -> str:
    """Return the name of a suit: ``hearts``."""
    return _(_SUITS[suit])


def card_words(card: Card) -> str:
    """Return a card as part of a sentence: ``Q♥``, ``Joker``."""
    return _(_JOKERS[card.rank]) if card.rank in _JOKERS else glyph(card)


def card_span(card: Card) -> Span:
    """Return a card as part of a sentence, in the hue of its suit."""
    return Span(card_words(card), hue_of(card))


def card_line(cards: Iterable[Card]) -> Line:
    """Return cards in their hues, with spaces between them."""
    line: Line = ()
    for card in cards:
        line = (*line, *((Span(" "),) if line else ()), card_span(card))
    return line


def hue_of(card: Card) -> Hue:
    """Return the hue of a card: that of its suit or, of two different Jokers, that of their colour."""
    return _JOKER_HUES.get(card.rank, SUIT_HUES[card.suit])


def suit_line(suit: Suit) -> Line:
    """Return a suit as its symbol and name: ``♥ Hearts``."""
    return (Span(f"{SYMBOLS[suit]} {suit_words(suit).capitalize()}", SUIT_HUES[suit]),)


class Face(Struct, frozen=True, gc=False):
    """The text on a card."""

    corner: str
    """Rank and suit, with what was said when it was played, such as the suit that a Joker stands for."""

    symbol: str
    """The symbol in the middle of a large card."""

    hue: Hue


def face_of(card: Card) -> Face:
    """Return the face of a card."""
    return Face(glyph(card), SYMBOLS[card.suit] if card.suit else JOKER_SYMBOL, hue_of(card))


class CardSize(NamedTuple):
    """The size of a card, in cells."""

    width: int
    height: int


TINY: Final = CardSize(5, 1)
SMALL: Final = CardSize(5, 3)
MIDDLE: Final = CardSize(7, 3)
LARGE: Final = CardSize(7, 5)
HUGE: Final = CardSize(9, 7)


class Strokes(Enum):
    """How the edge of a card is drawn."""

    # Pictures of cards are cached by it, and Enum's own hash is slow.
    __hash__ = object.__hash__

    COLOUR = "colour"
    """By the background colour alone."""

    ROUND = "round"
    """By lines with round corners, in a colour of their own."""

    DRAWN = "drawn"
    """By lines in the colour of the face, for a terminal of few colours or signs."""


class CardLook(NamedTuple):
    """How cards are drawn."""

    size: CardSize
    strokes: Strokes
