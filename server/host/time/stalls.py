"""A pulse that beats while a clock runs anywhere, to notice when the whole server stood still.

What the server slept through, because the machine was busy or one task took too long, nobody could have used: it is not
counted against anybody. A stall is noticed to within one beat.
"""

import asyncio
from typing import Final

BEAT_SECONDS: Final = 0.25
"""The time between two beats."""


class StallDetector:
    """How long the server has stood still."""

    def __init__(self) -> None:
        """Begin without a beat: nobody counts on it."""
        self.lost = 0.0
        """Seconds that the server has stood still while it was watched."""
        self._users = 0
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch, for one more clock."""
        self._users += 1
        if self._users == 1:
            self._next = asyncio.get_running_loop().time()
            self._beat()

    def stop(self) -> None:
        """Watch for one clock less."""
        self._users -= 1
        if not self._users and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def feel(self) -> None:
        """Notice at once how long the server has stood still."""
        now = asyncio.get_running_loop().time()
        if self._users and now > self._next:
            self.lost += now - self._next
            self._next = now

    def _beat(self) -> None:
        """Notice how late this is."""
        self.feel()
        loop = asyncio.get_running_loop()
        self._next = loop.time() + BEAT_SECONDS
        self._timer = loop.call_at(self._next, self._beat)
