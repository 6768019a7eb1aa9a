"""What the clocks of a table show at a given time, and when that changes; all times are the server's, in seconds."""

import math
from collections.abc import Iterator
from typing import Final

from chwech_tui.model.board import Board
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.waiting import sleeps_alone
from protocol.language import _
from protocol.setup import TableTime
from protocol.tableview import Occupant, TablePhase
from protocol.vocabulary import Stage

HURRY: Final = 10.0
"""A clock with at most this time left, in seconds, is shown as an alarm."""

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY_HOURS: Final = 24


def duration(seconds: float) -> str:
    """Return a length of time, rounded up: ``0:09``, ``4:07``, ``3 h 05 min``, ``2 d 3 h``."""
    whole = max(0, math.ceil(seconds))
    if whole < _HOUR:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02}"
    # Translators: in all lengths of time, the letters are those of hours, minutes and days.
    hours, minutes = divmod(math.ceil(seconds / _MINUTE), _MINUTE)
    if hours < _DAY_HOURS:
        return _("{hours} h {minutes} min", hours=hours, minutes=f"{minutes:02}")
    return _("{days} d {hours} h", days=hours // _DAY_HOURS, hours=hours % _DAY_HOURS)


def clock_line(board: Board, now: float) -> Line:
    """Return the clock of the player to act, or of the pause; empty without either."""
    table = board.table
    if table is None or table.phase is not TablePhase.PLAYING:
        return ()
    if table.pause is not None and table.pause.until is not None:
        return (Span(duration(table.pause.until - now), Hue.STRONG), Span("  "))
    return _running(table.time, now) if table.time is not None else ()


def _running(time: TableTime, now: float) -> Line:
    """Return the time left for the move, or the time left in the bank once the move's own time is used up."""
    if time.deadline is None:
        return (Span(duration(time.left), Hue.DIM), Span("  "))
    own = time.bank_from if time.bank_from is not None else time.deadline
    if own <= now < time.deadline and time.deadline > own:
        left = time.deadline - now
        return (Span(_("bank {time}", time=duration(left)), Hue.ALERT if left <= HURRY else Hue.ACCENT), Span("  "))
    left = own - now
    hurry = left <= HURRY and own == time.deadline
    return (Span(duration(left), Hue.ALERT if hurry else Hue.STRONG), Span("  "))


def banks(board: Board, now: float) -> tuple[str, ...]:
    """Return the time left in the bank of every seat; empty without clocks."""
    table = board.table
    if table is None or table.time is None:
        return ()
    left = list(table.time.banks)
    own = _bank_in_use(board, table.time, now)
    # Only one seat is to play; several are waited for only between deals, which costs no bank.
    if own is not None and len(table.time.seats) == 1:
        seat = table.time.seats[0]
        left[seat] = min(left[seat], own)
    return tuple(map(duration, left))


def _bank_in_use(board: Board, time: TableTime, now: float) -> float | None:
    """Return the time left to who is to play, bank included; None if the bank is not theirs to use now."""
    if board.game is None or board.game.stage is not Stage.PLAYING:
        return None
    return time.left if time.deadline is None else time.deadline - now


def absence(occupant: Occupant | None, now: float, *, sleeps: bool = False) -> str:
    """Return a short note that a player is not at the table; empty for a player who is.

    Whether they have no connection or are elsewhere on the server is not known. ``sleeps`` says that no bot plays for
    them, since nobody else plays there.
    """
    if occupant is None:
        return ""
    if occupant.away:
        return _("away") if sleeps else _("away: bot")
    if occupant.grace is not None:
        return _("away {time}", time=duration(occupant.grace - now))
    return "" if occupant.here else _("away")


def absences(board: Board, now: float) -> tuple[str, ...]:
    """Return the absence note of every seat; empty unless a game is being played."""
    if board.table is None or board.table.phase is not TablePhase.PLAYING:
        return ()
    sleeps = board.away and sleeps_alone(board)
    return tuple(absence(occupant, now, sleeps=sleeps) for occupant in board.table.seats)


def next_change(board: Board, now: float) -> float | None:
    """Return the seconds until the display of a clock changes; None if no clock runs."""
    steps = [left - _step(left) * (math.ceil(left / _step(left)) - 1) for left in _lefts(board, now) if left > 0]
    return min(steps, default=None)


def _step(left: float) -> int:
    return 1 if left <= _HOUR else _MINUTE


def _lefts(board: Board, now: float) -> Iterator[float]:
    """Yield the seconds left until each deadline on display."""
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
