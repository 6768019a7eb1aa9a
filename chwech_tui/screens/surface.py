"""The surface of a screen: composes pictures into rows of cells, and writes the cells that new pictures change.

The cells go straight to the terminal, far cheaper than through Textual: what has changed, or a whole frame, ordered by
colour, so that a colour is named once and not at each edge. Textual draws from the same surface where a widget lies on
a screen or there is no terminal. Direct drawing only has to know when the terminal does not show the surface: while
another screen is on top, before the first frame, within a batch, under a widget.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby, zip_longest
from operator import is_not
from typing import Any, Final, NamedTuple

from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

from chwech_tui.ascii import to_ascii
from chwech_tui.drawing.line import DISPUTED, agreed, cells, fit, measure
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import SUIT_HUES, Aim, Ground, Hue, Ink, Line, Picture, Span, plain, printable
from chwech_tui.theme import DEPTHS, RAIL, UNDER_RAIL, Palette
from protocol.text import letters


class Part(NamedTuple):
    """A picture and its rectangle on the screen; it lies on the parts before it."""

    box: Box
    """The rectangle; what does not fit into it is not shown."""
    picture: Picture

    above: bool = False
    """True if it lies on top of all other parts, for a moment."""


class Spot(NamedTuple):
    """Where the cursor of the terminal stands, which screen readers and braille lines follow."""

    part: str
    """The name of a part of the screen."""
    aim: Aim | None = None
    """What stands there, by its effect; None for the text that is being written or, without one, for the beginning."""


_CURSOR: Final = ("_", Hue.ACCENT)  # What stands behind a text that is being written.

Parts = Mapping[str, Part]
"""The parts of a screen by name, the lowest first."""

Cell = tuple[str, Ink, Ink | None, Aim | None]
"""What stands in a cell, its hue, its ground and its effect; the second half of a wide letter is an empty text."""


class Row(NamedTuple):
    """The cells of a row of the screen, or of a line that lies on it."""

    cells: list[Cell]
    agreed: bool
    """True if all its letters have the same width on all terminals."""
    runs: Sequence[tuple[int, Sequence[Cell]]] = ()
    """What does not hide all that lies below: runs of cells that do or do not, each with its place."""


_Crossing = tuple[int, int, Row]
"""A row of a part that crosses one of the screen: its first column, and the one after its last."""


class Patch(NamedTuple):
    """A run of cells in one row that has changed."""

    y: int
    x: int
    line: Line


class Surface:
    """The composed content of one screen, row by row."""

    def __init__(self, palette: Palette) -> None:
        """Create an empty surface without a size."""
        self.parts: Parts = {}
        self._palette, self._painted = palette, palette.painted
        self._width = self._height = 0
        self._rows: dict[int, Row] = {}
        self._known_spot: tuple[Picture, Box, Spot, tuple[int, int]] | None = None

    def repaint(self, palette: Palette) -> None:
        """Change the look of all rows."""
        self._palette, self._painted = palette, palette.painted
        self._rows.clear()

    def show(self, size: tuple[int, int], parts: Parts) -> list[Patch]:
        """Show other pictures and return the cells that differ; none if the size changed and all must be drawn."""
        before, self.parts = self.parts, parts
        if size != (self._width, self._height):
            self._width, self._height = size
            self._rows.clear()
            return []
        touched: dict[int, list[tuple[int, int]]] = {}
        for name in before.keys() | parts.keys():
            old, new = before.get(name), parts.get(name)
            for y, first, end in _places_of(old, new) if old is not new else ():
                if 0 <= y < self._height:
                    touched.setdefault(y, []).append((max(0, first), min(end, self._width)))
        crossing = self._crossing(touched)
        return [patch for y in sorted(touched) for patch in self._changed(y, touched[y], crossing[y])]

    def _changed(self, y: int, places: list[tuple[int, int]], crossing: "Sequence[_Crossing]") -> Iterable[Patch]:
        """Compose a row anew where parts have changed, and return the cells that differ."""
        row = self._rows.get(y)
        if row is None:
            return [Patch(y, 0, self.line(y))]
        whole = not (row.agreed and all(found.agreed for _x, _end, found in crossing))
        if whole:
            # Where the width of a word is disputed, its row is written whole.
            places = [(0, self._width)]
        patches: list[Patch] = []
        for first, end in _joined(places):
            # Half of a wide letter cannot be written.
            start = first - (first > 0 and row.cells[first][0] == "")
            now = self._composed(y, start, end, crossing)
            if start and now[0][0] == "":
                start -= 1
                now = self._composed(y, start, end, crossing)
            was = row.cells[start:end]
            if now != was:
                row.cells[start:end] = now
                patches += [Patch(y, start, _merged(now))] if whole else _changes(y, start, was, now)
        if whole:
            self._rows[y] = row._replace(agreed=all(found.agreed for _x, _end, found in crossing))
        return patches

    def line(self, y: int) -> Line:
        """Return one row composed from all parts, as wide as the screen."""
        return _merged(self._row(y).cells)

    def _row(self, y: int) -> "Row":
        known = self._rows.get(y)
        if known is None:
            crossing = self._crossing([y])[y]
            agreed_on = all(found.agreed for _x, _end, found in crossing)
            known = self._rows[y] = Row(self._composed(y, 0, self._width, crossing), agreed_on)
        return known

    def _crossing(self, rows: Iterable[int]) -> "dict[int, list[_Crossing]]":
        """Return the rows of parts that cross rows of the screen, the lowest first."""
        crossing: dict[int, list[_Crossing]] = {y: [] for y in rows}
        low, high = min(crossing, default=0), max(crossing, default=0)
        for (x, top, width, height), picture, _above in sorted(self.parts.values(), key=_is_above):
            for y in range(max(low, top), min(high + 1, top + min(height, len(picture)))):
                if y in crossing:
                    found = _rows_of(picture)[y - top]
                    found = found if len(found.cells) <= width else _cells(fit(picture[y - top], width))
                    crossing[y].append((x, x + width, found))
        return crossing

    def _composed(self, y: int, first: int, end: int, crossing: "Iterable[_Crossing]") -> list[Cell]:
        """Return the cells of a row from one column to another: the parts that cross it lie one above the other."""
        row = [self._bare(y)] * (end - first)
        for x, behind, found in crossing:
            if x < end and behind > first:
                for start, run in found.runs:
                    _lay(row, x + start - first, run)
        return row

    def _bare(self, y: int) -> Cell:
        """Return what the felt shows where nothing lies on it: its brass edge beside the rails, if there is one."""
        if self._painted and self._height > LOW:
            if y == 1:
                return "▔", Hue.BRASS, Ground.TABLE, None
            if y == self._height - 2 and self._height >= HIGH:
                return "▁", Hue.BRASS, Ground.TABLE, None
        return _BLANK

    def depth(self, y: int) -> int:
        """Return how deep the felt of a row is."""
        return _depth(y, self._height) if self._painted else 0

    def strip(self, y: int) -> Strip:
        """Return one row as a strip for Textual."""
        line, depth = self.line(y), self.depth(y)
        styles = (self._palette.style(span.hue, span.ground or Ground.TABLE, depth) for span in line)
        return Strip(list(map(Segment, self.written(Patch(y, 0, line)), styles)), self._width)

    def written(self, patch: Patch) -> Sequence[str]:
        """Return the texts of a patch as this terminal is sent them: the last guard before remote text is drawn.

        What follows a disputed text is placed, whatever width the terminal gives that.
        """
        texts = [span.text for span in patch.line]
        if not self._palette.ascii and all(map(_is_plain, texts)):
            return texts
        texts = list(map(printable, texts))
        if self._palette.ascii:
            return list(map(to_ascii, texts))
        placed, x = [], patch.x
        for text in texts:
            placed.append(_placed(text, patch.y, x))
            x += cells(text)
        return placed

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
        edge = 0
        for span in self.line(y) if 0 <= y < self._height else ():
            edge += cells(span.text)
            if x < edge:
                return span.aim
        return None


LOW: Final = 24  # Up to this height the felt has no brass edge.
HIGH: Final = 32  # From this height it has one above the lower rail as well.

_BLANK: Final[Cell] = (" ", Hue.TEXT, Ground.TABLE, None)


@lru_cache(4096)
def _depth(y: int, height: int) -> int:
    """Return how deep the felt of a row is: least a little above the middle, where the light falls."""
    if y in {0, height - 1}:
        return RAIL
    if y == 1 and height > LOW:
        return UNDER_RAIL
    middle = 0.42 * height
    off: float = min(1.0, abs(y - middle) / max(1.0, height - middle))
    return round(DEPTHS * float(off**1.6))


@lru_cache(8192)
def _is_plain(text: str) -> bool:
    """Return True if a text is sent as it is: it orders nothing, and all terminals agree on its width."""
    return text.isprintable() and agreed(text)


@lru_cache(8192)
def _letters(text: str) -> tuple[str, ...]:
    """Return what stands in each cell of a text."""
    if text.isascii() or cells(text) == len(text) == len(letters(text)):
        return tuple(text)
    found = []
    for letter in letters(text):
        wide = cells(letter)
        if wide:
            found += [letter, *[""] * (wide - 1)]
        elif found:
            found[-1] += letter
    return tuple(found)


_SEEN: Final = frozenset({Hue.TERM, Hue.ALERT, *SUIT_HUES.values()})
"""The hues that are seen in a blank too: underlined, or with a ground of their own where there are sixteen colours."""


@lru_cache(16384)
def _cells(line: Line) -> Row:
    """Return the cells of a line; a blank has no hue of its own.

    They are kept, and so is each cell: to compare two rows is to ask whether they hold the same objects.
    """
    found: list[Cell] = []
    for span in line:
        own, ground, aim = span.hue, span.ground, span.aim
        blank = own if own in _SEEN else Hue.TEXT
        found += [_cell(letter, blank if letter == " " else own, ground, aim) for letter in _letters(span.text)]
    runs: list[tuple[int, Sequence[Cell]]] = []
    at = 0
    for hides, same in groupby(found, key=_hides):
        run = tuple(same)
        # A blank without a ground hides nothing.
        if hides or any(cell[0] != " " for cell in run):
            runs.append((at, run))
        at += len(run)
    return Row(found, agreed(plain(line)), runs)


_KEPT: Final = 4096  # How many pictures are known at most by what stands in their cells.

_known_rows: Final[dict[int, tuple[Picture, tuple[Row, ...]]]] = {}


def _rows_of(picture: Picture) -> tuple[Row, ...]:
    """Return the rows of a picture: found by the object, because its value takes as long to hash as it is large."""
    known = _known_rows.get(id(picture))
    if known is None:
        if len(_known_rows) >= _KEPT:
            _known_rows.clear()
        # The picture is kept with its rows, so that no other object can have its identity.
        known = _known_rows[id(picture)] = picture, tuple(map(_cells, picture))
    return known[1]


def _hides(cell: Cell) -> bool:
    return cell[2] is not None


def _lay(row: list[Cell], x: int, run: Sequence[Cell]) -> None:
    """Lay cells that all hide what is below, or none of which does, on a row, as far as they are on the screen."""
    if x < 0:
        run, x = run[-x:], 0
    if x + len(run) > len(row):
        run = run[: max(0, len(row) - x)]
    if not run:
        return
    if run[0][2] is not None:
        row[x : x + len(run)] = run
        return
    for place, (letter, hue, _none, aim) in enumerate(run, x):
        if letter != " ":
            row[place] = _cell(letter, hue, row[place][2], aim)


_NOTHING: Final = Row([], agreed=True)


@lru_cache(32768)
def _cell(letter: str, hue: Ink, ground: Ink | None, aim: Aim | None) -> Cell:
    return letter, hue, ground, aim


def _merged(row: Iterable[Cell]) -> Line:
    """Return cells as a line, in as few spans as they need; blanks take the hue beside them."""
    line: list[Span] = []
    text = ""
    ink: Ink | None = None
    ground: Ink | None = None
    aim: Aim | None = None
    for letter, hue, own, effect in row:
        # Blanks join what is beside them on the same ground.
        blank = letter == " " and hue is Hue.TEXT
        if (
            own is ground
            and effect == aim
            and (hue is ink or (ink is None and (blank or hue not in _SEEN)) or (blank and ink not in _SEEN))
        ):
            text += letter
        else:
            if text:
                line.append(Span(text, ink or Hue.TEXT, ground, aim))
            text, ink, ground, aim = letter, None, own, effect
        if not blank:
            ink = hue
    return (*line, Span(text, ink or Hue.TEXT, ground, aim)) if text else ()


def _is_above(part: Part) -> bool:
    return part.above


def _places_of(old: Part | None, new: Part | None) -> Iterator[tuple[int, int, int]]:
    """Yield where a part has changed: rows, each with its first column and the one after its last."""
    if old is None or new is None or old.box != new.box or old.above != new.above:
        for x, y, width, height in [part.box for part in (old, new) if part is not None]:
            yield from [(row, x, x + width) for row in range(y, y + height)]
    elif old.picture is not new.picture:
        x, y, width, height = new.box
        rows = zip_longest(_rows_of(old.picture)[:height], _rows_of(new.picture)[:height], fillvalue=_NOTHING)
        for row, (was, now) in enumerate(rows, y):
            if was is not now:
                first, end = _extent(was, now, width)
                yield row, x + first, x + end


def _extent(was: Row, now: Row, width: int) -> tuple[int, int]:
    """Return from which column to which one two rows differ: everywhere if a width is disputed."""
    if len(was.cells) != len(now.cells) or not (was.agreed and now.agreed):
        return 0, width
    others = [at for at, other in enumerate(map(is_not, was.cells, now.cells)) if other]
    return (others[0], others[-1] + 1) if others else (0, 0)


def _joined(places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield ranges of columns, those that overlap as one."""
    first, end = 0, -1
    for one, other in sorted(places):
        if one > end:
            if end > first:
                yield first, end
            first, end = one, other
        end = max(end, other)
    if end > first:
        yield first, end


