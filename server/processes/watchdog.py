"""Detects processes that hang: each sends a heartbeat every second, and one that sends none is killed.

Only the time during which the supervisor itself was running counts: if it stood still because it or the whole machine
was stopped, silence is no fault.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

LOOK_SECONDS: Final = 1.0
"""Maximum number of seconds between two checks by the supervisor."""

SILENT_SECONDS: Final = 10.0
"""Seconds that a ready process may send no heartbeat."""

STALL_SECONDS: Final = 3.0
"""A check this many seconds after the previous one shows that the supervisor itself stood still."""


class Watched(Protocol):
    """A process as the watchdog sees it."""

    @property
    def patience(self) -> float:
        """Seconds that it may be silent; infinite if no heartbeat is expected."""
        ...

    @property
    def heard_at(self) -> float:
        """When its last heartbeat arrived."""
        ...

    def excuse(self, now: float) -> None:
        """Measure its silence from now on."""
        ...


W = TypeVar("W", bound=Watched)


class Watchdog:
    """Finds silent processes; the caller passes the time."""

    def __init__(self, now: float) -> None:
        self._looked_at = now

    def silent(self, watched: Sequence[W], now: float) -> list[W]:
        """Return the processes that were silent for too long, and restart the measurement of their silence."""
        if now - self._looked_at > STALL_SECONDS:
            for one in watched:
                one.excuse(now)
        self._looked_at = now
        silent = [one for one in watched if now - one.heard_at > one.patience]
        for one in silent:
            one.excuse(now)
        return silent
