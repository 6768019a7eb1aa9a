"""Detects stalls of the whole server by a regular beat, which runs while any clock runs.

Time in which the server stalled, because the machine was busy or one task took too long, could not be used by anybody:
it counts against nobody. A stall is measured to within one beat.
"""

import asyncio
from typing import Final

BEAT_SECONDS: Final = 0.25
"""Seconds between two beats."""


class StallDetector:
    """Measures how long the server has stalled."""

    def __init__(self) -> None:
        self.lost = 0.0
        """Seconds that the server has stalled while it was watched."""
        self._users = 0
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch for one more clock."""
        self._users += 1
        if self._users == 1:
            self._next = asyncio.get_running_loop().time()
            self._beat()

    def stop(self) -> None:
        """Watch for one clock fewer."""
        self._users -= 1
        if not self._users and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def feel(self) -> None:
        """Measure a stall at once, without waiting for the next beat."""
        now = asyncio.get_running_loop().time()
        if self._users and now > self._next:
            self.lost += now - self._next
            self._next = now

    def _beat(self) -> None:
        """Measure how late this beat is, and schedule the next."""
        self.feel()
        loop = asyncio.get_running_loop()
        self._next = loop.time() + BEAT_SECONDS
        self._timer = loop.call_at(self._next, self._beat)
