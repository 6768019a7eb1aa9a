"""The timer of the pass that is made for a player who wishes it so and can do nothing else."""

import random
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen

from chwech_tui.model.automatic import forced_pass
from chwech_tui.model.board import Board
from protocol.vocabulary import Action

BETWEEN: Final = 0.8, 2.4
"""The least and the greatest delay of such a pass, in seconds.

The player sees what is done, and the delay varies as a person's does, because nobody may tell a forced pass from a free
one (rules, section 5).
"""


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
            self._due = due
            self._screen.set_timer(self._delay(), self._ring)

    def due(self, board: Board) -> Action | None:
        """Return the pass to make when a delay is over; None if the table is another than when the delay began."""
        return forced_pass(board) if self._due == _snapshot(board) else None


def _snapshot(board: Board) -> tuple[str, int] | None:
    return (board.table.table, board.table.seq) if board.table is not None else None
