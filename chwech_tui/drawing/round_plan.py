"""The layout of the table screen on a big terminal: the seats around the trick in order of play; pure arithmetic."""

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.drawing.line import wrap
from chwech_tui.drawing.plan import Box, Needs
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, CardSize
from chwech_tui.model.ink import Hue, Picture, Span
from protocol.language import _

ROUND_WIDTH: Final = 120
"""From this width, in cells, the seats sit around the table, if the screen is high enough."""

ROUND_HEIGHT: Final = 30
"""From this height, in lines, the seats sit around the table, if it is wide enough; nine or ten need two lines more."""

PANEL_LINES: Final = 5
"""The height of the panel of a seat: its frame with the name, and three lines of the game."""

SHORT_PANEL_LINES: Final = 4
"""The height of such a panel where there is less room: one of the lines stands in its lower edge."""

SLOT: Final = 9
"""The least width of the place of a card of the trick: that of the words below it."""

_MARGIN: Final = 2
_GAP: Final = 3
_FOOT: Final = 3
"""The lines of the prompt and the keys."""

_SIZES: Final = ((HUGE, HUGE), (HUGE, LARGE), (LARGE, LARGE), (LARGE, MIDDLE), (MIDDLE, MIDDLE))
"""The sizes of the cards in hand and of those of the trick, the largest first."""

_LONGEST_HAND: Final = 9
_LOG: Final = 8
"""The least height of the log, in lines."""


class Side(Enum):
    """Where a seat is, as the viewer at the bottom sees it."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class Place(NamedTuple):
    """The place of one seat: its panel and, toward the middle, the place of its card."""

    side: Side
    panel: Box
    card: Box


class RoundLayout(Struct, frozen=True, gc=False):
    """The rectangles of the parts of a round table."""

    card: CardSize
    laid: CardSize
    """The size of the cards of the trick."""

    short: bool
    """True if the panels of the seats have a line less."""

    header: Box
    places: tuple[Place, ...]
    """The other seats in order of play, from the one after the viewer."""

    middle: Box
    """The place of the viewer's own card in the trick."""

    trick: Box
    """The words about the trick."""

    own: Box
    """The viewer's own seat, in one line."""

    hand: Box
    """The viewer's hand; before the game, how it begins."""

    prompt: Box
    keys: Box
    log: Box
    last: Box
    """The previous trick; this box and the next three have no height where there is no room."""

    scores: Box
    gone: Box
    crib: Box


class _Shape(NamedTuple):
    """How many seats are above and on each side, how high their panels are, and with which cards."""

    top: int
    rows: int
    panel: int
    card: CardSize
    laid: CardSize

    @property
    def row(self) -> int:
        """The height of a seat on a side, with its card."""
        return max(self.panel, self.laid.height + 1)

    @property
    def ring(self) -> int:
        """The height of the seats with their cards."""
        return (self.panel + self.laid.height + 1 if self.top else 0) + self.row * self.rows

    @property
    def gaps(self) -> int:
        """The least number of blank lines between the parts; what is smallest does without."""
        return 0 if self.panel == SHORT_PANEL_LINES and self.card is MIDDLE else 2


def round_plan(width: int, height: int, needs: Needs) -> RoundLayout | None:
    """Lay out a round table; None if the screen is too small for it."""
    if width < ROUND_WIDTH or height < ROUND_HEIGHT or not needs.round:
        return None
    aside = 34 + (width - ROUND_WIDTH) * 11 // 40
    main = width - 2 * _MARGIN - _GAP - aside
    # A line more than the titles have is for the words about a card turned up, and for long titles.
    for titles, shape in product((needs.titles + 1, needs.titles), _shapes(main, needs)):
        spare = height - (1 + shape.ring + titles + 1 + shape.card.height + 2 + _FOOT)
        if spare >= shape.gaps:
            return _lay_out(shape, Box(_MARGIN, 0, main, height), aside, titles, needs)
    return None