def _changes(y: int, x: int, was: list[Cell], now: list[Cell]) -> Iterator[Patch]:
    """Yield the runs of cells in which two versions of a row differ, from a column on."""
    places = [at for at, other in enumerate(map(is_not, was, now)) if other and was[at][:3] != now[at][:3]]
    if not places:
        return
    first, last = places[0], places[0] - 1
    for at in (*places, len(now) + _NEAR + 1):
        if at <= last + _NEAR:
            last = at
            continue
        # Half of a wide letter cannot be written.
        first -= now[first][0] == ""
        last += last + 1 < len(now) and now[last + 1][0] == ""
        yield Patch(y, x + first, _merged(now[first : last + 1]))
        first = last = at


_NEAR: Final = 2
"""How near a run of cells may be that is written with the one before it: to move the cursor there takes more."""


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


# What goes to the terminal


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


def draw(screen: Screen[Any], orders: str, cursor: tuple[int, int]) -> None:
    """Write to the terminal what a screen has drawn, and put its cursor on a cell."""
    driver = screen.app._driver  # noqa: SLF001 - as above
    if driver is not None:
        driver.write(f"{orders}{_PLAIN}{_at(cursor[1], cursor[0])}")
        driver.flush()


def frame(surface: Surface, palette: Palette, height: int) -> str:
    """Return what draws a whole screen: each row is erased to its commonest ground, and the rest is written on it."""
    pieces, patches, look = [_PLAIN], list[Patch](), _NO_LOOK
    for y in range(height):
        line, depth = surface.line(y), surface.depth(y)
        if not line:
            continue
        if not palette.erases:
            patches.append(Patch(y, 0, line))
            continue
        wide: dict[Ink | None, int] = {}
        for span in line:
            wide[span.ground] = wide.get(span.ground, 0) + cells(span.text)
        ground = max(wide, key=wide.__getitem__)
        now = _look(palette, Hue.TEXT, ground or Ground.TABLE, depth)
        pieces += [_at(y, 0), _order(look, now), "\x1b[K"]
        look, x = now, 0
        for span in line:
            if span.ground is not ground or span.text.strip(" "):
                patches.append(Patch(y, x, (span,)))
            x += cells(span.text)
    return "".join(pieces) + written(surface, palette, patches, look)


