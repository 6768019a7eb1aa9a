"""Marked text: what a piece of a line says and what it means; no colour is named here and no terminal known."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Suit


class Hue(Enum):
    """What a piece of text means to the eye."""

    # Each is one object, so its place in memory will do; the usual way is slow, and every cell drawn asks for it.
    __hash__ = object.__hash__

    TEXT = "text"
    """Plain reading."""

    STRONG = "strong"
    """A title, or what the eye should find first."""

    DIM = "dim"
    """Said in passing."""

    FAINT = "faint"
    """There when looked for."""

    ACCENT = "accent"
    """Whose turn it is, what is chosen, what can be done."""

    ALERT = "alert"
    """Something is in the way."""

    EDGE = "edge"
    """The rim of a card, in the colour of its ground."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    JOKER = "joker"


SUIT_HUES = {
    Suit.CLUBS: Hue.CLUBS,
    Suit.DIAMONDS: Hue.DIAMONDS,
    Suit.HEARTS: Hue.HEARTS,
    Suit.SPADES: Hue.SPADES,
    None: Hue.JOKER,
}
"""The hue of each suit, and of a Joker, which has none."""


class Ground(Enum):
    """What a piece of text lies on."""

    __hash__ = object.__hash__

    TABLE = "table"
    """The table itself."""

    CARD = "card"
    """A card that lies open."""

    SHADED = "shaded"
    """A card that cannot be played now, or that belongs to the past."""

    CHOSEN = "chosen"
    """The card that is chosen."""

    BUTTON = "button"
    """Something to click."""


class Press(Struct, frozen=True):
    """A click here is as good as this key."""

    key: str
    """The key, as Textual names it."""


class Pick(Struct, frozen=True):
    """A click here means this card of one's hand."""

    place: int
    """Its place in the hand, from 0."""


Aim = Press | Pick
"""What a click can mean."""


class Span(Struct, frozen=True):
    """A piece of a line in one look."""

    text: str
    """The text, without line breaks and control characters."""

    hue: Hue = Hue.TEXT
    """What it means."""

    ground: Ground = Ground.TABLE
    """What it lies on."""

    aim: Aim | None = None
    """What a click on it means."""


Line = tuple[Span, ...]
"""One line of the screen, or a sentence not yet laid out."""

Picture = tuple[Line, ...]
"""Some lines, from the top down."""


def printable(text: str) -> str:
    """Leave out whatever a terminal could take for an order: the last guard before text from others is drawn."""
    return text if text.isprintable() else "".join(character for character in text if character.isprintable())


def plain(line: Line) -> str:
    """Give a line as text alone."""
    return "".join(span.text for span in line)
