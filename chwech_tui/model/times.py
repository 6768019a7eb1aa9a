"""What a table waits for, in words: clocks and when they change, absence, pauses, rematches; by the server's time."""

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.settings import Switch, shown_key
from protocol.game import Stage
from protocol.language import N_, _
from protocol.setup import Delay, TableTime
from protocol.table import Occupant, SetAway, SetPause, TablePhase


def waiting(board: Board) -> str:
    """Return the sentence that says whom or what the table waits for."""
    table, game = board.table, board.game
    if table is None or table.phase is TablePhase.GATHERING or game is None:
        return _("The game has not begun yet.")
    if table.phase is TablePhase.OVER or game.stage is Stage.OVER:
        return _("The game is over.")
    if game.stage is Stage.DEALING:
        return _waiting_for_deal(board, table)
    if not game.asked:
        return _("One moment: the trick is being taken.")
    if len(game.asked) > 1:
        return _("The table waits for {names}.", names=board.people.listed(game.asked))
    return _("It is {name}'s turn.", name=board.people.name(game.asked[0]))


_SHOWN_LATER: Final = {
    Delay.DEAL: N_("Each deal is shown to you when the next one has ended."),
    Delay.TRICK: N_("Each trick is shown to you when the next one has ended."),
}
"""When a spectator who is told later sees more of a deal that the players may have begun; marked for translation."""


def _waiting_for_deal(board: Board, table: Table) -> str:
    later = _SHOWN_LATER.get(table.arrangement.delay, "") if board.watches else ""
    if board.waited_for and len(table.waits_for) == 1:
        return as_sentence(_("the next deal waits for you"))
    names = board.people.listed(table.waits_for)
    if names and not (later and table.arrangement.delay is Delay.DEAL):
        return _("The next deal waits for {names}.", names=names)
    return _(later) if later else _("The next deal is on its way.")


def sleeps_alone(board: Board) -> bool:
    """Return True if the game waits while the viewer is away: no other person plays, and nothing else drives it."""
    table = board.table
    if table is None or table.arrangement.clock.has_days or table.tournament:
        return False
    others = (occupant for seat, occupant in enumerate(table.seats) if occupant and seat != table.viewer)
    return not any(occupant.here and not occupant.bot for occupant in others)


def asked(board: Board) -> bool:
    """Return True if the game waits for the viewer, and not if they may only act unasked."""
    return board.game is not None and bool(board.game.legal) and board.game.viewer in board.game.asked


def waits_for_viewer(board: Board) -> str:
    """Return what waits for the viewer, in a few words; empty if nothing does."""
    if asked(board) and board.pending is None and not board.away and not board.paused:
        return _("your turn")
    return _("the next deal waits for you") if board.waited_for else ""


def step_away(board: Board) -> tuple[Board, SetAway | None]:
    """Step away or come back.

    Stepping away is confirmed first, unless the settings say otherwise: one slip would hand the cards to a bot.
    """
    asks = not board.away and board.settings.confirm is Switch.ON
    return (replace(board, asking=Asking.AWAY), None) if asks else (board, SetAway(0, away=not board.away))


def pause(board: Board) -> tuple[Board, SetPause]:
    """Ask for a pause, withdraw that, or end it."""
    table, now = board.table, board.table.pause if board.table is not None else None
    wanted = now is None or (now.since is None and (table is None or table.viewer not in now.seats))
    return board, SetPause(0, wanted)


def offer_words(board: Board) -> str:
    """Return the offer shown below the question: a rematch or a pause; usually empty."""
    table = board.table
    if table is None:
        return ""
    keys = board.settings.keys
    if table.phase is TablePhase.OVER and table.rematch:
        said = _("Rematch at {table}: {key} watches.") if board.watches else _("Rematch at {table}: {key} joins.")
        return said.format(table=table.rematch, key=shown_key(keys, "n"))
    if table.pause is None or table.pause.since is not None or not board.is_on:
        return ""
    if table.viewer in table.pause.seats:
        said = _("You ask for a pause: it begins when all have agreed. {key} takes it back.")
        return said.format(key=shown_key(keys, "z"))
    one = len(table.pause.seats) == 1
    said = _("{names} asks for a pause: {key} agrees.") if one else _("{names} ask for a pause: {key} agrees.")
    return said.format(names=board.people.listed(table.pause.seats), key=shown_key(keys, "z"))


HURRY: Final = 10.0  # A clock with at most this time left, in seconds, is shown as an alarm.

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
