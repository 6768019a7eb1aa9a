"""Charts of blocks: bars, columns, curves of dots, and large figures.

Where few colours or signs are known, as for cards drawn by lines, a bar is made of whole cells, and every second part
of it has another sign.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from chwech_tui.drawing.deck import PICTURES, QUADRANTS, fitted
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Ground, Hue, Ink, Line, Picture, Span

Scale = tuple[float, float]
"""The least and the greatest value that a chart shows."""

_FROM_LEFT: Final = " ▏▎▍▌▋▊▉█"
_FROM_BELOW: Final = " ▁▂▃▄▅▆▇█"  # A cell filled by so many eighths.
_OTHER: Final = "═"  # Every second part of a bar where colours do not tell them apart.


class Stretch(NamedTuple):
    """A part of a bar."""

    start: float
    end: float
    ink: Ink


def stretches(before: int, after: int, gain: Hue) -> list[Stretch]:
    """Return a total as it was, and what the last deal has added or taken away."""
    stays = min(before, after, key=abs) if before * after > 0 else 0 if after == 0 or before == 0 else before
    return [Stretch(0, stays, Hue.PAST), Stretch(before, after, gain if after > before else Hue.ALERT)]


def draw_bar(
    stretches: Sequence[Stretch],
    scale: Scale,
    width: int,
    strokes: Strokes,
    bare: Ink = Ground.PLATE,
    *,
    thin: bool = False,
) -> Line:
    """Draw values as stretches of one line.

    Args:
        stretches: what is drawn, one after another.
        scale: the values at the two ends.
        width: the width in cells.
        strokes: how cards are drawn there.
        bare: the colour of what lies below.
        thin: True where such lines touch each other: they leave a gap, and end with a cell.
    """
    drawn = strokes is Strokes.DRAWN
    steps = 1 if thin or drawn else 8
    unit = width * steps / max(1e-9, scale[1] - scale[0])
    filled: list[int | None] = [None] * (width * steps)
    for number, one in enumerate(stretches):
        first, end = sorted(max(0, min(width * steps, round((at - scale[0]) * unit))) for at in one[:2])
        filled[first:end] = [number] * (end - first)
    cells = [filled[at : at + steps] for at in range(0, width * steps, steps)]
    line = list[Span]()
    for cell, same in groupby(cells):
        count, begins, ends = len(list(same)), cell[0], cell[-1]
        ink = stretches[begins].ink if begins is not None else bare
        if begins == ends:
            full = "▆" if thin else "█"
            sign = " " if begins is None else _OTHER if drawn and begins % 2 else full
            line.append(Span(sign * count, ink, None))
        else:
            eighths = next(at for at, one in enumerate(cell) if one != begins)
            line += [Span(_FROM_LEFT[eighths], ink, stretches[ends].ink if ends is not None else None)] * count
    return tuple(line)


def draw_columns(
    values: Sequence[tuple[float, Ink]], scale: Scale, rows: int, strokes: Strokes, bare: Ink = Ground.PLATE
) -> Picture:
    """Draw a column for each value, up or down from zero; without eighths of a cell where cards are drawn by lines."""
    low, high = min(0.0, scale[0]), max(0.0, scale[1])
    unit = rows * 8 / max(1e-9, high - low)
    zero = round(-low * unit / 8) * 8
    spans = []
    for value, ink in values:
        # What is not zero is seen.
        reach = round(value * unit) or (value > 0) - (value < 0)
        if strokes is Strokes.DRAWN:
            reach = round(reach / 8) * 8
        spans.append((max(0, min(zero, zero + reach)), min(rows * 8, max(zero, zero + reach)), ink))
    return tuple(
        tuple(_cell(first - below, end - below, ink, bare) for first, end, ink in spans)
        for below in range((rows - 1) * 8, -1, -8)
    )


def _cell(first: int, end: int, ink: Ink, bare: Ink) -> Span:
    """Draw the cell of a column that is filled from one eighth to another."""
    if end <= 0 or first >= 8:
        return Span(" ", Hue.TEXT, None)
    return Span(_FROM_BELOW[first], bare, ink) if first > 0 else Span(_FROM_BELOW[min(8, end)], ink, None)


class Curve(NamedTuple):
    """A curve through values at equal distances."""

    values: Sequence[float]
    ink: Ink
    thick: bool = False


def draw_curves(curves: Iterable[Curve], scale: Scale, width: int, height: int, marks: Sequence[float] = ()) -> Picture:
    """Draw curves in quarters of cells, which every font joins, the later ones on top, over lines at some values."""
    cells: dict[tuple[int, int], Span] = {}
    for mark in marks:
        cells |= {(x, row_at(mark, scale, height)): Span("─", Hue.OUTLINE, None) for x in range(width)}
    for curve in curves:
        dots, last, steps = dict[tuple[int, int], int](), None, len(curve.values) - 1
        for x in range(2 * width):
            at = x / (2 * width - 1) * steps
            before = min(int(at), max(0, steps - 1))
            value = curve.values[before]
            if steps:
                value += (curve.values[before + 1] - value) * (at - before)
            y = _dot(value, scale, height)
            for row in range(
                min(y, y if last is None else last), max(y, y if last is None else last) + 1 + curve.thick
            ):
                place = x // 2, min(row, 2 * height - 1) // 2
                dots[place] = dots.get(place, 0) | 1 << (min(row, 2 * height - 1) % 2 * 2 + x % 2)
            last = y
        cells |= {place: Span(QUADRANTS[bits], curve.ink, None) for place, bits in dots.items()}
    blank = Span(" ", Hue.TEXT, None)
    return tuple(tuple(cells.get((x, y), blank) for x in range(width)) for y in range(height))


def _dot(value: float, scale: Scale, height: int) -> int:
    low, high = scale
    return max(0, min(2 * height - 1, round((2 * height - 1) * (high - value) / max(1e-9, high - low))))


def row_at(value: float, scale: Scale, height: int) -> int:
    """Return the row of a chart in which a value stands."""
    return _dot(value, scale, height) // 2


# Large figures

Pixels = Sequence[str]
"""A picture in pixels, two by two in a cell: a dot is what lies below, any other letter an ink."""


def figures(text: str, letter: str = "x") -> Pixels:
    """Return figures in the pixels of one ink; none if there is no picture of one of them."""
    if any(f"figure {one}" not in PICTURES for one in text):
        return ()
    return side_by_side([[row.replace("x", letter) for row in PICTURES[f"figure {one}"]] for one in text], 2)


def boxes(full: int, letter: str, empty: str, wide: int = 6) -> Pixels:
    """Return nine boxes, three by three, of which the first ones are full; each is so many pixels wide."""
    inks = [letter if place < full else empty for place in range(9)]
    rows = ["..".join(ink * wide for ink in inks[first : first + 3]) for first in (0, 3, 6)]
    gap = "." * len(rows[0])
    return [rows[0], rows[0], gap, rows[1], rows[1], gap, rows[2], rows[2]]


def side_by_side(pictures: Iterable[Pixels], gap: int) -> Pixels:
    """Set pictures of the same height beside one another, so many pixels apart."""
    return [("." * gap).join(rows) for rows in zip(*pictures, strict=True)]


def draw_pixels(rows: Pixels, inks: Mapping[str, Ink], scale: int = 1) -> Picture:
    """Draw a picture, each pixel so many times as wide and as high."""
    large = ["".join(one * scale for one in row) for row in rows for _time in range(scale)]
    wide = max(map(len, large), default=0)
    large = [row.ljust(wide + wide % 2, ".") for row in (*large, *([""] if len(large) % 2 else []))]
    lines = list[Line]()
    for row in fitted(large):
        alike = groupby(row, key=lambda cell: cell[1:])
        runs = [("".join(glyph for glyph, _ink, _ground in same), key) for key, same in alike]
        lines.append(tuple(Span(text, inks.get(ink, Hue.TEXT), inks.get(ground)) for text, (ink, ground) in runs))
    return tuple(lines)
