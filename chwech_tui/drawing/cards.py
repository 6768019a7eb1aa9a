"""One card, and what stands in its place."""

from functools import lru_cache
from typing import Final, assert_never

from chwech_tui.describe import cards_words
from chwech_tui.drawing.line import cells, left, middle, right
from chwech_tui.model.cards import LARGE, TINY, CardLook, CardSize, Face, Strokes
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Picture, Span
from protocol.language import _, pgettext


@lru_cache(4096)
def draw_card(face: Face, look: CardLook, ground: Ground, aim: Aim | None = None) -> Picture:
    """Draw one card; a tiny one has no edge. It is cached, because the same cards are drawn again and again."""
    if look.size == TINY:
        return ((Span(middle(face.corner, TINY.width), face.hue, ground, aim),),)
    match look.strokes:
        case Strokes.COLOUR:
            rows = _blocked(face, look.size)
        case Strokes.ROUND:
            rows = _edged(face, look.size, ground)
        case Strokes.DRAWN:
            rows = _stroked(face, look.size, ground)
        case _:
            assert_never(look.strokes)
    return tuple(tuple(Span(text, hue, ground, aim) for text, hue in row) for row in rows)


_Row = tuple[tuple[str, Hue], ...]
"""One line of a card: texts with their hues."""


def _blocked(face: Face, size: CardSize) -> list[_Row]:
    """Draw a card by its background, with an upper and lower edge half a line high."""
    inside = [((text, face.hue),) for text in _face(face, size)]
    return [(("▄" * size.width, Hue.EDGE),), *inside, (("▀" * size.width, Hue.EDGE),)]


def _edged(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines in the hue of edges: double if it is chosen, with round corners otherwise."""
    upper_left, flat, upper_right, upright, lower_left, lower_right = "╔═╗║╚╝" if ground is Ground.CHOSEN else "╭─╮│╰╯"
    inner = size.width - 2
    bar = (upright, Hue.EDGE)
    inside = [(bar, (_within(text, size), face.hue), bar) for text in _face(face, size)]
    upper, lower = upper_left + flat * inner + upper_right, lower_left + flat * inner + lower_right
    return [((upper, Hue.EDGE),), *inside, ((lower, Hue.EDGE),)]


def _stroked(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines: double if it is chosen, none if it is shaded."""
    inner = size.width - 2
    bars = {Ground.CHOSEN: "╔═╗║╚╝", Ground.SHADED: "      "}.get(ground, "┌─┐│└┘")
    inside = [bars[3] + _within(text, size) + bars[3] for text in _face(face, size)]
    rows = [bars[0] + bars[1] * inner + bars[2], *inside, bars[4] + bars[1] * inner + bars[5]]
    return [((row, face.hue),) for row in rows]


def _within(text: str, size: CardSize) -> str:
    """Return a line of a face between two edges."""
    # A large face is laid out in the full width, and leaves its margins to the edges.
    return text[1:-1] if size.height >= LARGE.height else middle(text.strip(), size.width - 2)


def _face(face: Face, size: CardSize) -> tuple[str, ...]:
    if size.height < LARGE.height:
        return (middle(face.corner, size.width),)
    top, bottom = left(f" {face.corner}", size.width), right(f"{face.corner} ", size.width)
    around = (" " * size.width,) * ((size.height - LARGE.height) // 2)
    return (top, *around, middle(face.symbol, size.width), *around, bottom)


def draw_backs(cards: int, width: int) -> Line:
    """Draw the cards in another hand as their edges and number; the number alone if there are more than fit."""
    words = cards_words(cards) if cards else _("no cards")
    edges = "▌" * cards if cards + 1 + len(words) <= width else ""
    return (Span(f"{edges} " if edges else ""), Span(words, Hue.ALERT if cards == 1 else Hue.DIM))


def pass_mark() -> str:
    """Return what stands in the place of a card that was not played, at most five cells wide."""
    # Translators: at most five letters.
    return pgettext("in place of a card", "pass")


def taker_mark(*, over: bool) -> str:
    """Return what stands below the card that takes a trick, or would as it stands."""
    # Translators: below a name and a card; with the mark, at most nine letters wide.
    return _("▴ took it") if over else _("▴ so far")


def blank_card(size: CardSize, words: str, hue: Hue = Hue.FAINT) -> Picture:
    """Draw words in the place of a card that was not played."""
    rows = [" " * size.width] * size.height
    rows[size.height // 2] = middle(words, size.width)
    return tuple((Span(row, hue),) for row in rows)


def draw_turn(turn: Face | str | None, look: CardLook, ground: Ground) -> Picture:
    """Draw what a seat has done: a card, what it has said instead, or a pass."""
    if turn is None:
        return blank_card(look.size, pass_mark())
    if isinstance(turn, str):
        wide = look.size._replace(width=max(look.size.width, min(cells(turn), LONGEST_WORD)))
        return blank_card(wide, turn, Hue.STRONG)
    return draw_card(turn, look, ground)


LONGEST_WORD: Final = 9
"""The width to which what a seat says is cut, in cells."""

GAP: Final = 1
"""The gap between two cards or two turns of a trick, in cells."""