def _shapes(main: int, needs: Needs) -> Iterator[_Shape]:
    """Yield the shapes that fit into a width, the best first: large cards, then high panels, many seats on the sides.

    So the cards never shrink where a screen grows higher.
    """
    others = needs.seats - 1
    for (card, laid), panel in product(_SIZES, (PANEL_LINES, SHORT_PANEL_LINES)):
        if _LONGEST_HAND * (card.width + 1) + 7 > main:
            continue
        for rows in range(others // 2, 0, -1):
            top = others - 2 * rows
            # A third row on each side is only for more seats than fit above.
            if top * (_panel(main) + 1) <= main + 1 and (rows < 3 or top >= 2):
                yield _Shape(top, rows, panel, card, laid)


def _panel(main: int) -> int:
    """Return the width of a panel for the width of the table."""
    return 25 if main < 104 else 29 if main < 124 else 33


class _Tops(NamedTuple):
    header: int
    ring: int
    trick: int
    own: int
    hand: int
    prompt: int
    keys: int


def _lay_out(shape: _Shape, area: Box, aside: int, titles: int, needs: Needs) -> RoundLayout:
    x, main = area.x, area.width
    tops, drop = _tops(shape, area.height, titles)
    boxes = _aside(Box(x + main + _GAP, tops.ring, aside, tops.keys + 1 - tops.ring), needs)
    slot = max(SLOT, shape.laid.width)
    hand = Box(x, tops.hand, main, shape.card.height + 2)
    if not needs.begun and shape.card is MIDDLE:
        # A small hand has too few lines for how a game begins: before it, those of the words about the trick are free.
        hand = Box(x, tops.trick + 1, main, hand.y + hand.height - tops.trick - 1)
        tops, titles = tops._replace(own=tops.trick), 0
    own_card = Box(
        x + (main - slot) // 2, tops.ring + shape.ring - shape.laid.height - 1 + drop, slot, shape.laid.height + 1
    )
    return RoundLayout(
        card=shape.card,
        laid=shape.laid,
        short=shape.panel == SHORT_PANEL_LINES,
        header=Box(x, tops.header, main + _GAP + aside, 1),
        places=_places(shape, Box(x, tops.ring, main, shape.ring), _panel(main)),
        middle=own_card,
        trick=Box(x, tops.trick, main, titles),
        own=Box(x, tops.own, main, 1),
        hand=hand,
        prompt=Box(x, tops.prompt, main, 2),
        keys=Box(x, tops.keys, main, 1),
        log=boxes[0],
        last=boxes[1],
        scores=boxes[2],
        gone=boxes[3],
        crib=boxes[4],
    )


_GAP_ORDER: Final = (1, 6, 2, 7, 4, 3, 1, 2, 5, 7)
"""The parts above which each spare line goes, in order; 7 is the drop of the viewer's own card below the others."""


def _tops(shape: _Shape, height: int, titles: int) -> tuple[_Tops, int]:
    """Return the first line of each part, and by how many lines the viewer's own card is lower than the last row."""
    heights = (1, shape.ring, titles, 1, shape.card.height + 2, 2, 1)
    spare = height - sum(heights)
    gaps = [0] * 8
    for part in _GAP_ORDER[:spare]:
        gaps[part] += 1
    # What is left goes above and below all, so that the foot stays near the hand.
    y = max(0, spare - len(_GAP_ORDER)) // 2
    drop = gaps.pop()
    gaps[2] += drop
    tops: list[int] = []
    for gap, own in zip(gaps, heights, strict=True):
        y += gap
        tops.append(y)
        y += own
    return _Tops(*tops), drop


def _places(shape: _Shape, ring: Box, panel: int) -> tuple[Place, ...]:
    """Return the places of the other seats: up the left side, along the top, and down the right side."""
    slot, laid = max(SLOT, shape.laid.width), shape.laid.height + 1
    first = ring.y + (shape.panel + laid if shape.top else 0)
    rows = [first + shape.row * number for number in range(shape.rows)]
    right = ring.x + ring.width - panel
    shift = (shape.row - shape.panel) // 2
    left_side = [
        Place(Side.LEFT, Box(ring.x, y + shift, panel, shape.panel), Box(ring.x + panel + 1, y, slot, laid))
        for y in reversed(rows)
    ]
    right_side = [
        Place(Side.RIGHT, Box(right, y + shift, panel, shape.panel), Box(right - 1 - slot, y, slot, laid)) for y in rows
    ]
    top = [_top_place(number, shape, ring, panel) for number in range(shape.top)]
    return (*left_side, *top, *right_side)


def _top_place(number: int, shape: _Shape, ring: Box, panel: int) -> Place:
    """Return a place above; its card lies below its panel."""
    part, slot = ring.width / shape.top, max(SLOT, shape.laid.width)
    # The seats in the corners stand above those of the sides, or in the middle if there are two.
    x = ring.x + round(part * number + (part - panel) / 2)
    return Place(
        Side.TOP,
        Box(x, ring.y, panel, shape.panel),
        Box(x + (panel - slot) // 2, ring.y + shape.panel, slot, shape.laid.height + 1),
    )


def draw_crib(crib: tuple[str, ...], width: int) -> Picture:
    """Draw the rules in a few sentences; none for no sentence."""
    lines = (line for sentence in crib for line in wrap((Span(sentence, Hue.DIM),), width))
    return ((Span(_("The rules in short"), Hue.FAINT),), *lines) if crib else ()


def _aside(column: Box, needs: Needs) -> tuple[Box, Box, Box, Box, Box]:
    """Return the places of the log, the previous trick, the scores, the cards gone and the crib.

    What is least important is left out where there is no room for it and for the log.
    """
    crib_lines = len(draw_crib(needs.crib, column.width))
    wanted = (
        (needs.titles + (4 if needs.seats < 8 else 6), needs.seats + 1, needs.gone, crib_lines)
        if needs.begun
        else (0, 0, 0, crib_lines)
    )
    heights = [0, 0, 0, 0]
    room = column.height - _LOG
    for place, lines in enumerate(wanted):
        if lines and lines + 1 <= room:
            heights[place] = lines
            room -= lines + 1
    boxes: list[Box] = []
    y = column.y
    for lines in heights[:3]:
        boxes.append(Box(column.x, y, column.width, lines))
        y += lines + 1 if lines else 0
    bottom = column.y + column.height
    crib = Box(column.x, bottom - heights[3], column.width, heights[3])
    log = Box(column.x, y, column.width, crib.y - (1 if heights[3] else 0) - y)
    return (log, boxes[0], boxes[1], boxes[2], crib)
