"""The surface of a screen: composes pictures into lines, and writes the cells that a new set of pictures changes.

Changed cells go straight to the terminal, far cheaper than through Textual. Textual draws from the same surface
whenever it does, so any change that is left to it still appears correctly. Direct drawing only has to know when the
terminal does not show the surface: while another screen is on top, before the first frame, within a batch, under a
widget.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import eq
from typing import Any, Final, NamedTuple

from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

from chwech_tui.ascii import to_ascii
from chwech_tui.drawing.line import DISPUTED, agreed, cells, fit, measure, overlaid
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Picture, Span, plain, printable
from chwech_tui.theme import Palette


class Part(NamedTuple):
    """A picture and its rectangle on the screen."""

    box: Box
    """The rectangle; what does not fit into it is not shown."""

    picture: Picture

    above: bool = False
    """True if it lies on top of other parts, for a moment."""


class Spot(NamedTuple):
    """Where the cursor of the terminal stands, which screen readers and braille lines follow."""

    part: str
    """The name of a part of the screen."""

    aim: Aim | None = None
    """What stands there, by its effect; None for the text that is being written or, without one, for the beginning."""


_CURSOR: Final = ("_", Hue.ACCENT)
"""What stands behind a text that is being written."""

Parts = Mapping[str, Part]
"""The parts of a screen by name; no two of them may overlap, unless one lies above."""


class Patch(NamedTuple):
    """A run of cells in one line that may have changed."""

    y: int
    x: int
    line: Line


class Surface:
    """The composed content of one screen, with its lines cached for Textual."""

    def __init__(self, palette: Palette) -> None:
        """Create an empty surface without a size."""
        self.parts: Parts = {}
        self._palette = palette
        self._blank = palette.style(Hue.TEXT, Ground.TABLE)
        self._width = 0
        self._strips: dict[int, Strip] = {}
        self._known_spot: tuple[Picture, Box, Spot, tuple[int, int]] | None = None

    def repaint(self, palette: Palette) -> None:
        """Change the look of all lines."""
        self._palette = palette
        self._blank = palette.style(Hue.TEXT, Ground.TABLE)
        self._strips.clear()

    def show(self, width: int, parts: Parts) -> list[Patch]:
        """Show other pictures and return the cells that differ; none if the width changed and all must be drawn."""
        before, self.parts = self.parts, parts
        if width != self._width:
            self._width = width
            self._strips.clear()
            return []
        patches: list[Patch] = []
        moved: set[int] = set()
        for name in before.keys() | parts.keys():
            old, new = before.get(name), parts.get(name)
            if old is new:
                continue
            if old is not None and new is not None and old.box == new.box:
                patches.extend(_changes(old, new))
            else:
                moved.update(*(range(part.box.y, part.box.y + part.box.height) for part in (old, new) if part))
        above = {y for part in parts.values() if part.above for y in range(part.box.y, part.box.y + part.box.height)}
        # What changes below a part must not be drawn over it, and a disputed text may run into what follows.
        moved.update(patch.y for patch in patches if patch.y in above or not agreed(plain(patch.line)))
        patches = [patch for patch in patches if patch.y not in moved]
        patches.extend(Patch(y, 0, self.line(y)) for y in sorted(moved))
        for patch in patches:
            self._strips.pop(patch.y, None)
        return patches

    def line(self, y: int) -> Line:
        """Return one line composed from all parts, as wide as the screen."""
        spans: list[Span] = []
        x = 0
        crossing = [part for part in self.parts.values() if part.box.y <= y < part.box.y + part.box.height]
        for part in sorted(part for part in crossing if not part.above):
            spans.append(Span(" " * max(0, part.box.x - x)))
            spans.extend(fit(_row(part, y - part.box.y), part.box.width))
            x = part.box.x + part.box.width
        line = tuple(spans)
        for part in crossing:
            if part.above:
                line = overlaid(line, _row(part, y - part.box.y), part.box.x)
        return fit(line, self._width)

    def strip(self, y: int) -> Strip:
        """Return one line as a strip for Textual."""
        strip = self._strips.get(y)
        if strip is None:
            line = self.line(y)
            styles = (self._palette.style(span.hue, span.ground) for span in line)
            # Adjacent segments of the same style are merged: fewer bytes go to the terminal.
            merged = Segment.simplify(filter(None, map(Segment, self.written(Patch(y, 0, line)), styles)))
            strip = self._strips[y] = Strip(merged, self._width)
        return strip

    def written(self, patch: Patch) -> Sequence[str]:
        """Return the texts of a patch as this terminal is sent them: the last guard before remote text is drawn.

        What follows a disputed text is placed, whatever width the terminal gives that.
        """
        texts, whole = [span.text for span in patch.line], plain(patch.line)
        if not self._palette.ascii and whole.isprintable() and agreed(whole):
            return texts
        texts = list(map(printable, texts))
        if self._palette.ascii:
            return list(map(to_ascii, texts))
        xs = accumulate(map(cells, texts), initial=patch.x)
        return [_placed(text, patch.y, x) for text, x in zip(texts, xs, strict=False)]

    def place_of(self, spot: Spot) -> tuple[int, int]:
        """Return the column and the row of a spot, in cells from the upper left."""
        part = self.parts.get(spot.part)
        if part is None:
            return 0, 0
        known = self._known_spot
        if known is None or known[0] is not part.picture or known[1:3] != (part.box, spot):
            known = self._known_spot = part.picture, part.box, spot, _found(part, spot)
        return known[3]

    def aim_at(self, x: int, y: int) -> Aim | None:
        """Return the effect of a click on a cell; None for none."""
        for part in self.parts.values():
            box = part.box
            if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
                return _aim_on(_row(part, y - box.y), x - box.x)
        return None


def _placed(text: str, y: int, x: int) -> str:
    """Return a text at a cell, each disputed word of it written over blanks, and what follows it where it belongs."""
    placed, done = "", 0
    for word in DISPUTED.finditer(text):
        start, end = x + cells(text[: word.start()]), x + cells(text[: word.end()])
        placed += f"{text[done : word.start()]}{' ' * (end - start)}{_at(y, start)}{word[0]}{_at(y, end)}"
        done = word.end()
    return placed + text[done:]


def _at(y: int, x: int) -> str:
    """Return the escape sequence that places the cursor on a cell."""
    return f"\x1b[{y + 1};{x + 1}H"


def _found(part: Part, spot: Spot) -> tuple[int, int]:
    """Return where a spot is; the beginning of its part if it is not drawn."""
    box = part.box
    for y, line in enumerate(part.picture[: box.height], start=box.y):
        x = _letter_at(line, spot.aim)
        if x is not None:
            return box.x + x, y
    return box.x, box.y


def _letter_at(line: Line, aim: Aim | None) -> int | None:
    """Return where a line shows what has this effect: its first letter or digit, so that it is read out."""
    for place, span in enumerate(line):
        if aim is None and (span.text, span.hue) == _CURSOR:
            return measure(line[:place])
        if aim is not None and span.aim == aim:
            letter = next((number for number, one in enumerate(span.text) if one.isalnum()), None)
            if letter is not None:
                return measure(line[:place]) + cells(span.text[:letter])
    return None


def _aim_on(line: Line, x: int) -> Aim | None:
    edge = 0
    for span in line:
        edge += cells(span.text)
        if x < edge:
            return span.aim
    return None


def _row(part: Part, row: int) -> Line:
    return part.picture[row] if row < len(part.picture) else ()


def _changes(old: Part, new: Part) -> Iterator[Patch]:
    """Yield the differences between two pictures in the same rectangle."""
    if old.picture is new.picture:
        return
    box = new.box
    for row in range(min(box.height, max(len(old.picture), len(new.picture)))):
        patch = _difference(box, row, _row(old, row), _row(new, row))
        if patch is not None:
            yield patch


def _common(old: Line, new: Line) -> int:
    """Return with how many equal spans two lines begin."""
    # To compare all of them at once takes less time than a loop that stops at the first difference.
    return [*map(eq, old, new), False].index(False)


def _difference(box: Box, row: int, old: Line, new: Line) -> Patch | None:
    """Return the cells from the first to the last span that differ; to the end of the line if later cells moved."""
    if old is new:
        return None
    first = _common(old, new)
    if first == len(old) == len(new):
        return None
    if max(measure(old), measure(new)) > box.width:
        # The ellipsis of a line that was cut may stand in a span before those that differ.
        return _difference(box, row, fit(old, box.width), fit(new, box.width))
    was, now = old[first:], new[first:]
    last = _common(was[::-1], now[::-1])
    lost, gained = measure(was[: len(was) - last]), measure(now[: len(now) - last])
    if lost == gained:
        now = now[: len(now) - last]
    elif last:
        lost, gained = measure(was), measure(now)
    x = measure(new[:first])
    needed = max(lost, gained)
    if not needed:
        return None
    return Patch(box.y + row, box.x + x, now if needed == gained else fit(now, needed))


def can_draw(screen: Screen[Any]) -> bool:
    """Return True if the terminal shows this screen with nothing on top of it."""
    app = screen.app
    return (
        app.screen is screen
        and not screen.children
        and not app.is_headless
        and app._driver is not None  # noqa: SLF001 - the only way to the terminal
        and not app._batch_count  # noqa: SLF001 - within a batch nothing may be drawn
    )


def is_behind(screen: Screen[Any]) -> bool:
    """Return True if the terminal has not taken the last frame yet: over a slow line nothing is drawn for show."""
    return bool(getattr(screen.app._driver, "behind", False))  # noqa: SLF001 - as above


def draw(
    screen: Screen[Any], surface: Surface, palette: Palette, patches: Iterable[Patch], cursor: tuple[int, int]
) -> None:
    """Write the changed cells to the terminal, and put its cursor on a cell."""
    driver = screen.app._driver  # noqa: SLF001 - as above
    if driver is None:
        return
    orders = _orders_of(palette)
    pieces: list[str] = []
    look: tuple[Hue, Ground] | None = None
    for patch in patches:
        pieces.append(_at(patch.y, patch.x))
        for span, text in zip(patch.line, surface.written(patch), strict=True):
            if look != (span.hue, span.ground):
                look = (span.hue, span.ground)
                pieces.append(orders[look])
            pieces.append(text)
    pieces.append(f"{_PLAIN}{_at(cursor[1], cursor[0])}")
    driver.write("".join(pieces))
    driver.flush()


_PLAIN: Final = "\x1b[0m"
"""The escape sequence that ends a style."""


class _Orders(dict[tuple[Hue, Ground], str]):
    """The escape sequences that begin each style of one look and end the one before; there are a few dozen."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._system = COLOR_SYSTEMS[palette.colours.system]

    def __missing__(self, look: tuple[Hue, Ground]) -> str:
        """Render a style."""
        # A new Style is parsed, because a Style caches the escape sequences of the first colour system it is rendered
        # for.
        style = Style.parse(str(self._palette.style(*look)))
        before, _, _ = style.render("x", color_system=self._system).partition("x")
        # One sequence instead of two, each of which is checked and translated for every session.
        order = self[look] = before.replace("\x1b[", "\x1b[0;") or _PLAIN
        return order


@cache
def _orders_of(palette: Palette) -> _Orders:
    return _Orders(palette)
