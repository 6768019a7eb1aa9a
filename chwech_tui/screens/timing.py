"""The time at a table: the server's clock, and when the screen must show something else; no timer without need."""

import time
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.model.board import Board, Table
from chwech_tui.model.times import next_change

LATE: Final = 0.01
"""Seconds after which a clock surely shows something else."""

LEAST: Final = 0.5
"""The fewest seconds between two looks at the clock."""


class Timing:
    """Keeps one screen's clocks."""

    def __init__(self, screen: Screen[Any], clock: Callable[[], float], ring: Callable[[], None]) -> None:
        """Begin as if the server's clock were this machine's; ``ring`` is called when a clock shows something else."""
        self._screen = screen
        self._clock = clock
        self._ring = ring
        self._ahead = clock() - time.time()
        self._timer: Timer | None = None

    def told(self, table: Table) -> None:
        """Learn from a view what the server's clock shows."""
        if table.time is not None:
            self._ahead = self._clock() - table.time.now

    def moment(self) -> float:
        """Give what the server's clock shows now, in seconds since 1970."""
        return self._clock() - self._ahead

    def watch(self, board: Board) -> None:
        """Ring when a clock of this board shows something else, as long as the screen is seen."""
        if self._timer is not None or not self._screen.is_mounted or self._screen.app.screen is not self._screen:
            return
        left = next_change(board, self.moment())
        if left is not None:
            self._timer = self._screen.set_timer(max(LEAST, left + LATE), self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        self._ring()
