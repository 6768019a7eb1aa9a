"""The pace of what is shown: a trick rests before what follows it, and scores are counted up seat by seat."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.model.board import Board
from chwech_tui.model.settings import Rest
from protocol.messages import FromServer

REST_SECONDS: Final = {Rest.NONE: 0.0, Rest.SHORT: 1.5, Rest.LONG: 4.0}
"""How long a trick rests, in seconds; with ``Rest.KEY`` until a key."""

COUNT_SECONDS: Final = 0.45
"""The time between the counts of two seats, in seconds."""

RANKING_SECONDS: Final = 2.5
"""The time between the last score of a game and its ranking, in seconds."""

ALL: Final = 1000
"""More than there are seats: all are counted."""


MOST_HELD: Final = 100
"""The most messages that are held back: more of them than tricks and talk bring while somebody is away for a moment."""


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
        self.on = False
        """True while a trick rests."""

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

        Whoever is too far behind is shown everything at once.
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
        self.counted = ALL
        """How many seats have been counted."""

    @property
    def on(self) -> bool:
        """True while seats are counted."""
        return self._timer is not None

    def begin(self, seats: int) -> None:
        """Begin with the first of the seats."""
        self._stop()
        self.counted, self._seats = 0, seats
        self._timer = self._screen.set_interval(COUNT_SECONDS, self._next)

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
        self.due = False
        """True if the ranking is to be opened, and nobody has done so or skipped it."""

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
