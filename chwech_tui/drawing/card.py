"""Cards: plain, shaded or chosen, in several sizes; edged by colour, or by lines on a terminal without colour."""

from chwech_tui.drawing.line import left, middle, right
from chwech_tui.model.cards import LARGE, TINY, CardLook, CardSize, Face, Strokes
from chwech_tui.model.ink import Aim, Ground, Hue, Picture, Span


def draw_card(face: Face, look: CardLook, ground: Ground, aim: Aim | None = None) -> Picture:
    """Draw one card; a tiny one has no edge."""
    if look.size == TINY:
        return ((Span(middle(face.corner, TINY.width), face.hue, ground, aim),),)
    rows = _stroked(face, look.size, ground) if look.strokes is Strokes.DRAWN else _blocked(face, look.size)
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