def written(surface: Surface, palette: Palette, patches: Iterable[Patch], look: "Look | None" = None) -> str:
    """Return what writes some cells, those of one colour after another; a blank is written in any ink."""
    groups: dict[str, dict[Look, list[_Run]]] = {}
    for patch in patches:
        y, x, line = patch
        depth = surface.depth(y)
        for span, text in zip(line, surface.written(patch), strict=True):
            now, end = _look(palette, span.hue, span.ground or Ground.TABLE, depth), x + cells(span.text)
            # Where the terminal leaves the cursor after a disputed text is not known.
            run = y, x, text, end if text is span.text else _NOWHERE
            key = _ANY if text.isspace() and not now.rest else now
            groups.setdefault(now.ground, {}).setdefault(key, []).append(run)
            x = end
    pieces: list[str] = []
    at_y, at_x, look = _NOWHERE, _NOWHERE, look or _NO_LOOK
    for now, runs in _in_turn(groups, look):
        pieces.append(_order(look, now))
        look = now
        for y, x, text, end in runs:
            if at_x != x or at_y != y:
                pieces.append(_way(at_y, at_x, y, x))
            pieces.append(text)
            at_y, at_x = y, end
    return "".join(pieces)


_Run = tuple[int, int, str, int]
"""A row, a column, the text that is written there, and the column in which the cursor is left."""


