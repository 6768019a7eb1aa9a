"""The layout of the table screen for a given size; pure arithmetic, complete from 80 by 24 cells."""

from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.cards import LARGE, MIDDLE, SMALL, TINY, CardSize

LEAST_WIDTH: Final = 80
"""The least width of a screen that shows everything, in cells."""

LEAST_HEIGHT: Final = 24
"""The least height of a screen that shows everything, in lines."""

_WIDE: Final = 136
"""From this width, the log has a column of its own."""

_ROOMY: Final = 90
"""From this width, the margins have two cells."""

_LOG_WIDTH: Final = 42
"""The least width of a log in a column of its own, in cells."""

_LOG_GAP: Final = 6
_WIDEST_MAIN: Final = 90
"""The maximum width of the main column: the log gets what is left of a wider screen."""

_TALL: Final = 40
"""From this height, cards are large on a screen wide enough; two lines more put gaps between the seats."""


class Box(NamedTuple):
    """A rectangle of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


class Layout(Struct, frozen=True, gc=False):
    """The rectangles of the parts of the table screen."""

    card: CardSize
    laid: CardSize
    """The size of the cards of the trick: tiny where there are more seats than a small screen has room for."""

    spaced: bool
    """True if a blank line separates two seats."""

    step: int
    """The width of a step of a seat's meter, in cells."""

    header: Box
    seats: Box
    log: Box
    trick: Box
    hand: Box
    prompt: Box
    keys: Box


def fits(width: int, height: int) -> bool:
    """Return True if a screen is large enough."""
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT


class Needs(NamedTuple):
    """What the layout of a table depends on besides the size of the screen."""

    players: int
    names: int
    """The width of the longest name, in cells."""

    columns: tuple[int, int] = (0, 0)
    """The width of the columns of a seat, in cells, on a narrow and on a wide screen."""

    titles: int = 1
    """The number of lines above the cards of the trick."""

    banks: bool = False
    seats: int = 4
    """The number of seats; ``players`` counts at least four lines of them."""

    begun: bool = True
    gone: int = 0
    """The number of lines of the cards gone so far; 0 where the table does not show them."""

    crib: tuple[str, ...] = ()
    """The sentences of the crib."""

    round: bool = True
    """True if a big screen shows the seats round the table."""

    ratings: int = 0
    """The width of the ratings beside the names, in cells; they stand there where there is room."""


def plan(width: int, height: int, needs: Needs) -> Layout:
    """Lay out a table."""
    below = (_card_size(width, height).height + 2, 2)
    planned = _plan(width, height, needs, below, spaced=height >= _TALL + 2)
    return planned if needs.begun else _before_game(planned)


def _before_game(planned: Layout) -> Layout:
    """Give the lines of the hand to what is told above it: before the game nobody has one."""
    trick, hand = planned.trick, planned.hand
    below = hand.y + hand.height
    return replace(planned, trick=trick._replace(height=below - trick.y), hand=hand._replace(y=below, height=0))


def open_plan(width: int, height: int, needs: Needs) -> Layout:
    """Lay out a table where all hands are open, a line each or for two, in place of the viewer's hand."""
    players = needs.players
    spaced = height >= max(_TALL + 2, 4 * players + LARGE.height + needs.titles + 4)
    paired = 2 * players + TINY.height + needs.titles + 6 > height
    hands = (players + 1) // 2 if paired else 2 * players - 1 if spaced else players
    return _plan(width, height, needs, (hands, 1), spaced=spaced)


def _plan(width: int, height: int, needs: Needs, below: tuple[int, int], *, spaced: bool) -> Layout:
    """Lay out a table; ``below`` holds the heights of the hand and the prompt below the trick."""
    players, banks = needs.players, needs.banks
    card = laid = _card_size(width, height)
    seats_height = players + 1 + (players - 1 if spaced else 0)
    room = height - 2 - seats_height - sum(below)
    if laid.height + needs.titles + 2 > room:
        laid = TINY
    heights = (1, seats_height, min(room, laid.height + needs.titles + 2), *below, 1)
    tops = _tops(heights, height)
    x, inner, main = _columns(width)
    step = 1 if width < _WIDE else 2
    longest = 14 if width < 90 else 20 if width < _WIDE else 24
    if banks and width < 90:
        longest -= BANK_WIDTH
    named = needs.names + (needs.ratings if width >= _ROOMY else 0)
    seats = BESIDE_COLUMNS + needs.columns[step - 1] + BANK_WIDTH * banks + max(6, min(named, longest))
    if main < inner:
        log = Box(x + main + _LOG_GAP, tops[1], inner - main - _LOG_GAP, tops[5] - tops[1] - 1)
    else:
        log = Box(x + seats + 3, tops[1], inner - seats - 3, tops[2] - tops[1] - (height > LEAST_HEIGHT))
    return Layout(
        card=card,
        laid=laid,
        spaced=spaced,
        step=step,
        header=Box(x, tops[0], inner, heights[0]),
        seats=Box(x, tops[1], seats, heights[1]),
        log=log,
        trick=Box(x, tops[2], main, heights[2]),
        hand=Box(x, tops[3], main, heights[3]),
        prompt=Box(x, tops[4], main, heights[4]),
        keys=Box(x, tops[5], inner, heights[5]),
    )


def _columns(width: int) -> tuple[int, int, int]:
    """Return the left edge, total width and width of the main column; on a wide screen the log stands beside it."""
    if width < _WIDE:
        margin = 1 if width < _ROOMY else 2
        return margin, width - 2 * margin, width - 2 * margin
    return 2, width - 4, min(_WIDEST_MAIN, width - _LOG_GAP - _LOG_WIDTH - 4)


def _card_size(width: int, height: int) -> CardSize:
    if width < _ROOMY:
        return SMALL
    return LARGE if height >= _TALL else MIDDLE


BESIDE_COLUMNS: Final = 5
"""The width of the line of a seat without its name and the columns of the game."""

BANK_WIDTH: Final = 6
_GAP_ORDER: Final = (2, 1, 3, 4, 2, 5, 1, 3, 2, 1, 3, 5, 2, 1, 3)
"""The parts above which each spare line goes, in order: first the trick, then the seats, and so on."""


def _tops(heights: tuple[int, ...], height: int) -> list[int]:
    """Return the top line of each part; lines left after ``_GAP_ORDER`` go above the keys, which stay at the bottom."""
    spare = max(0, height - sum(heights))
    gaps = [0] * len(heights)
    for part in _GAP_ORDER[:spare]:
        gaps[part] += 1
    gaps[-1] += max(0, spare - len(_GAP_ORDER))
    tops: list[int] = []
    y = 0
    for gap, own in zip(gaps, heights, strict=True):
        y += gap
        tops.append(y)
        y += own
    return tops
