"""The time at a table: rests and counts, the clock of the server, a pass made by itself, when a hint is asked for."""

import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace
from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.drawing.scores import ALL
from chwech_tui.link import Link
from chwech_tui.model.board import Board, Table, coach_asks
from chwech_tui.model.people import any_person
from chwech_tui.model.picking import BETWEEN, forced_pass
from chwech_tui.model.settings import Rest
from chwech_tui.model.times import next_change
from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.messages import FromServer, Refused
from protocol.table import Hint

REST_SECONDS: Final = {Rest.NONE: 0.0, Rest.SHORT: 1.5, Rest.LONG: 4.0}
"""How long a trick rests, in seconds; with ``Rest.KEY`` until a key."""

COUNT_SECONDS: Final = 0.45  # The time between the counts of two seats, in seconds.
RANKING_SECONDS: Final = 2.5  # The time between the last score of a game and its ranking, in seconds.


MOST_HELD: Final = 100
"""The most messages that are held back: more of them than tricks and talk bring while someone is away for a moment."""


_GO_ON: Final = frozenset({"enter", "space"})


def goes_on(board: Board, key: str) -> bool:
    """Return True if a key acts in the game, so that nothing more is waited for."""
    return key in _GO_ON or (board.kind is not None and any(known.key == key for known in board.kind.keys))


