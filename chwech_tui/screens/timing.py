"""The time at a table: the server's clock, and a timer for the next change of a displayed clock."""

import time
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.model.board import Board, Table
from chwech_tui.model.times import next_change

LATE: Final = 0.01
"""Seconds added to the delay, so that the displayed clock has surely changed when the timer fires."""

LEAST: Final = 0.5
"""The shortest delay of the timer, in seconds."""


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
