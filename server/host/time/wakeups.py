"""When tables must be woken at which nobody is: one list and one timer for all of them."""

import asyncio
import heapq
from collections.abc import Callable, Iterable
from typing import Final

from server.tables.heading import Heading

AGAIN_SECONDS: Final = 60.0
"""How long a table rests at which nobody is, where its log could not be used."""

STEP_SECONDS: Final = 0.01
"""The time between two tables that are woken when the server has just started."""

SPARE: Final = 100
"""Moments that do not count any more, beside as many as count, that are kept until they come."""


class Wakeups:
    """Moments by table, all of the loop's own clock."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        """Begin with none; ``wake`` is called when the moment of a table has come."""
        self._wake = wake
        self._due: dict[str, float] = {}
        self._since: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._timer: asyncio.TimerHandle | None = None

    def fill(self, headings: Iterable[Heading]) -> None:
        """Take in every unfinished table of a server that starts; the clocks have stood still until now."""
        for number, brief in enumerate(brief for brief in headings if brief.wake is not None):
            assert brief.wake is not None
            self.set(brief.code, max(brief.wake, number * STEP_SECONDS))

    def note(self, brief: Heading) -> None:
        """Take in how a table is just now, as its log has it."""
        if brief.wake is None:
            self._due.pop(brief.code, None)
            self._since.pop(brief.code, None)
        else:
            self.set(brief.code, brief.wake)

    def set(self, code: str, delay: float) -> None:
        """Wake a table after so many seconds; its clock runs from now on."""
        self._since[code] = asyncio.get_running_loop().time()
        self.remind(code, delay)

    def remind(self, code: str, delay: float) -> None:
        """Wake a table after so many seconds; its clock runs on."""
        due = asyncio.get_running_loop().time() + delay
        self._due[code] = due
        heapq.heappush(self._heap, (due, code))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            # Each record of a table sets its moment anew, and the one before may be days away.
            self._heap = [(moment, table) for table, moment in self._due.items()]
            heapq.heapify(self._heap)
        self._arrange()

    def again(self, code: str) -> None:
        """Wake a table once more that could not be read or written."""
        self.set(code, AGAIN_SECONDS)

    def since(self, code: str) -> float | None:
        """Give since when the clock of a table has run without a record; None for a table that is not on the list."""
        return self._since.get(code)

    def lapsed(self, code: str) -> float:
        """Give the seconds for which the clock of a table has run since its last record."""
        since = self._since.get(code)
        return asyncio.get_running_loop().time() - since if since is not None else 0.0

    def close(self) -> None:
        """Wake nobody any more."""
        self._due.clear()
        self._heap.clear()
        self._arrange()

    def _arrange(self) -> None:
        """Set the timer for the first table, passing over what is no more."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._heap[0][0], self._ring) if self._heap else None

    def _ring(self) -> None:
        """Wake every table whose moment has come."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._heap and self._heap[0][0] <= now:
            due, code = heapq.heappop(self._heap)
            if self._due.get(code) == due:
                del self._due[code]
                self._wake(code)
        self._arrange()
