"""The surface of a screen: composes pictures into rows of cells, and writes the cells that new pictures change.

The cells go straight to the terminal, far cheaper than through Textual: what has changed, or a whole frame, ordered by
colour, so that a colour is named once and not at each edge. Textual draws from the same surface where a widget lies on
a screen or there is no terminal. Direct drawing only has to know when the terminal does not show the surface: while
another screen is on top, before the first frame, within a batch, under a widget.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress, count, groupby, zip_longest
from operator import is_not, itemgetter
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

Tint = tuple[Ink, Ink | None]
"""The hue of a cell and its ground; equal ones are one object."""

Cell = tuple[str, Tint]
"""What stands in a cell, and its tint; the second half of a wide letter is an empty text."""


class Row(NamedTuple):
    """A line that lies on the screen."""

    width: int
    agreed: bool
    """True if all its letters have the same width on all terminals."""
    runs: Sequence[tuple[int, bool, Sequence[Cell]]]
    """What is seen of it: runs of cells, each with its place, and whether they hide all that lies below."""


Place = tuple[int, int]
"""Cells of a row: the first column, and the one after the last."""

Change = tuple[int, int, int]
"""Cells that must be written: a row, the first column, and the one after the last."""


class Surface:
    """The composed content of one screen, row by row."""

    def __init__(self, palette: Palette) -> None:
        self.parts: Parts = {}
        self._palette, self._painted = palette, palette.painted
        self._looks: dict[tuple[Tint, int], Look] = {}  # The looks of the tints at each depth of the felt.
        self._width = self._height = 0
        self._rows: dict[int, list[Cell]] = {}
        self._disputed: set[int] = set()  # The rows with letters that are not as wide on all terminals.
        self._known_spot: tuple[Picture, Box, Spot, tuple[int, int]] | None = None

    def repaint(self, palette: Palette) -> None:
        """Change the look of all rows."""
        self._palette, self._painted = palette, palette.painted
        self._looks.clear()
        self._rows.clear()

    def show(self, size: tuple[int, int], parts: Parts) -> list[Change]:
        """Show other pictures and return the cells that differ; none while all must be drawn."""
        before, self.parts = self.parts, parts
        if size != (self._width, self._height):
            self._width, self._height = size
            self._rows.clear()
        if not self._rows:
            return []
        places: dict[int, list[Place]] = {}
        for name in before.keys() | parts.keys():
            old, new = before.get(name), parts.get(name)
            for y, x, behind in _places_of(old, new) if old != new else ():
                first, end = max(0, x), min(behind, self._width)
                if 0 <= y < self._height and first < end:
                    places.setdefault(y, []).append((first, end))
        # Where the width of a word is disputed, its row is written whole.
        whole = [(0, self._width)]
        places |= dict.fromkeys(places.keys() & self._disputed | places.keys() - self._rows.keys(), whole)
        places = {y: _joined(found) for y, found in places.items()}
        known, disputed = {y: self._rows.get(y, []) for y in places}, places.keys() & self._disputed
        self._compose(places)
        disputed |= places.keys() & self._disputed
        changes: list[Change] = []
        for y in sorted(places):
            was, now = known[y], self._rows[y]
            if y in disputed or not was:
                changes += [(y, 0, self._width)] if was != now else ()
            else:
                for first, end in places[y]:
                    changes += _changes(y, first, end, was, now)
        return changes

    def row(self, y: int) -> list[Cell]:
        """Return the cells of a row of the screen."""
        if y not in self._rows:
            self._compose({y: [(0, self._width)]})
        return self._rows[y]

    def _compose(self, places: Mapping[int, Sequence[Place]]) -> None:
        """Compose places of rows: the parts that cross them lie one above the other."""
        for y, found in places.items():
            row = self._rows[y] = self._rows.get(y, [])[:] or [self._bare(y)] * self._width
            for first, end in found:
                row[first:end] = [self._bare(y)] * (end - first)
        self._disputed -= places.keys()
        if not places:
            return
        low, high = min(places), max(places) + 1
        beside = [part for part in self.parts.values() if part.box.y < high and part.box.y + part.box.height > low]
        for (x, top, width, height), picture, _above in sorted(beside, key=_is_above):
            rows, right = range(max(low, top), min(high, top + min(height, len(picture)))), x + width
            crossed = [(y, *one) for y in rows for one in places.get(y, ()) if x < one[1] and right > one[0]]
            # The rows of a picture are asked for only where it is crossed: those of all sessions are not kept at once.
            for y, first, end in crossed:
                line = _rows_of(picture)[y - top]
                self._lay(y, x, line if line.width <= width else _cells(fit(picture[y - top], width)), first, end)

    def _lay(self, y: int, x: int, found: Row, first: int, end: int) -> None:
        """Lay a line on a row of the screen at a column, as far as it is between two others."""
        row = self._rows[y]
        for place, hides, run in found.runs:
            start = left = x + place
            right = start + len(run)
            if left < first or right > end:
                left, right = max(first, start), min(end, right)
                if left >= right:
                    continue
                run = run[left - start : right - start]  # noqa: PLW2901 - what is seen of it
            row[left:right] = run if hides else map(_over, run, row[left:right])
        if not found.agreed:
            self._disputed.add(y)

    def _bare(self, y: int) -> Cell:
        """Return what the felt shows where nothing lies on it: its brass edge beside the rails, if there is one."""
        if self._painted and self._height > LOW:
            if y == 1:
                return _cell("▔", Hue.BRASS, Ground.TABLE)
            if y == self._height - 2 and self._height >= HIGH:
                return _cell("▁", Hue.BRASS, Ground.TABLE)
        return _cell(" ", Hue.TEXT, Ground.TABLE)

    def depth(self, y: int) -> int:
        """Return how deep the felt of a row is."""
        return _depth(y, self._height) if self._painted else 0

    def strip(self, y: int) -> Strip:
        """Return one row as a strip for Textual."""
        style, depth = self._palette.style, self.depth(y)
        runs = _runs(self.row(y), 0, self._width)
        return Strip(
            [
                Segment(self._sent(text, y, x), style(hue, ground or Ground.TABLE, depth))
                for x, _, text, (hue, ground) in runs
            ],
            self._width,
        )

    def _sent(self, text: str, y: int, x: int) -> str:
        """Return a text as this terminal is sent it: the last guard before remote text is drawn.

        What follows a disputed text is placed, whatever width the terminal gives that.
        """
        if self._palette.ascii:
            return to_ascii(printable(text))
        return text if _is_plain(text) else _placed(printable(text), y, x)

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
        """Return the effect of a click on a cell, of the topmost part that shows something there; None for none."""
        for (left, top, width, height), picture, _above in sorted(self.parts.values(), key=_is_above)[::-1]:
            if left <= x < left + width and top <= y < top + min(height, len(picture)):
                span = _span_at(picture[y - top], x - left)
                if span is not None:
                    return span.aim
        return None

    # What goes to the terminal

    def frame(self) -> str:
        """Return what draws the whole screen: each row is erased to its commonest ground, the rest written on it."""
        pieces, changes, look = [_PLAIN], list[Change](), _NO_LOOK
        for y in range(self._height):
            row = self.row(y)
            if not self._palette.erases:
                changes.append((y, 0, self._width))
                continue
            wide = Counter[Ink | None]()
            for (_hue, own), number in Counter(map(_TINT, row)).items():
                wide[own] += number
            ground = max(wide, key=wide.__getitem__)
            now = self._look(_tint(Hue.TEXT, ground), self.depth(y))
            pieces += [_way(y - 1, 0 if y else _NOWHERE, y, 0), _order(look, now), "\x1b[K"]
            look = now
            erased = [_cell(" ", Hue.TEXT, ground)] * self._width
            changes += [(y, 0, self._width)] if y in self._disputed else _changes(y, 0, self._width, erased, row)
        return "".join(pieces) + self.written(changes, look)

    def _look(self, tint: Tint, depth: int) -> "Look":
        """Return the look of a tint in a row so deep."""
        known = self._looks.get((tint, depth))
        if known is None:
            look = _look(self._palette, tint[0], tint[1] or Ground.TABLE, depth)
            known = self._looks[tint, depth] = look
        return known

    def written(self, changes: Iterable[Change], look: "Look | None" = None) -> str:
        """Return what writes some cells, those of one colour after another; a blank is written in any ink."""
        groups: dict[str, dict[Look, list[_Run]]] = {}
        for y, first, end in changes:
            depth = self.depth(y)
            for x, behind, text, tint in _runs(self.row(y), first, end):
                now, sent = self._look(tint, depth), self._sent(text, y, x)
                # Where the terminal leaves the cursor after a disputed text, or at its edge, is not known.
                at = behind if sent is text and behind < self._width else _NOWHERE
                bare = len(sent) - len(sent.rstrip(" ")) if behind - x >= _ERASED else 0
                if bare >= _ERASED and self._palette.erases and now.rest in _UNSEEN:
                    sent = sent[:-bare] + (f"\x1b[{bare}X" if behind < self._width else "\x1b[K")
                    at = behind - bare
                key = _ANY if text.isspace() and now.rest in _UNSEEN else now
                groups.setdefault(now.ground, {}).setdefault(key, []).append((y, x, sent, at))
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


LOW: Final = 24  # Up to this height the felt has no brass edge.
HIGH: Final = 32  # From this height it has one above the lower rail as well.

_LETTER: Final = itemgetter(0)
_TINT: Final = itemgetter(1)
_BARE: Final[Tint] = (Hue.TEXT, Ground.TABLE)


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
        own, ground = span.hue, span.ground
        blank = own if own in _SEEN else Hue.TEXT
        found += [_cell(letter, blank if letter == " " else own, ground) for letter in _letters(span.text)]
    runs: list[tuple[int, bool, Sequence[Cell]]] = []
    at = 0
    for hides, same in groupby(found, key=lambda cell: cell[1][1] is not None):
        run = tuple(same)
        # A blank without a ground hides nothing.
        if hides or any(cell[0] != " " for cell in run):
            runs.append((at, hides, run))
        at += len(run)
    return Row(at, agreed(plain(line)), runs)


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


@lru_cache(32768)
def _over(cell: Cell, below: Cell) -> Cell:
    """Return what is seen of a cell without a ground and the one below it."""
    letter, (hue, _none) = cell
    return below if letter == " " else _cell(letter, hue, below[1][1])


@lru_cache(32768)
def _cell(letter: str, hue: Ink, ground: Ink | None) -> Cell:
    return letter, _tint(hue, ground)


@cache
def _tint(hue: Ink, ground: Ink | None) -> Tint:
    return hue, ground


def _runs(row: Sequence[Cell], first: int, end: int) -> Iterable[tuple[int, int, str, Tint]]:
    """Return what stands in some cells of a row, in as few pieces as it has tints; blanks join what is beside them."""
    # Half of a wide letter cannot be written.
    first -= first < end and row[first][0] == ""
    end += end < len(row) and row[end][0] == ""
    found = row[first:end]
    if len(found) == 1:
        ((letter, tint),) = found
        return ((first, end, letter, tint),)
    tints = [cell[1] for cell in found]
    if tints and tints.count(tints[0]) == len(tints):
        return ((first, end, "".join([cell[0] for cell in found]), tints[0]),)
    return _pieces(found, first)


def _pieces(found: Sequence[Cell], first: int) -> Iterator[tuple[int, int, str, Tint]]:
    x = at = first
    text, tint, bare = "", _BARE, True
    for own, alike in groupby(found, _TINT):
        letters = list(map(_LETTER, alike))
        piece = "".join(letters)
        blank = own[0] is Hue.TEXT and piece.isspace()
        if text and not (own[1] is tint[1] and ((blank and tint[0] not in _SEEN) or (bare and own[0] not in _SEEN))):
            yield x, at, text, tint
            x, text, bare = at, "", True
        if bare or not text:
            tint = own
        text, bare, at = text + piece, bare and blank, at + len(letters)
    if text:
        yield x, at, text, tint


def _is_above(part: Part) -> bool:
    return part.above


def _places_of(old: Part | None, new: Part | None) -> Iterator[tuple[int, int, int]]:
    """Yield where a part has changed: rows, each with its first column and the one after its last."""
    if old is None or new is None or old.box != new.box or old.above != new.above:
        for x, y, width, height in [part.box for part in (old, new) if part is not None]:
            yield from [(row, x, x + width) for row in range(y, y + height)]
        return
    x, y, width, height = new.box
    rows = zip_longest(_rows_of(old.picture)[:height], _rows_of(new.picture)[:height])
    yield from [(row, x, x + width) for row, (was, now) in enumerate(rows, y) if was is not now]


def _joined(places: list[Place]) -> list[Place]:
    """Return places of a row with those that touch as one, from the left."""
    joined: list[Place] = []
    for first, end in sorted(places):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((first, end))
    return joined


def _changes(y: int, first: int, end: int, was: Sequence[Cell], now: Sequence[Cell]) -> Iterator[Change]:
    """Yield the runs of cells in which two versions of a row differ from one column to another."""
    start = stop = -1
    for at in compress(count(first), map(is_not, was[first:end], now[first:end])):
        if at > stop and not (stop > 0 and _is_near(now[stop - 1 : at])):
            if stop > 0:
                yield y, start, stop
            start = at
        stop = at + 1
    if stop > 0:
        yield y, start, stop


def _is_near(gap: Sequence[Cell]) -> bool:
    """Return True if to write on over a gap, which begins with the cell before it, takes no more than to step over."""
    if len(gap) > _NEAR:
        return False
    (_, tint), *between = gap
    return all(now is tint or (letter == " " and now[1] is tint[1]) for letter, now in between)


_NEAR: Final = 3
"""The longest gap that is written on over, with the cell before it: to move the cursor takes three bytes and more."""


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


def _span_at(line: Line, x: int) -> Span | None:
    """Return the span that is seen in a column of a line; None where that shows what is below."""
    for span in line:
        wide = cells(span.text)
        if x < wide:
            return span if span.ground is not None or _letters(span.text)[x] != " " else None
        x -= wide
    return None


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


_Run = tuple[int, int, str, int]
"""A row, a column, the text that is written there, and the column in which the cursor is left."""


def _in_turn(groups: dict[str, dict["Look", list[_Run]]], last: "Look") -> "Iterator[tuple[Look, Sequence[_Run]]]":
    """Yield what is written, ground by ground, with the blanks first; grounds that share an ink follow each other."""
    where: dict[str, list[str]] = {}
    for ground, looks in groups.items():
        for look in looks:
            where.setdefault(look.ink, []).append(ground)
    while groups:
        ground = next((one for one in where.get(last.ink, ()) if one in groups), None) or next(iter(groups))
        looks = groups.pop(ground)
        blanks = looks.pop(_ANY, [])
        found = sorted(looks.items(), key=lambda one: (one[0].ink != last.ink, len(where[one[0].ink])))
        if blanks and found and found[0][0].rest in _UNSEEN:
            found[0] = found[0][0], sorted(blanks + found[0][1])
        elif blanks:
            yield _one(Look(last.ink, ground, last.rest if last.rest in _UNSEEN else "")), blanks
        yield from found
        last = found[-1][0] if found else last


_NOWHERE: Final = -9


def _way(was_y: int, was_x: int, y: int, x: int) -> str:
    """Return the shortest order that moves the cursor from one cell to another."""
    far = _at(y, x)
    near = _step(y - was_y, x - was_x) if was_x >= 0 else far
    return near if len(near) < len(far) else far


@lru_cache(4096)
def _step(down: int, across: int) -> str:
    """Return the orders that move the cursor by so many rows and columns."""
    moves = (down, "B"), (-down, "A"), (across, "C"), (-across, "D")
    return "".join([f"\x1b[{'' if by == 1 else by}{order}" for by, order in moves if by > 0])


_PLAIN: Final = "\x1b[0m"  # The escape sequence that ends a style.


class Look(NamedTuple):
    """The codes of a style: of its ink, of its ground, and of all else."""

    ink: str
    ground: str
    rest: str


_NO_LOOK: Final = Look("", "", "")  # The look of a terminal after a reset.
_ANY: Final = Look("any", "", "")  # The look of a blank on a ground: its ink is not seen.


_UNSEEN: Final = {"", "1", "2"}  # What a blank does not show of a style: how strong its letters are.
_ERASED: Final = 5  # From how many on blanks are erased, because that is shorter.


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


_ENDS: Final = {"1": "22", "2": "22", "4": "24", "7": "27"}  # The code that ends what another one begins.


@cache
def _order(old: Look, new: Look) -> str:
    """Return the order that leads from one look to another, with what differs alone if there are colours."""
    was, now = old.rest.split(";"), new.rest.split(";")
    if new.ink and new.ground:
        ends = [_ENDS[code] for code in was if code and code not in now]
        codes = [*ends, *[code for code in now if code and code not in was]]
        codes += [code for before, code in zip(old[:2], new[:2], strict=True) if code != before]
    else:
        codes = ["0", *filter(None, (new.rest, *new[:2]))] if old != new else []
    return f"\x1b[{';'.join(codes)}m" if codes else ""
