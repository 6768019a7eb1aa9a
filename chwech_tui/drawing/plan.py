"""The layout of a table for a given size: plates around the trick, the hand below; pure arithmetic, from 80 by 24."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, SMALL, TINY, CardSize

LEAST_WIDTH: Final = 80  # The least width of a screen that shows everything, in cells.
LEAST_HEIGHT: Final = 24  # The least height of a screen that shows everything, in lines.
_WIDE: Final = 120  # From this width, what stands beside the table has a pane of its own.
_TALL: Final = 44  # From this height, a plate has a line more, and the own one its edges.

_SIZES: Final = (
    *((HUGE, HUGE), (HUGE, LARGE), (LARGE, LARGE), (LARGE, MIDDLE), (MIDDLE, MIDDLE), (MIDDLE, SMALL)),
    *((MIDDLE, TINY), (SMALL, TINY)),
)
"""The sizes of the cards in hand and of those of the trick, the largest first."""

_HAND: Final = 9  # The cards that a hand has room for side by side; more of them overlap.
_GAP: Final = 2  # The least gap between two cards of a trick, or a card and a plate, in cells.
_PLATES: Final = (19, 26)  # The least and the greatest width of a plate, in cells.
_RIM: Final = 4  # The lines of the header, the prompt and the keys.
_EDGED: Final = 32  # From this height the lower rail has an edge, above which the prompt stands if there is room.
_FEW: Final = 2  # So many lines in a corner reach into the halo of a card rather than being fewer.
_CORNER: Final = 17  # The least width of a corner beside the plates above, in cells, where there is no pane.


class Box(NamedTuple):
    """A rectangle of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


_NONE: Final = Box(0, 0, 0, 0)


class SeatPlace(NamedTuple):
    """The place of one seat: its plate and, toward the middle, its card."""

    plate: Box
    card: Box


class Layout(Struct, frozen=True, gc=False):
    """The rectangles of the parts of a table."""

    card: CardSize
    laid: CardSize
    """The size of the cards of the trick."""
    edges: bool
    """True if a plate has half a line above and below it, where its corners are cut."""
    header: Box
    places: tuple[SeatPlace, ...]
    """The other seats in order of play, from the one after the viewer; those above have plates that are wider."""
    own: Box
    """The plate of the viewer, in one line."""
    own_card: Box
    middle: Box
    """What is left between the plates, for cards that lie before no seat."""
    trick: Box
    """The words about the trick."""
    hand: Box
    """The viewer's hand with a line above it and one below; before the game, how it begins."""
    prompt: Box
    keys: Box
    pane: Box
    """What stands beside the table; without a width on a narrow screen."""
    last: Box
    """The previous trick, and what follows; those without a height have no room."""
    scores: Box
    gone: Box
    log: Box
    crib: Box


def fits(width: int, height: int) -> bool:
    """Return True if a screen is large enough."""
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT


class Needs(NamedTuple):
    """What the layout of a table depends on besides the size of the screen."""

    seats: int = 4
    begun: bool = True
    titles: int = 1
    """The number of lines of words about the trick."""
    gone: int = 0
    """The number of lines of the cards gone so far; 0 where the table does not show them."""
    crib: int = 0
    """The number of lines of the rules in short."""
    round: bool = True
    """True if the cards of a trick lie before the seats, and not in the middle."""
    told: int = 0
    """The number of lines above the table in which a coach speaks; they are those of the log."""


def _margin(main: int) -> int:
    return 1 if main < 96 else 2


class _Shape(NamedTuple):
    """How many seats are above and on each side, how high and wide their plates are, and with which cards."""

    main: int
    above: int
    rows: int
    lines: int
    plate: int
    card: CardSize
    laid: CardSize

    @property
    def inner(self) -> Box:
        """The columns between the cards of the seats at the sides."""
        edge = (_margin(self.main) + self.plate + _GAP + self.laid.width + 1) if self.rows else 2
        return Box(edge, 0, self.main - 2 * edge, 0)

    @property
    def wide(self) -> int:
        """The width of a plate above: wider where it has two lines for what others have three."""
        return max(_PLATES[0], min(30, self.plate + 8, self.inner.width)) if self.above == 1 else self.plate

    @property
    def taken(self) -> int:
        """The width of the plates above with the gaps between them."""
        return self.above * (self.wide + 2)

    @property
    def pitch(self) -> int:
        """The height of a seat on a side, with its card and the shadow of that."""
        return max(self.lines + (self.laid is not TINY), self.laid.height + (self.laid is not TINY))


def pane_width(width: int) -> int:
    """Return how wide the pane beside a table is; 0 where a screen has no room for one."""
    return 0 if width < _WIDE else 24 + (min(width, 160) - _WIDE) // 10 + max(0, width - 160) * 3 // 5


