"""Schedules garbage collection: a full collection walks every app of the process, and no visitor should wait for it.

Full collections therefore never start automatically. Objects that exist after the start-up are never walked again, and
apps that have ended are collected in a quiet moment, or once there are too many of them.

Nearly all other garbage is a dialog that somebody has closed, some seconds old. A middle collection waits long enough
to find most of them dead: what it finds alive is garbage until the next full one. Thirty people who press a key each
second leave a front no quiet moment; with short waits it grew by 120 MB in ten minutes.

``gc`` counts new objects less those that were freed, and a key makes as many as it frees: what it draws takes the place
of what was drawn before. So no young collection would come for a long time, and the one that comes would walk all that
a thousand people have been shown since: 160,000 objects in a fifth of a second. Instead one comes after every few
frames. What is drawn is made of values that are never walked (``gc=False``).

How much garbage there may be is known by how many more small objects there are: little else is ever garbage here. The
counts of ``gc`` do not tell: drawing a screen makes thousands of objects and frees as many. By those counts two hundred
people who only pressed keys brought a full collection, which stopped them all for a third of a second and found next to
nothing.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from typing import Final

from server.host.garbage import give_back

YOUNG: Final = 2000  # New objects per young collection.
MIDDLE: Final = 60  # Young collections per middle one: thirty people bring one about every twenty seconds.

FRAMES: Final = 32
"""Frames per young collection: with a thousand keys a second all of them together take six thousandths of a second."""

THRESHOLDS: Final = (YOUNG, MIDDLE, 1_000_000)  # What ``gc`` is set to; automatic full collections never happen.
QUIET_SECONDS: Final = 0.1  # Seconds without drawing that make a quiet moment, at the least.

QUIET_TIMES: Final = 10
"""How many times as long as a collection takes nothing was drawn before it, while anybody is there.

Where people act so seldom, one in ten collections makes somebody wait. A tenth of a second is a pause between two keys
of a full front, whose collection takes a whole one.
"""

USUAL_PACE: Final = 2e-7  # Seconds that a collection takes for each block of memory, until one has been measured.
REST_SECONDS: Final = 5.0  # Minimum number of seconds between two collections in quiet moments.
LONGEST_SECONDS: Final = 600.0  # Maximum number of seconds that garbage waits for a quiet moment.
MOST_ENDED: Final = 256  # Maximum number of ended apps left uncollected: each holds about a quarter of a megabyte.
LITTLE: Final = 20_000  # Growth that is worth a quiet moment, in blocks of memory: about 2 MB.
APP: Final = 3_000  # Blocks of memory that an app lives on, at a table: that much growth is no garbage of dialogs.

MOST_GROWTH: Final = 300_000
"""Growth that waits for no quiet moment, in blocks of memory: about 30 MB, or an eighth of what there is if it is more.
"""

_LOOK_SECONDS: Final = 1.0


def collect_all() -> None:
    """Run a full collection, and return to the system what it has freed."""
    gc.collect()
    give_back()


def _collect_young() -> None:
    gc.collect(0)


class Memory:
    """Decides what to collect, and when."""

    def __init__(
        self,
        collect: Callable[[], object] = collect_all,
        size: Callable[[], int] = sys.getallocatedblocks,
        clock: Callable[[], float] = time.monotonic,
        collect_young: Callable[[], object] = _collect_young,
    ) -> None:
        """Start with nothing to collect; ``size`` returns how many blocks of memory are in use."""
        self._collect = collect
        self._size = size
        self._clock = clock
        self._collect_young = collect_young
        self._frames = 0
        self._drawn_at = self._collected_at = clock()
        self._ended = self._running = 0
        self._pace = USUAL_PACE
        self._kept = size()  # The size after the last collection, without what the apps live on that ran then.

    def drawn(self) -> None:
        """Record that something was drawn, and collect among what is new after a few frames."""
        self._drawn_at = self._clock()
        self._frames += 1
        if self._frames >= FRAMES:
            self._frames = 0
            self._collect_young()

    def began(self) -> None:
        """Record that an app has begun."""
        self._running += 1

    def ended(self) -> None:
        """Record that an app has ended."""
        self._running -= 1
        self._ended += 1

    def tidy(self) -> bool:
        """Collect if now is the moment; return True if it did."""
        if not self._is_due():
            return False
        size, began = self._size(), self._clock()
        self._collect()
        self._ended = 0
        self._kept = self._unexplained()
        self._collected_at = self._clock()
        self._pace = (self._collected_at - began) / size
        return True

    async def keep(self) -> None:
        """Tidy the memory of the process regularly, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.tidy()

    def _unexplained(self) -> int:
        """Return the size without apps: how many have ended has a limit of its own."""
        return self._size() - APP * (self._running + self._ended)

    def _is_due(self) -> bool:
        now, growth = self._clock(), self._unexplained() - self._kept
        if self._ended >= MOST_ENDED or growth >= max(MOST_GROWTH, self._size() // 8):
            return True
        if not self._ended and growth < LITTLE:
            return False
        waited = now - self._collected_at
        return waited >= LONGEST_SECONDS or (waited >= REST_SECONDS and now - self._drawn_at >= self._quiet())

    def _quiet(self) -> float:
        """Return for how many seconds nothing was drawn in a quiet moment."""
        takes = self._pace * self._size() if self._running > 0 else 0.0
        return max(QUIET_SECONDS, QUIET_TIMES * takes)
