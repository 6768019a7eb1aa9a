"""The cards: painted with pips and courts, with large figures, or by lines; and the halo and shadow around one.

The pictures stand in ``cards.txt``, two pixels by two in a cell, in which no cell has more than two colours: they are
fitted to the quadrants of a cell once, and drawn as they are. A dot is the paper of the card.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Final, NamedTuple

from chwech_tui.drawing.line import cells, left, middle, right
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, SMALL, SYMBOLS, TINY, CardLook, CardSize, Face, Strokes
from chwech_tui.model.ink import Aim, Gold, Ground, Hue, Ink, Line, Paint, Picture, Span
from protocol.cards import Rank, Suit

QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The glyph of each set of pixels: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""

_NAMES: Final = {HUGE: "X", LARGE: "L", MIDDLE: "M"}  # The sizes of the pictures in ``cards.txt``.

_ALIKE: Final = {
    "s": "#f2c9a0",  # skin
    "k": "#dba878",  # skin in the shade
    "g": "#e8b63a",  # gold
    "w": "#fffdf6",  # white
    "d": "#2a2030",  # eyes
    "l": "#b5443c",  # lips
}
_OWN: Final[Mapping[Suit | None, Mapping[str, str]]] = {
    Suit.SPADES: {"r": "#2f4a86", "q": "#223768", "h": "#2b2430", "b": "#3a3340"},
    Suit.HEARTS: {"r": "#c7303a", "q": "#98212b", "h": "#a4622a", "b": "#8d5224"},
    Suit.DIAMONDS: {"r": "#dd7a1c", "q": "#b65c0e", "h": "#d9a441", "b": "#c79a4a"},
    Suit.CLUBS: {"r": "#1f8a5a", "q": "#166844", "h": "#5a3620", "b": "#5a3620"},
    None: {"r": "#7d3fb0", "q": "#5c2a86", "h": "#5c2a86", "b": "#fffdf6"},
}
"""The colours of the pictures by their letters: alike in all suits, and robe, its shade, hair and beard of each."""


@cache
def _paints(suit: Suit | None, *, night: bool) -> Mapping[str, Paint]:
    return {letter: Paint(colour, night=night) for letter, colour in {**_ALIKE, **_OWN[suit]}.items()}


def _read() -> Mapping[str, Sequence[str]]:
    """Read the sheet: a picture is a line ``= NAME`` and its rows of pixels."""
    found: dict[str, list[str]] = {}
    for line in files("chwech_tui.drawing").joinpath("cards.txt").read_text("utf-8").splitlines():
        if line.startswith("= "):
            rows = found.setdefault(line[2:], [])
        elif line and not line.startswith("#"):
            rows.append(line)
    return found


PICTURES: Final = _read()  # Read once at the start: an update may replace the file under a server that runs.


class _Cell(NamedTuple):
    """A cell of a card."""

    glyph: str
    hue: Ink
    ground: Ink | None


@lru_cache(1024)
def _fitted(name: str) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """Return the cells of a picture: a glyph, and the letters of its colour and of its ground."""
    return fitted(PICTURES[name])


@cache
def _fitted_pips(symbol: str, number: int) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    rows = [["."] * 2 * HUGE.width for _row in range(2 * HUGE.height)]
    for place in PIPS[HUGE][number - 2].split():
        x, y = _COLUMNS[HUGE][place[0]], int(place[1:])
        # Four in a row touch each other unless they are smaller.
        for pixels, row in zip(PICTURES[f"{symbol} {'S' if number > 9 else 'M'}"], rows[y:], strict=False):
            row[x : x + len(pixels)] = pixels
    return fitted(["".join(row) for row in rows])


def fitted(rows: Sequence[str]) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """Return the cells of pixels, as many rows and as many in a row as fill whole cells."""
    return tuple(
        tuple(_fit(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, len(upper), 2))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


@cache
def _fit(pixels: str) -> tuple[str, str, str]:
    """Return the glyph of four pixels with its two colours; the paper is the ground wherever there is some."""
    colours = sorted(set(pixels), key=lambda one: (one != ".", -pixels.count(one), one))
    ground, ink = colours[0], colours[-1]
    if ink == ground != ".":
        return "█", ink, "."
    return QUADRANTS[sum(1 << place for place, one in enumerate(pixels) if one == ink != ground)], ink, ground


PIPS: Final[Mapping[CardSize, Sequence[str]]] = {
    MIDDLE: (
        *("c1 c3", "c1 c2 c3", "l1 r1 l3 r3", "l1 r1 c2 l3 r3", "l1 r1 l2 r2 l3 r3", "l1 r1 c2 l2 r2 l3 r3"),
        *("l1 c1 r1 l2 r2 l3 c3 r3", "l1 c1 r1 l2 c2 r2 l3 c3 r3", "a1 l1 r1 b1 a2 b2 a3 l3 r3 b3"),
        *("a1 l1 r1 b1 a2 c2 b2 a3 l3 r3 b3", "a1 l1 r1 b1 a2 l2 r2 b2 a3 l3 r3 b3"),
        "a1 l1 r1 b1 a2 l2 c2 r2 b2 a3 l3 r3 b3",
    ),
    LARGE: (
        *("c1 c5", "c1 c3 c5", "l1 r1 l5 r5", "l1 r1 c3 l5 r5", "l1 r1 l3 r3 l5 r5", "l1 r1 c2 l3 r3 l5 r5"),
        *("l1 r1 c2 l3 r3 c4 l5 r5", "l1 r1 l2 r2 c3 l4 r4 l5 r5", "l1 r1 c2 l2 r2 l4 r4 c4 l5 r5"),
        *("l1 r1 c2 l2 r2 c3 l4 r4 c4 l5 r5", "l1 c1 r1 l2 c2 r2 l4 c4 r4 l5 c5 r5"),
        "l1 c1 r1 l2 c2 r2 c3 l4 c4 r4 l5 c5 r5",
    ),
    HUGE: (
        *("c2 c12", "c2 c7 c12", "l2 r2 l12 r12", "l2 r2 c7 l12 r12", "l2 r2 l7 r7 l12 r12", "l2 r2 c4 l7 r7 l12 r12"),
        *("l2 r2 c4 l7 r7 c10 l12 r12", "l2 c2 r2 l7 c7 r7 l12 c12 r12", "w2 a2 b2 z2 l7 r7 w12 a12 b12 z12"),
        *("w2 a2 b2 z2 l7 c7 r7 w12 a12 b12 z12", "w2 a2 b2 z2 w7 a7 b7 z7 w12 a12 b12 z12"),
        "w2 a2 b2 z2 w7 l7 c7 r7 z7 w12 a12 b12 z12",
    ),
}
"""Where the pips of 2 to 13 stand: a column and the row, in pixels where pips are painted, on the largest cards."""

_COLUMNS: Final = {
    MIDDLE: {"l": 1, "c": 3, "r": 5, "a": 2, "b": 4},
    LARGE: {"l": 2, "c": 4, "r": 6},
    HUGE: {"l": 3, "c": 10, "r": 17, "w": 1, "a": 7, "b": 13, "z": 19},
}

_COURTS: Final = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K"}


@lru_cache(4096)
def draw_card(
    face: Face,
    look: CardLook,
    ground: Ground,
    aim: Aim | None = None,
    *,
    over: bool = False,
    covered: bool = False,
) -> Picture:
    """Draw one card; a tiny one has no edge. It is cached, because the same cards are drawn again and again.

    Args:
        face: what is on it.
        look: its size, and how it is drawn.
        ground: the card itself, or one in the shade; a chosen one is another colour only where it is drawn by lines.
        aim: what a click on it does.
        over: it lies on another card, and shows its left edge.
        covered: another card lies on it, and would hide a part of what its lower corner says.
    """
    if look.size == TINY:
        return ((Span(middle(face.corner, TINY.width), face.hue, ground, aim),),)
    if look.strokes is Strokes.DRAWN:
        return tuple(((Span(row, face.hue, ground, aim),)) for row in _stroked(face, look.size, ground))
    paper = Ground.SHADED if ground is Ground.SHADED else Ground.CARD
    grid = [[_Cell(" ", face.hue, paper)] * look.size.width for _row in range(look.size.height)]
    if look.size == SMALL:
        _write(grid, (look.size.width - cells(face.corner)) // 2, 1, face.corner, face.hue)
    elif look.strokes is Strokes.LEGIBLE and look.size != MIDDLE and face.rank is not None and face.suit is not None:
        _draw_legible(grid, face, face.rank, face.suit)
    else:
        _draw_face(grid, face, look.size, paper, covered=covered)
    _cut(grid)
    if over:
        for row in grid[1:-1]:
            if row[0].glyph == " ":
                row[0] = _Cell("▏", Hue.EDGE, row[0].ground)
    return tuple([tuple(_spans(row, aim)) for row in grid])


def _spans(row: Sequence[_Cell], aim: Aim | None) -> Iterator[Span]:
    for (hue, ground), cells_alike in groupby(row, key=lambda cell: cell[1:]):
        yield Span("".join([cell.glyph for cell in cells_alike]), hue, ground, aim)


def _draw_face(grid: list[list[_Cell]], face: Face, size: CardSize, paper: Ground, *, covered: bool) -> None:
    """Paint the pips or the court of a card, and write what it is into two corners."""
    rank, suit = face.rank, face.suit
    court = _COURTS.get(rank) if rank is not None else None
    court = "JK" if suit is None else court
    hidden = size.width - 1 - cells(face.corner)
    if court is not None:
        _paint(grid, _fitted(f"{court} {_NAMES[size]}"), (0, 0), _paints(suit, night=paper is Ground.SHADED))
    elif rank is Rank.ACE:
        name = f"{SYMBOLS[suit]} {'X' if size == HUGE else 'L'}" if suit else ""
        wide = len(PICTURES[name][0]) // 2
        high = len(PICTURES[name]) // 2
        _paint(grid, _fitted(name), ((size.width - wide) // 2, (size.height - high) // 2), {"x": face.hue})
    elif rank is not None and suit is not None and rank.value.isdigit():
        if size == HUGE:
            _paint(grid, _fitted_pips(SYMBOLS[suit], int(rank.value)), (0, 0), {"x": face.hue})
        for pip in PIPS[size][int(rank.value) - 2].split() if size != HUGE else ():
            _write(grid, _COLUMNS[size][pip[0]], int(pip[1]), SYMBOLS[suit], face.hue)
    _write(grid, 1, 0, face.corner, face.hue)
    if covered:
        # Half of what the lower corner says would say something else: "1" for a ten.
        return
    if court is None:
        _write(grid, hidden, size.height - 1, face.corner, face.hue)
    elif size != MIDDLE:
        _write(grid, size.width - 2, size.height - 1, face.symbol, _paints(suit, night=paper is Ground.SHADED)["w"])


def _draw_legible(grid: list[list[_Cell]], face: Face, rank: Rank, suit: Suit) -> None:
    high, wide = len(grid), len(grid[0])
    _paint(grid, _fitted(f"figure {rank.value}"), (1, 1), {"x": face.hue})
    _paint(grid, _fitted(f"{SYMBOLS[suit]} M"), (wide - 4, high - 2), {"x": face.hue})
    if face.corner != rank.value + SYMBOLS[suit]:
        # What was said with it.
        _write(grid, wide - 1 - cells(face.corner), 0, face.corner, face.hue)


def _paint(
    grid: list[list[_Cell]],
    picture: Sequence[Sequence[tuple[str, str, str]]],
    at: tuple[int, int],
    paints: Mapping[str, Ink],
) -> None:
    for y, row in enumerate(picture, at[1]):
        for x, (glyph, ink, ground) in enumerate(row, at[0]):
            if (glyph, ground) != (" ", "."):
                paper = grid[y][x].ground
                behind = paper if ground == "." else paints[ground]
                grid[y][x] = _Cell(glyph, paints[ink], behind)


def _write(grid: list[list[_Cell]], x: int, y: int, text: str, hue: Ink) -> None:
    """Write a text on a card, on what is painted there."""
    for place, letter in enumerate(text, x):
        if 0 <= place < len(grid[y]):
            was = grid[y][place]
            grid[y][place] = _Cell(letter, hue, was.hue if was.glyph == "█" else was.ground)


def _cut(grid: list[list[_Cell]]) -> None:
    """Cut a quarter of the cell at each corner, where what lies below is seen."""
    for y, x, glyph in ((0, 0, "▟"), (0, -1, "▙"), (-1, 0, "▜"), (-1, -1, "▛")):
        cell = grid[y][x]
        ink = cell.hue if cell.glyph == "█" else cell.ground
        if ink is not None:
            grid[y][x] = _Cell(glyph, ink, None)


def _stroked(face: Face, size: CardSize, ground: Ground) -> list[str]:
    """Draw a card edged with lines: double if it is chosen, the corners alone if it is shaded."""
    inner = size.width - 2
    bars = {Ground.CHOSEN: "╔═╗║╚╝", Ground.SHADED: "┌ ┐ └┘"}.get(ground, "┌─┐│└┘")
    inside = [bars[3] + text + bars[3] for text in _within(face, size)]
    return [bars[0] + bars[1] * inner + bars[2], *inside, bars[4] + bars[1] * inner + bars[5]]


def _within(face: Face, size: CardSize) -> list[str]:
    inner = size.width - 2
    if size.height < MIDDLE.height:
        return [middle(face.corner, inner)]
    blank = [" " * inner] * ((size.height - 5) // 2)
    return [left(face.corner, inner), *blank, middle(face.symbol, inner), *blank, right(face.corner, inner)]


@lru_cache(4096)
def lying(  # noqa: PLR0913 - how one card lies
    face: Face,
    look: CardLook,
    ground: Ground,
    aim: Aim | None = None,
    *,
    over: bool = False,
    covered: bool = False,
    halo: Hue | None = None,
) -> Picture:
    """Return a card as it lies on the felt: with its shadow and, if it has one, a halo, a cell more on every side.

    That of a chosen card is taller above it: the face itself never moves, so that little is sent for a key.
    """
    card, wide = draw_card(face, look, ground, aim, over=over, covered=covered), look.size.width
    none = Span(" ", Hue.TEXT, None)
    if look.strokes is Strokes.DRAWN or look.size == TINY:
        return ((), *[(none, *row, none) for row in card], ())
    beside = Span("▐", halo, None) if halo else none
    rows = [(beside, *_filled(row, halo), _right_of(y, halo)) for y, row in enumerate(card)]
    if halo is None:
        return ((), *rows, (none, Span("▝" + "▀" * (wide - 1) + "▘", Hue.SHADE, None)))
    above = (none, Span(("▄" if halo is Hue.HALO else "▂") * wide, halo, None))
    shade = Span("▆" * (wide - 1), Hue.SHADE, halo), Span("▘", Hue.SHADE, None)
    return (above, *rows, (none, Span("▆", Ground.TABLE, halo), *shade))


def _right_of(y: int, halo: Hue | None) -> Span:
    return Span("▌", halo, None) if halo else Span("▖" if y == 0 else "▌", Hue.SHADE, None)


def _filled(row: Line, halo: Hue | None) -> Line:
    """Return a row of a card with the notches of its corners in the colour of its halo."""
    if halo is None:
        return row
    return tuple([Span(one.text, one.hue, halo, one.aim) if one.ground is None else one for one in row])


_GOLD: Final = tuple([Gold(share / 9) for share in range(10)])


def gilt(picture: Picture) -> Picture:
    """Return a picture in gold, which is brightest in its first row."""
    shades = [_GOLD[9 - 9 * y // max(1, len(picture) - 1)] for y in range(len(picture))]
    return tuple(
        [tuple([Span(one.text, gold, None) for one in row]) for row, gold in zip(picture, shades, strict=True)]
    )


@lru_cache(16)
def draw_gilt(name: str) -> Picture:
    """Draw a picture of the sheet in gold."""
    rows = ["".join([cell[0] for cell in row]) for row in _fitted(name)]
    return gilt(tuple([(Span(row),) for row in rows]))


_WEAVE: Final = Paint("#8e2a3a"), Paint("#b5495a")


@cache
def draw_back(look: CardLook) -> Picture:
    """Draw the back of a card."""
    wide, high = look.size.width, look.size.height
    if look.strokes is Strokes.DRAWN:
        rows = ["░" * wide] if look.size == TINY else ["┌" + "─" * (wide - 2) + "┐", "└" + "─" * (wide - 2) + "┘"]
        rows[1:1] = ["│" + "░" * (wide - 2) + "│"] * (high - 2)
        return tuple([(Span(row, Hue.BACK, Ground.TABLE),) for row in rows])
    ground, thread = _WEAVE
    edge = [_Cell(glyph, Ground.CARD, ground) for glyph in "▔▁"]
    row = [_Cell("▎", Ground.CARD, ground), *[_Cell("▚", thread, ground)] * (wide - 2), _Cell("▊", ground, Ground.CARD)]
    grid = [[edge[0]] * wide, *[list(row) for _row in range(high - 2)], [edge[1]] * wide] if high > 2 else [row]
    if high > 2:
        _cut(grid)
    return tuple([tuple(_spans(cells_of_row, None)) for cells_of_row in grid])


def draw_slot(size: CardSize) -> Picture:
    """Draw the place on the felt where a card will lie."""
    if size.height < SMALL.height:
        return ((Span("·".center(size.width), Hue.OUTLINE, None),),)
    bar = "─" * (size.width - 2)
    inside = (Span("│", Hue.OUTLINE, None), Span(" " * (size.width - 2), Hue.TEXT, None), Span("│", Hue.OUTLINE, None))
    edge = [(Span(f"{first}{bar}{last}", Hue.OUTLINE, None),) for first, last in ("╭╮", "╰╯")]
    return (edge[0], *[inside] * (size.height - 2), edge[1])