def _in_turn(groups: dict[str, dict["Look", list[_Run]]], last: "Look") -> "Iterator[tuple[Look, Sequence[_Run]]]":
    """Yield what is written, ground by ground: first what has the ink of the last look; with it the blanks."""
    for ground, looks in groups.items():
        blanks = looks.pop(_ANY, [])
        found = sorted(looks.items(), key=lambda one: one[0].ink != last.ink)
        if blanks and (not found or found[0][0].rest):
            yield _one(Look(last.ink, ground, "")), blanks
        elif blanks:
            found[0] = found[0][0], sorted(blanks + found[0][1])
        yield from found
        last = found[-1][0] if found else last


_NOWHERE: Final = -9


def _way(was_y: int, was_x: int, y: int, x: int) -> str:
    """Return the shortest order that moves the cursor from one cell to another."""
    if was_x != _NOWHERE:
        across = x - was_x
        if y == was_y and across > 0:
            return f"\x1b[{across}C"
        if y - was_y == 1 and across in {-1, 0}:
            return "\x1b[B\x1b[D" if across else "\x1b[B"
    return _at(y, x)


_PLAIN: Final = "\x1b[0m"  # The escape sequence that ends a style.


class Look(NamedTuple):
    """The codes of a style: of its ink, of its ground, and of all else."""

    ink: str
    ground: str
    rest: str