class Resting:
    """Holds back messages while a trick rests on the table."""

    def __init__(self, screen: Screen[Any], show: Callable[[FromServer], None]) -> None:
        """Hold back nothing yet; ``show`` is given each message once the rest is over."""
        self._screen = screen
        self._show = show
        self._held: deque[FromServer] = deque()
        self._timer: Timer | None = None
        self.on = False  # True while a trick rests.

    @property
    def holds(self) -> bool:
        """True if messages are held back."""
        return bool(self._held)

    def begin(self, rest: Rest) -> None:
        """Let a trick rest."""
        seconds = REST_SECONDS.get(rest)
        if seconds == 0:
            return
        self.on = True
        if seconds is not None:
            self._end_in(seconds)

    def hold(self, message: FromServer, *, urgent: bool) -> None:
        """Hold a message back; an urgent one, even if a key is awaited, only for a short rest.

        A client that is too far behind is shown everything at once.
        """
        self._held.append(message)
        if len(self._held) > MOST_HELD:
            self.end_all()
        elif urgent:
            self._end_in(REST_SECONDS[Rest.SHORT])

    def end(self) -> None:
        """Show what was held back, up to the next trick that is taken."""
        self._stop()
        while self._held and not self.on:
            self._show(self._held.popleft())

    def end_all(self) -> None:
        """Show all that was held back, without any rest."""
        self._stop()
        while self._held:
            self._show(self._held.popleft())
            self._stop()

    def _end_in(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = self._screen.set_timer(seconds, self.end)

    def _stop(self) -> None:
        self.on = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class Counting:
    """Counts up the scores of a deal, one seat after another."""

    def __init__(self, screen: Screen[Any], shown: Callable[[], None]) -> None:
        """Count nothing yet; ``shown`` is called when another seat is to be shown, or all of them."""
        self._screen = screen
        self._shown = shown
        self._timer: Timer | None = None
        self._seats = 0
        self.counted = ALL  # How many seats have been counted.

    @property
    def on(self) -> bool:
        """True while seats are counted."""
        return self.counted < ALL

    def begin(self, seats: int, rest: float | None = 0.0) -> None:
        """Begin with the first of the seats; before, what has happened rests so many seconds, or until a key."""
        self._stop()
        self.counted, self._seats = 0, seats
        if rest:
            self._timer = self._screen.set_timer(rest, self._count)
        elif rest is not None:
            self._count()

    def _count(self) -> None:
        self._stop()
        if self._seats:
            self._timer = self._screen.set_interval(COUNT_SECONDS, self._next)
        self._next()

    def finish(self) -> None:
        """Count all seats at once."""
        self._stop()
        self.counted = ALL
        self._shown()

    def _next(self) -> None:
        self.counted += 1
        if self.counted >= self._seats:
            self.finish()
        else:
            self._shown()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class Ranking:
    """Opens the ranking of a game once its last deal has been seen."""

    def __init__(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        """Open nothing yet; ``show`` opens the ranking."""
        self._screen = screen
        self._show = show
        self.due = False  # True if the ranking is to be opened, and nobody has done so or skipped it.

    def soon(self, rest: Rest) -> None:
        """Open the ranking after a while; at once without rests, and not by itself with a rest until a key."""
        if REST_SECONDS.get(rest):
            self._screen.set_timer(RANKING_SECONDS, self.show)
        elif rest is not Rest.KEY:
            self.show()

    def show(self) -> None:
        """Open the ranking if it is due."""
        if self.due:
            self._show()


LATE: Final = 0.01  # Seconds added to the delay, so that the displayed clock has surely changed when the timer fires.
LEAST: Final = 0.5  # The shortest delay of the timer, in seconds.


class Timing:
    """Tracks the server's clock for one screen, with a timer that runs only while a clock is displayed."""

    def __init__(self, screen: Screen[Any], clock: Callable[[], float], ring: Callable[[], None]) -> None:
        """Start with the local clock as the server's; ``ring`` is called when a displayed clock changes."""
        self._screen = screen
        self._clock = clock
        self._ring = ring
        self._ahead = clock() - time.time()
        self._timer: Timer | None = None

    def told(self, table: Table) -> None:
        """Set the server's clock from a view."""
        if table.time is not None:
            self._ahead = self._clock() - table.time.now

    def moment(self) -> float:
        """Return the server's current time, in seconds since 1970."""
        return self._clock() - self._ahead

    def watch(self, board: Board) -> None:
        """Start the timer for the next change of a clock on this board, if the screen is visible."""
        if self._timer is not None or not self._screen.is_mounted or self._screen.app.screen is not self._screen:
            return
        left = next_change(board, self.moment())
        if left is not None:
            self._timer = self._screen.set_timer(max(LEAST, left + LATE), self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        self._ring()


ALONE: Final = 0.5  # The greatest delay of such a pass against bots alone, in seconds: it has nothing to hide there.


def any_delay() -> float:
    """Return a delay drawn by chance, in seconds."""
    return random.uniform(*BETWEEN)  # noqa: S311  # it only has to look like a person's


class AutoPass:
    """Decides when a forced pass is made: after a delay, unless the table has changed by then."""

    def __init__(self, screen: Screen[Any], delay: Callable[[], float], ring: Callable[[], None]) -> None:
        """Create it without a timer; ``ring`` is called when a delay is over."""
        self._screen = screen
        self._delay = delay
        self._ring = ring
        self._due: tuple[str, int] | None = None

    def watch(self, board: Board) -> None:
        """Start the delay if a pass is to be made on this board, once for each snapshot of the table."""
        due = _snapshot(board) if forced_pass(board) is not None else None
        if due is not None and due != self._due and self._screen.is_mounted:
            self._due, seconds = due, self._delay()
            self._screen.set_timer(
                seconds if board.table is None or any_person(board.table) else min(seconds, ALONE), self._ring
            )

    def due(self, board: Board) -> Answer | None:
        """Return the pass to make when a delay is over; None if the table is another than when the delay began."""
        return forced_pass(board) if self._due == _snapshot(board) else None


def _snapshot(board: Board) -> tuple[str, int] | None:
    return (board.table.table, board.table.seq) if board.table is not None else None


class Coaching:
    """Asks for a hint at each turn of a player who has the coach."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._asked = 0
        # The table for whose present turn a hint was asked; empty for none.
        self._turn = ""

    def watch(self, board: Board) -> None:
        """Ask for a hint if a turn has come, once for each."""
        table, game = board.table, board.game
        if not board.my_turn or board.pending is not None:
            self._turn = ""
        if table is None or game is None or not coach_asks(board):
            return
        if table.table != self._turn:
            self._turn = table.table
            self._asked = self._link.ask(lambda number: Hint(number, table.seq))

    def refused(self, board: Board, refusal: Refused) -> Board | None:
        """Note that this table has no hints, if the refusal of one says so; None if the player has asked, and hears it.

        Others say that a hint was asked for too late or too soon.
        """
        if refusal.id is None or refusal.id != self._asked:
            return None
        return replace(board, unhinted=board.unhinted or (refusal.code is ErrorCode.NOT_NOW and coach_asks(board)))
