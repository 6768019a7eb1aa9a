"""When garbage is collected: a full collection walks every app of the process, and nobody is to wait for that.

So full collections never come by themselves. What was loaded in the beginning is never walked again, and apps that
have ended are collected in a quiet moment, or when there are too many of them.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

from server.host import garbage as memory

THRESHOLDS: Final = (2000, 20, 1_000_000)
"""How many new objects bring about a small collection, how many of those a middle one; never a full one."""

QUIET_SECONDS: Final = 0.1
"""Nothing has been drawn for so long: a quiet moment."""

REST_SECONDS: Final = 5.0
"""Two collections in quiet moments are so far apart."""

LONGEST_SECONDS: Final = 600.0
"""Garbage waits no longer than this for a quiet moment."""

MOST_ENDED: Final = 256
"""Apps that have ended wait in no greater number: each holds about a quarter of a megabyte."""

MOST_GROWTH: Final = 100
"""Middle collections after which a full one comes: each stands for some 40,000 objects."""

_LOOK_SECONDS: Final = 1.0


class Memory:
    """Knows what there is to collect, and when."""

    def __init__(
        self,
        collect: Callable[[], object] = gc.collect,
        growth: Callable[[], int] = lambda: gc.get_count()[2],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with nothing to collect.

        Args:
            collect: makes a full collection.
            growth: counts the middle collections since the last full one.
            clock: gives the time in seconds.
        """
        self._collect = collect
        self._growth = growth
        self._clock = clock
        self._drawn_at = self._collected_at = clock()
        self._ended = 0

    def drawn(self) -> None:
        """Note that something was drawn."""
        self._drawn_at = self._clock()

    def ended(self) -> None:
        """Note that an app has ended."""
        self._ended += 1

    def tidy(self) -> bool:
        """Collect if this is the moment for it, and say so."""
        if not self._is_due():
            return False
        self._collect()
        self._ended = 0
        self._collected_at = self._clock()
        return True

    async def keep(self) -> None:
        """Look after the memory of the process, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.tidy()

    def _is_due(self) -> bool:
        now, growth = self._clock(), self._growth()
        if self._ended >= MOST_ENDED or growth >= MOST_GROWTH:
            return True
        if not (self._ended or growth):
            return False
        waited = now - self._collected_at
        return waited >= LONGEST_SECONDS or (waited >= REST_SECONDS and now - self._drawn_at >= QUIET_SECONDS)


def settle() -> Callable[[], None]:
    """Let collections pass over all that is there now, and full ones come only when asked for; give what undoes it."""
    return memory.settle(THRESHOLDS)
