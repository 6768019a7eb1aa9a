"""The time at a table: the server's clock, and when the screen must show something else; no timer without need."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from chwech_tui.model.board import Table
from chwech_tui.model.times import next_change

if TYPE_CHECKING:
    from chwech_tui.screens.table import TableScreen

LATE: Final = 0.01
"""Seconds after which a clock surely shows something else."""

LEAST: Final = 0.5
"""The fewest seconds between two looks at the clock."""


class Timing:
    """Keeps one screen's clocks."""

    def __init__(self, screen: "TableScreen", clock: Callable[[], float]) -> None:
        """Begin as if the server's clock were this machine's."""
        self._screen = screen
        self._clock = clock
        self._ahead = clock() - time.time()
        self._timer: Timer | None = None

    def told(self, table: Table) -> None:
        """Learn from a view what the server's clock shows."""
        if table.time is not None:
            self._ahead = self._clock() - table.time.now

    def moment(self) -> float:
        """Give what the server's clock shows now, in seconds since 1970."""
        return self._clock() - self._ahead

    def watch(self) -> None:
        """See to it that the screen is drawn again when a clock shows something else, while it is seen."""
        if self._timer is not None or not self._screen.is_mounted or self._screen.app.screen is not self._screen:
            return
        left = next_change(self._screen.board, self.moment())
        if left is not None:
            self._timer = self._screen.set_timer(max(LEAST, left + LATE), self._look)

    def _look(self) -> None:
        """Draw what has changed, and look again later."""
        self._timer = None
        self._screen.redraw()
        self.watch()
