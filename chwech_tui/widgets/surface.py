"""A surface: puts pictures together into strips, and says which cells another set of pictures changes."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from chwech_tui.ascii import to_ascii
from chwech_tui.drawing.line import fit
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Picture, printable
from chwech_tui.theme import Palette


class Part(NamedTuple):
    """A picture in its place."""

    box: Box
    """The place; what does not fit into it is not shown."""

    picture: Picture
    """The picture."""


Parts = Mapping[str, Part]
"""All that a screen shows, each part by its name; no two of them overlap."""


class Patch(NamedTuple):
    """Some neighbouring cells that have changed."""

    y: int
    """Their line."""

    x: int
    """The first of them."""

    strip: Strip
    """What they show now."""


_NOTHING: Final[Parts] = {}


class Surface:
    """Everything that one screen shows, as strips for the terminal."""

    def __init__(self, palette: Palette) -> None:
        """Begin empty, and without a size."""
        self.parts: Parts = _NOTHING
        """What is shown."""
        self._palette = palette
        self._blank = palette.style(Hue.TEXT, Ground.TABLE)
        self._width = 0
        self._strips: dict[int, Strip] = {}

    def show(self, width: int, parts: Parts) -> list[Patch]:
        """Show other pictures, and give the cells that differ; on another width that is none, for all must be drawn."""
        before, self.parts = self.parts, parts
        if width != self._width:
            self._width = width
            self._strips.clear()
            return []
        patches: list[Patch] = []
        for y in sorted(_changed_lines(before, parts)):
            old = self._strips.pop(y, None)
            patch = _difference(y, old, self.strip(y))
            if patch is not None:
                patches.append(patch)
        return patches

    def strip(self, y: int) -> Strip:
        """Give one line, as wide as the screen."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._draw(y)
        return strip

    def _draw(self, y: int) -> Strip:
        segments: list[Segment] = []
        x = 0
        for part in sorted(part for part in self.parts.values() if part.box.y <= y < part.box.y + part.box.height):
            if part.box.x > x:
                segments.append(Segment(" " * (part.box.x - x), self._blank))
            row = y - part.box.y
            line = part.picture[row] if row < len(part.picture) else ()
            segments.extend(self._segments(fit(line, part.box.width)))
            x = part.box.x + part.box.width
        # Neighbours that look alike become one piece: fewer bytes to the terminal.
        return Strip(segments).adjust_cell_length(self._width, self._blank).simplify()

    def _segments(self, line: Line) -> Iterator[Segment]:
        style = self._palette.style
        for span in line:
            text = printable(span.text)
            if text:
                yield Segment(to_ascii(text) if self._palette.ascii else text, style(span.hue, span.ground))

    def aim_at(self, x: int, y: int) -> Aim | None:
        """Find what a click on a cell means."""
        for part in self.parts.values():
            box = part.box
            if box.x <= x < box.x + box.width and box.y <= y < box.y + min(box.height, len(part.picture)):
                return _aim_on(part.picture[y - box.y], x - box.x)
        return None


def _aim_on(line: Line, x: int) -> Aim | None:
    edge = 0
    for span in line:
        edge += cell_len(span.text)
        if x < edge:
            return span.aim
    return None


def _changed_lines(before: Parts, after: Parts) -> set[int]:
    """Give the lines of the screen on which anything may differ."""
    changed: set[int] = set()
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old is not new:
            changed.update(_changed_lines_of(old, new))
    return changed


def _changed_lines_of(old: Part | None, new: Part | None) -> Iterator[int]:
    if old is None or new is None or old.box != new.box:
        for part in (old, new):
            if part is not None:
                yield from range(part.box.y, part.box.y + part.box.height)
        return
    if old.picture is not new.picture:
        rows = min(new.box.height, max(len(old.picture), len(new.picture)))
        yield from (new.box.y + row for row in range(rows) if _row(old, row) != _row(new, row))


def _row(part: Part, row: int) -> Line:
    return part.picture[row] if row < len(part.picture) else ()


def _difference(y: int, old: Strip | None, new: Strip) -> Patch | None:
    """Give what lies between the first and the last piece that differ."""
    if old is None or old.cell_length != new.cell_length:
        return Patch(y, 0, new)
    was, now = list(old), list(new)
    first = 0
    x = 0
    while first < min(len(was), len(now)) and was[first] == now[first]:
        x += now[first].cell_length
        first += 1
    if first == len(was) == len(now):
        return None
    last = 1
    while last <= min(len(was), len(now)) - first and was[-last] == now[-last]:
        last += 1
    return Patch(y, x, Strip(now[first : len(now) - last + 1]))
