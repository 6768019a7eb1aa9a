"""What the screens around the table are made of: panes with a heading, rows to choose from, boxes, a fan of cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from chwech_tui.drawing.cards import Placed, box_around
from chwech_tui.drawing.deck import lying
from chwech_tui.drawing.line import between, fit, indent, measure
from chwech_tui.drawing.plan import Box
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, CardLook, Strokes, face_of
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Picture, Span, on
from protocol.cards import JOKER, Card, Rank, Suit

INSET: Final = 3  # The cells between the edge of a pane and its words.
ABOVE: Final = 2  # The lines of a pane above its words, with a heading.
_INSIDE: Final = INSET - 1  # The cells between the words of a pane and what its edge takes.


def draw_pane(
    lines: Sequence[Line],
    size: tuple[int, int],
    strokes: Strokes,
    title: Line | str = (),
    aside: Line | str = (),
    *,
    focus: bool = False,
) -> Picture:
    """Draw a pane on the felt: a plate with a brass edge above and cut corners below; by lines without paint.

    Args:
        lines: what stands in it, below the heading, as much as there is room for; all but the rows of a list, which
            are as wide as the pane within its edges, is set in.
        size: the width and the height of the pane.
        strokes: how it is drawn.
        title: what stands at the left of its heading; without one there is no heading.
        aside: what stands at the right of it.
        focus: its keys are those that work now.
    """
    width, height = size
    inner, rows = width - 2, [_heading(title, aside, width - 2, focus=focus)] if title else list[Line]()
    if title and len(lines) + len(rows) + 3 <= height:
        rows.append(())
    for line in lines:
        is_row = measure(line) == inner and all(span.ground is not Ground.TABLE for span in line)
        rows.append(line if is_row else indent(line, _INSIDE))
    rows = [on(fit(row, inner), Ground.PLATE) for row in (*rows, *[()] * height)[: max(0, height - 2)]]
    if strokes is Strokes.DRAWN:
        side, bar = Span("│", Hue.FAINT), "─" * inner
        return ((Span(f"╭{bar}╮", Hue.FAINT),), *[(side, *row, side) for row in rows], (Span(f"╰{bar}╯", Hue.FAINT),))
    above = Span("▁" * width, Hue.ACCENT if focus else Hue.BRASS, None)
    return ((above,), *[_edged(row) for row in rows], (Span(f"▝{'▀' * inner}▘", Ground.PLATE, None),))


def _heading(title: Line | str, aside: Line | str, width: int, *, focus: bool) -> Line:
    first = (Span(title, Hue.ACCENT if focus else Hue.STRONG),) if isinstance(title, str) else title
    last = (Span(aside, Hue.FAINT),) if isinstance(aside, str) else aside
    room = width - 2 * _INSIDE
    both = bool(last) and measure(first) + 2 + measure(last) <= room
    return indent(between(first, last, room) if both else fit(first, width - INSET), _INSIDE)


def _edged(row: Line) -> Line:
    """Return a row of a pane with a cell of its own ground at both ends."""
    return (Span(" ", Hue.TEXT, row[0].ground), *row, Span(" ", Hue.TEXT, row[-1].ground))


def pointers(strokes: Strokes, lines: int, *, chosen: bool) -> str:
    """Return what stands before so many lines: where they are chosen a bar before all, or an arrow before the first."""
    return " " * lines if not chosen else "▸".ljust(lines) if strokes is Strokes.DRAWN else "▌" * lines


def draw_row(
    line: Line, width: int, strokes: Strokes, aim: Aim | None = None, *, chosen: bool = False, more: str = " "
) -> Line:
    """Return a line of a list in a pane of a width: the chosen one has a bar before it, and stands on lighter ground.

    ``more`` is an arrow at its end, where the list goes on.
    """
    ground = Ground.BUTTON if chosen else Ground.PLATE
    inner = fit(line, width - 3)
    words = [Span(one.text, one.hue, ground if one.ground is Ground.TABLE else one.ground, aim) for one in inner]
    last = Span(more, Hue.FAINT, ground, aim)
    bar = Span(pointers(strokes, 1, chosen=chosen), Hue.ACCENT, ground, aim)
    return (bar, Span(" ", Hue.TEXT, ground, aim), *words, last)


_SIGNS: Final = {Hue.BOX: "■", Hue.EMPTY: "·"}


def draw_boxes(strokes: Strokes, *counts: tuple[int, Hue]) -> Line:
    """Draw boxes that count, so many of each hue."""
    painted = strokes is not Strokes.DRAWN
    return tuple([Span(("▊" if painted else _SIGNS.get(hue, "□")) * number, hue) for number, hue in counts if number])


FAN_CARDS: Final = (
    Card(Rank.JACK, Suit.DIAMONDS),
    Card(Rank.QUEEN, Suit.HEARTS),
    Card(Rank.KING, Suit.SPADES),
    Card(Rank.QUEEN, Suit.CLUBS),
    JOKER,
)
"""The cards of a fan that adorns a screen."""

_SPREAD: Final = 58  # The width from which such a fan has large cards, in cells.


def draw_fan(cards: Sequence[Card], at: tuple[int, int], look: CardLook, step: int) -> Iterator[Placed]:
    """Yield cards of which each covers the one before it but for a step, the middle one highest."""
    for place, card in enumerate(cards):
        x, y = at[0] + step * place, at[1] + abs(2 * place - len(cards) + 1) // 2
        covered = place < len(cards) - 1
        picture = lying(face_of(card), look, Ground.CARD, over=bool(place), covered=covered)
        yield f"fan{place}", box_around((x, y), look.size), picture


_FANS: Final = ((HUGE, 11), (LARGE, 7), (MIDDLE, 5))  # Cards of a fan, and how far each stands from the one before.


def draw_side_fan(box: Box, words: int, strokes: Strokes) -> Iterator[Placed]:
    """Yield the largest fan of cards that has room at the right of a pane, beside words of so many cells."""
    for size, step in _FANS:
        wide = size.width + step * (len(FAN_CARDS) - 1)
        if words + wide + 3 * INSET <= box.width and size.height + 5 <= box.height:
            at = box.x + box.width - wide - INSET, box.y + (box.height - size.height - 2) // 2
            yield from draw_fan(FAN_CARDS, at, CardLook(size, strokes), step)
            return


def draw_told(lines: Sequence[Line], box: Box, strokes: Strokes, title: str) -> Iterator[Placed]:
    """Yield a pane that tells of the list beside it, with a fan of cards at its foot where there is room for one."""
    yield "about", box, draw_pane(lines, (box.width, box.height), strokes, title)
    yield from draw_foot_fan(box, len(lines), strokes)


def draw_foot_fan(box: Box, used: int, strokes: Strokes) -> Iterator[Placed]:
    """Yield a fan of cards at the foot of a pane, if there is room for it below so many lines."""
    inner = box.width - 2 * INSET
    size, cards = (HUGE, FAN_CARDS) if inner >= _SPREAD else (LARGE, FAN_CARDS[::2])
    step = min(size.width - 2, (inner - size.width) // (len(cards) - 1))
    wide, high = size.width + step * (len(cards) - 1), size.height + 4
    if used + 5 + high <= box.height:
        at = box.x + (box.width - wide) // 2, box.y + box.height - high - 1
        yield from draw_fan(cards, at, CardLook(size, strokes), step)
