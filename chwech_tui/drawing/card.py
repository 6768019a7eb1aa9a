"""Cards: plain, shaded or chosen, in several sizes; edged by colour, or by lines on a terminal without colour."""

from enum import Enum
from typing import Final

from msgspec import Struct

from chwech_tui.describe import SYMBOLS, glyph
from chwech_tui.drawing.line import left, middle, right
from chwech_tui.drawing.plan import LARGE, CardSize
from chwech_tui.model.ink import SUIT_HUES, Aim, Ground, Hue, Picture, Span
from protocol.cards import Card
from protocol.chwech.actions import AceHeight, Play


class Strokes(Enum):
    """How the edge of a card is drawn."""

    COLOUR = "colour"
    """By the background colour alone."""

    DRAWN = "drawn"
    """By lines, for a terminal without colour."""


class Face(Struct, frozen=True):
    """The text on a card."""

    corner: str
    """Rank and suit, with the height of an Ace or the suit that a Joker stands for."""

    symbol: str
    """The symbol in the middle of a large card."""

    hue: Hue
    """The hue of its suit."""


JOKER_SYMBOL: Final = "★"
"""The symbol in the middle of a large Joker."""

_HEIGHT_MARKS: Final = {AceHeight.HIGH: "↑", AceHeight.LOW: "↓", None: ""}


def face_of(card: Card) -> Face:
    """Return the face of a card in the hand."""
    return Face(glyph(card), SYMBOLS[card.suit] if card.suit else JOKER_SYMBOL, SUIT_HUES[card.suit])


def face_of_play(play: Play) -> Face:
    """Return the face of a card on the table; a Joker that was led looks like the suit it stands for."""
    face = face_of(play.card)
    if play.suit:
        return Face(play.card.rank.value + SYMBOLS[play.suit], SYMBOLS[play.suit], SUIT_HUES[play.suit])
    return Face(face.corner + _HEIGHT_MARKS[play.ace], face.symbol, face.hue)


def draw_card(face: Face, size: CardSize, ground: Ground, strokes: Strokes, aim: Aim | None = None) -> Picture:
    """Draw one card."""
    rows = _stroked(face, size, ground) if strokes is Strokes.DRAWN else _blocked(face, size)
    return tuple((Span(text, hue, ground, aim),) for text, hue in rows)


def _blocked(face: Face, size: CardSize) -> list[tuple[str, Hue]]:
    """Draw a card by its background, with an upper and lower edge half a line high."""
    inside = [(text, face.hue) for text in _face(face, size)]
    return [("▄" * size.width, Hue.EDGE), *inside, ("▀" * size.width, Hue.EDGE)]


def _stroked(face: Face, size: CardSize, ground: Ground) -> list[tuple[str, Hue]]:
    """Draw a card edged with lines: double if it is chosen, none if it is shaded."""
    inner = size.width - 2
    bars = {Ground.CHOSEN: "╔═╗║╚╝", Ground.SHADED: "      "}.get(ground, "┌─┐│└┘")
    inside = [bars[3] + middle(text.strip(), inner) + bars[3] for text in _face(face, size)]
    rows = [bars[0] + bars[1] * inner + bars[2], *inside, bars[4] + bars[1] * inner + bars[5]]
    return [(row, face.hue) for row in rows]


def _face(face: Face, size: CardSize) -> tuple[str, ...]:
    if size != LARGE:
        return (middle(face.corner, size.width),)
    top, bottom = left(f" {face.corner}", size.width), right(f"{face.corner} ", size.width)
    return (top, middle(face.symbol, size.width), bottom)


def blank_card(size: CardSize, words: str) -> Picture:
    """Draw words in the place of a card that was not played."""
    rows = [" " * size.width] * size.height
    rows[size.height // 2] = middle(words, size.width)
    return tuple((Span(row, Hue.FAINT),) for row in rows)