def plan(width: int, height: int, needs: Needs) -> Layout:
    """Lay out a table."""
    pane = 0 if needs.told else pane_width(width)
    main = width - pane
    top = _top(height, needs)
    own = 3 if height >= _TALL else 1
    for shape in _shapes(main, needs, pane=pane > 0):
        if _ring(shape, top, needs) + own + (own > 1) + needs.titles + shape.card.height + 2 + _RIM <= height:
            break
    return _lay_out(shape, Box(0, 0, main, height), pane, own, needs)


def _shapes(main: int, needs: Needs, *, pane: bool) -> Iterator[_Shape]:
    """Yield the shapes that fit into a width, the best first: large cards, then many seats on the sides."""
    others = needs.seats - 1
    for card, laid in _SIZES:
        if _HAND * (card.width + 1) + 3 > main:
            continue
        for lines, rows in product((3, 2), range(others // 2, -1, -1)):
            above = others - 2 * rows
            columns = 2 * bool(rows) + max(1, above)
            room = main - columns * laid.width - (columns + 1) * _GAP
            plate = min(_PLATES[1], 19 + (main - LEAST_WIDTH) // 6, room // 2 - 2 if rows else main)
            corner = (main - above * (plate + 2)) // 2
            if plate >= _PLATES[0] and corner >= (0 if pane else _CORNER) and (lines == 3 or laid is TINY):
                yield _Shape(main, above, rows, lines, plate, card, laid)
    yield _Shape(main, others - 2 * (others // 2), others // 2, 2, _PLATES[0], SMALL, TINY)


def _lay_out(shape: _Shape, table: Box, pane: int, own: int, needs: Needs) -> Layout:
    """Return the rectangles of a shape: the foot at the bottom, the seats above it, and what is spare between them."""
    main, height = table.width, table.height
    low, laid, card, top = height <= LEAST_HEIGHT, shape.laid, shape.card, _top(height, needs)
    spare = max(0, height - _RIM - own - (own > 1) - needs.titles - card.height - 2 - _ring(shape, top, needs))
    edge = int(height >= _EDGED and spare > 0)
    spare -= edge
    below = min(spare // 3, 3)
    prompt = height - 3 - edge
    hand = Box(0, prompt - card.height - 2 - below, main, card.height + 2)
    trick = Box(2, hand.y - needs.titles, main - 4, needs.titles)
    wide = min(main - 8, 76 if height >= _TALL or main < 100 else 64)
    plate = Box((main - wide) // 2, trick.y - (own + 1) // 2 - (own > 1), wide, 1)
    bottom = plate.y - (own > 1)
    apart, first = _sides(shape, spare - below, bottom)
    # Where no card lies beside these plates, what is below them is free for a stock.
    first = first if needs.round else min(first, top + 3)
    margin = _margin(main)
    raised = 0 if low else 1
    places = _places(shape, Box(margin, first, main - 2 * margin, shape.pitch + apart), top, raised, beside=needs.round)
    free = Box(margin + shape.plate, top + 2 + raised, main - 2 * (margin + shape.plate), 0)
    middle = free._replace(x=free.x + 2, width=free.width - 4, height=bottom - free.y)
    own_card = Box((main - laid.width) // 2, bottom - laid.height - (spare > 0), laid.width, laid.height)
    if needs.told:
        # The coach speaks above the table, in the place of all else.
        boxes: tuple[Box, ...] = (_NONE, _NONE, _NONE, Box(2, 1 if low else 2, main - 4, needs.told), _NONE)
    else:
        boxes = _aside(Box(main + 2, 2, pane - 4, height - 4), needs) if pane else _corners(shape, main, top, first)
    if not needs.begun:
        hand, trick, boxes = _before_game(hand, trick, boxes, beside=not pane and not needs.told)
    return Layout(
        card=card,
        laid=laid,
        edges=not low and shape.pitch >= shape.lines + 2,
        header=Box(2, 0, main + pane - 4, 1),
        places=places,
        own=plate,
        own_card=own_card,
        middle=middle,
        trick=trick,
        hand=hand,
        prompt=Box(2, prompt, main - 4, 2),
        keys=Box(2, height - 1, main + pane - 4, 1),
        pane=Box(main, 1 + (not low), pane, height - 2 - (not low) - (height >= _EDGED)),
        last=boxes[0],
        scores=boxes[1],
        gone=boxes[2],
        log=boxes[3],
        crib=boxes[4],
    )


def _sides(shape: _Shape, spare: int, bottom: int) -> tuple[int, int]:
    """Return how far apart the seats at the sides are, and the row of the first one."""
    apart = min(2, spare // 3, spare // (shape.rows - 1)) if shape.rows > 1 else 0
    between = max(0, shape.rows - 1) * apart
    return apart, bottom - shape.rows * shape.pitch - between - min(2, spare // 3, spare - between)


def _before_game(hand: Box, trick: Box, boxes: tuple[Box, ...], *, beside: bool) -> tuple[Box, Box, tuple[Box, ...]]:
    """Give the lines of the hand and the trick to how the game begins; on a narrow screen the log is beside it."""
    room = Box(2, trick.y, hand.width - 4, hand.y + hand.height - trick.y)
    if beside:
        wide = room.width * 3 // 5
        log = Box(room.x + wide + 3, room.y, room.width - wide - 3, room.height)
        room, boxes = room._replace(width=wide), (*boxes[:3], log, boxes[4])
    return room, trick._replace(height=0), boxes


def _top(height: int, needs: Needs) -> int:
    """Return the line of the plates above: below the rail, and what a coach says."""
    rim = 1 if height <= LEAST_HEIGHT else 2
    return rim + needs.told + (rim - 1 if needs.told else 0)


def _ring(shape: _Shape, top: int, needs: Needs) -> int:
    """Return the least height of the seats with their cards, from the rail on."""
    above = 2 + (top > 1)
    # The plates at the sides stand below those above them where these are too wide to stand between them.
    sides = shape.rows * shape.pitch + (above + 1 if shape.above and shape.taken - 2 > shape.inner.width else 0)
    across = above + shape.laid.height * (1 + bool(shape.above)) if needs.round else above + shape.laid.height + 3
    return top - 1 + max(sides, across)


def _places(shape: _Shape, side: Box, top: int, raised: int, *, beside: bool) -> tuple[SeatPlace, ...]:
    """Return the places of the other seats: up the left side, along the top, and down the right side.

    ``side`` is the left and right edge of all, the top of the sides, and the height of a seat there; ``beside`` is True
    if cards lie beside the plates.
    """
    plate, laid = shape.plate, shape.laid
    right = side.x + side.width - plate
    inner = side.x + plate + _GAP + raised
    # A plate stands in the middle of its card.
    shift = max(0, laid.height - shape.lines) // 2 if beside else int(laid.height > shape.lines)

    def at(row: int, x: int, card: int) -> SeatPlace:
        y = side.y + side.height * row
        return SeatPlace(Box(x, y + shift, plate, shape.lines), Box(card, y, laid.width, laid.height))

    left_side = [at(row, side.x, inner) for row in reversed(range(shape.rows))]
    right_side = [at(row, right, right - _GAP - raised - laid.width) for row in range(shape.rows)]
    return (*left_side, *_above(shape, side, top, raised), *right_side)


def _above(shape: _Shape, side: Box, top: int, raised: int) -> Iterator[SeatPlace]:
    """Yield the places above, from the left: each plate with its card below it."""
    if not shape.above:
        return
    wide = shape.wide
    x = side.x + (side.width - shape.taken + 2) // 2
    inner = shape.inner
    for number in range(shape.above):
        left = x + number * (wide + 2)
        middle = left + wide // 2 if shape.above == 1 else inner.x + (2 * number + 1) * inner.width // (2 * shape.above)
        card = Box(middle - shape.laid.width // 2, top + 2 + raised, *shape.laid)
        yield SeatPlace(Box(left, top, wide, 2), card)


def _corners(shape: _Shape, main: int, top: int, first: int) -> tuple[Box, ...]:
    """Return the places of the previous trick and of the log above the plates at the sides; nothing else has room."""
    width, height = (main - shape.taken) // 2 - 3, first - top if shape.rows else 5
    # The halo of a card beside a plate is a line higher than the card.
    log = height - (height > _FEW and shape.rows > 0)
    height -= height > 2 * _FEW and shape.rows > 0
    if shape.rows and height > 1:
        # Beside a plate lies the card of its seat, which may reach higher.
        width = min(width, shape.plate + 8)
    elif shape.rows and not shape.above:
        # One line: between the cards, whose halos are in it.
        inner = shape.inner
        return Box(2, top, shape.plate, height), _NONE, _NONE, Box(inner.x + 1, top, inner.width - 2, log), _NONE
    return Box(2, top, width, height), _NONE, _NONE, Box(main - 2 - width, top, width, log), _NONE


FAN: Final = MIDDLE.height + 1  # The lines of the cards of the previous trick in a high pane, with their shadow.
_LOG: Final = 8  # The least height of the log in a pane, in lines.
_HIGH: Final = 40  # The height of a pane, in lines, from which the previous trick lies in it as cards.


def _aside(column: Box, needs: Needs) -> tuple[Box, ...]:
    """Return the places in a pane of the previous trick, the scores, the cards gone, the log and the crib.

    What is least important is left out where there is no room for it and for the log.
    """
    last = 4 if needs.seats < 8 else 6
    last = FAN + 4 if column.height >= _HIGH else last
    wanted = (last, needs.seats + 1, needs.gone, needs.crib) if needs.begun else (0, 0, 0, needs.crib)
    heights, room = [0, 0, 0, 0], column.height - _LOG
    for place, lines in enumerate(wanted):
        if lines and lines + 1 <= room:
            heights[place] = lines
            room -= lines + 1
    boxes, y = list[Box](), column.y
    for lines in heights[:3]:
        boxes.append(Box(column.x, y, column.width, lines))
        y += lines + 1 if lines else 0
    bottom = column.y + column.height
    crib = Box(column.x, bottom - heights[3], column.width, heights[3])
    log = Box(column.x, y, column.width, crib.y - (1 if heights[3] else 0) - y)
    return *boxes, log, crib