_NO_LOOK: Final = Look("", "", "")  # The look of a terminal after a reset.
_ANY: Final = Look("any", "", "")  # The look of a blank on a ground: its ink is not seen.


@cache
def _look(palette: Palette, hue: Ink, ground: Ink, depth: int) -> Look:
    """Return the codes of a style; equal ones are one object."""
    # A new Style is parsed, because a Style caches the escape sequences of the first colour system it is rendered for.
    style = Style.parse(str(palette.style(hue, ground, depth)))
    system = COLOR_SYSTEMS[palette.colours.system]
    ink = style.color.downgrade(system).get_ansi_codes() if style.color else ()
    back = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ()
    before, _, _ = (
        Style(bold=style.bold, dim=style.dim, reverse=style.reverse, underline=style.underline)
        .render("x", color_system=system)
        .partition("x")
    )
    return _one(Look(";".join(ink), ";".join(back), before.removeprefix("\x1b[").removesuffix("m")))


@cache
def _one(look: Look) -> Look:
    return look


@cache
def _order(old: Look, new: Look) -> str:
    """Return the order that leads from one look to another, with what differs alone if that is enough."""
    if old.rest == new.rest and all(new[:2]):
        codes = [now for was, now in zip(old[:2], new[:2], strict=True) if was != now]
    else:
        codes = ["0", *filter(None, (new.rest, *new[:2]))]
    return f"\x1b[{';'.join(codes)}m" if codes else ""
