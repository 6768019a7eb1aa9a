"""What the clocks of a table show at a moment, and when they show something else; every time is the server's."""

import math
from collections.abc import Iterator
from typing import Final

from chwech_tui.model.board import Board
from chwech_tui.model.ink import Hue, Line, Span
from protocol.setup import TableTime
from protocol.tableview import Occupant, TablePhase

HURRY: Final = 10.0
"""From so many seconds on a clock is shown as an alarm."""

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY_HOURS: Final = 24


def duration(seconds: float) -> str:
    """Write how long something lasts: ``0:09``, ``4:07``, ``3 h 05 min``, ``2 d 3 h``."""
    whole = max(0, math.ceil(seconds))
    if whole < _HOUR:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02}"
    hours, minutes = divmod(math.ceil(seconds / _MINUTE), _MINUTE)
    if hours < _DAY_HOURS:
        return f"{hours} h {minutes:02} min"
    return f"{hours // _DAY_HOURS} d {hours % _DAY_HOURS} h"


def clock_line(board: Board, now: float) -> Line:
    """Give the clock of whoever is to act, or of the pause; nothing where none matters."""
    table = board.table
    if table is None or table.phase is not TablePhase.PLAYING:
        return ()
    if table.pause is not None and table.pause.until is not None:
        return (Span(duration(table.pause.until - now), Hue.STRONG), Span("  "))
    return _running(table.time, now) if table.time is not None else ()


def _running(time: TableTime, now: float) -> Line:
    """Give what is left of a move, and of the reserve when that is all there is."""
    if time.deadline is None:
        return (Span(duration(time.left), Hue.DIM), Span("  "))
    own = time.bank_from if time.bank_from is not None else time.deadline
    if own <= now < time.deadline and time.deadline > own:
        left = time.deadline - now
        return (Span(f"bank {duration(left)}", Hue.ALERT if left <= HURRY else Hue.ACCENT), Span("  "))
    left = own - now
    hurry = left <= HURRY and own == time.deadline
    return (Span(duration(left), Hue.ALERT if hurry else Hue.STRONG), Span("  "))


def absence(occupant: Occupant | None, now: float) -> str:
    """Say in a few letters that somebody is not there; nothing of whoever is."""
    if occupant is None:
        return ""
    if occupant.away:
        return "away: bot"
    if occupant.grace is not None:
        return f"lost {duration(occupant.grace - now)}"
    return "" if occupant.here else "lost"


def absences(board: Board, now: float) -> tuple[str, ...]:
    """Say of every seat whether its person is away, while that matters."""
    if board.table is None or board.table.phase is not TablePhase.PLAYING:
        return ()
    return tuple(absence(occupant, now) for occupant in board.table.seats)


def next_change(board: Board, now: float) -> float | None:
    """Give the seconds until a clock shows something else; None where none runs."""
    steps = [left - _step(left) * (math.ceil(left / _step(left)) - 1) for left in _lefts(board, now) if left > 0]
    return min(steps, default=None)


def _step(left: float) -> int:
    return 1 if left <= _HOUR else _MINUTE


def _lefts(board: Board, now: float) -> Iterator[float]:
    """Give what is left until each moment that is counted down to."""
    table = board.table
    if table is None or table.phase is not TablePhase.PLAYING:
        return
    yield from (seat.grace - now for seat in table.seats if seat is not None and seat.grace is not None)
    if table.pause is not None and table.pause.until is not None:
        yield table.pause.until - now
    elif table.time is not None and table.time.deadline is not None:
        yield table.time.deadline - now
        if table.time.bank_from is not None:
            yield table.time.bank_from - now
