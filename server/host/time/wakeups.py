"""Wakeups of tables where nobody is connected: one heap and one timer for all of them."""

import asyncio
import heapq
from collections.abc import Callable, Iterable
from typing import Final

from server.tables.heading import Heading

AGAIN_SECONDS: Final = 60.0
"""Seconds before a sleeping table is woken again after its log could not be used."""

STEP_SECONDS: Final = 0.01
"""Seconds between two tables that are woken at the start of the server."""

SPARE: Final = 100
"""Outdated entries kept in the heap beyond as many as are valid, before it is rebuilt."""


class Wakeups:
    """The wakeup time of each table, by the loop clock."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        """Begin with none; ``wake`` is called with the code of a table whose time has come."""
        self._wake = wake
        self._due: dict[str, float] = {}
        self._since: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._timer: asyncio.TimerHandle | None = None

    def fill(self, headings: Iterable[Heading]) -> None:
        """Schedule every unfinished table at the start of the server; until now their clocks were stopped."""
        for number, brief in enumerate(brief for brief in headings if brief.wake is not None):
            assert brief.wake is not None
            self.set(brief.code, max(brief.wake, number * STEP_SECONDS))

    def note(self, brief: Heading) -> None:
        """Update a table from the heading that was just stored."""
        if brief.wake is None:
            self._due.pop(brief.code, None)
            self._since.pop(brief.code, None)
        else:
            self.set(brief.code, brief.wake)

    def set(self, code: str, delay: float) -> None:
        """Wake a table after ``delay`` seconds; its clock starts now."""
        self._since[code] = asyncio.get_running_loop().time()
        self.remind(code, delay)

    def remind(self, code: str, delay: float) -> None:
        """Wake a table after ``delay`` seconds; its clock is not restarted."""
        due = asyncio.get_running_loop().time() + delay
        self._due[code] = due
        heapq.heappush(self._heap, (due, code))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            # Each record of a table sets its wakeup anew, and an outdated one may be days away.
            self._heap = [(moment, table) for table, moment in self._due.items()]
            heapq.heapify(self._heap)
        self._arrange()

    def again(self, code: str) -> None:
        """Schedule another attempt for a table that could not be read or written."""
        self.set(code, AGAIN_SECONDS)

    def since(self, code: str) -> float | None:
        """Return when the clock of a table was last started, by the loop clock; None for a table without a wakeup."""
        return self._since.get(code)

    def lapsed(self, code: str) -> float:
        """Return the seconds that the clock of a table has run since its last record."""
        since = self._since.get(code)
        return asyncio.get_running_loop().time() - since if since is not None else 0.0

    def close(self) -> None:
        """Cancel all wakeups."""
        self._due.clear()
        self._heap.clear()
        self._arrange()

    def _arrange(self) -> None:
        """Set the timer for the earliest valid wakeup, dropping outdated ones."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._heap[0][0], self._ring) if self._heap else None

    def _ring(self) -> None:
        """Wake every table whose time has come."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._heap and self._heap[0][0] <= now:
            due, code = heapq.heappop(self._heap)
            if self._due.get(code) == due:
                del self._due[code]
                self._wake(code)
        self._arrange()
