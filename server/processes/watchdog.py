"""Who hangs without dying: a process that serves gives a sign of life each second, and one that gives none is ended.

What is measured is the time that went by while this process looked: where it stood still itself, because it was
stopped or the whole machine was, nobody is to blame.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

LOOK_SECONDS: Final = 1.0
"""How often the process that watches looks at least."""

SILENT_SECONDS: Final = 10.0
"""How long a process that serves may give no sign of life."""

STALL_SECONDS: Final = 3.0
"""A look that comes so late says that the process that watches stood still."""


class Watched(Protocol):
    """What is known of a process."""

    @property
    def patience(self) -> float:
        """Seconds that it may be silent; endless where nothing is expected of it."""
        ...

    @property
    def heard_at(self) -> float:
        """When it has last given a sign of life."""
        ...

    def excuse(self, now: float) -> None:
        """Count its silence from here on."""
        ...


W = TypeVar("W", bound=Watched)


class Watchdog:
    """Looks, each time that it is told what time it is."""

    def __init__(self, now: float) -> None:
        """Begin to look."""
        self._looked_at = now

    def silent(self, watched: Sequence[W], now: float) -> list[W]:
        """Give those who have been silent for too long, and count their silence anew."""
        if now - self._looked_at > STALL_SECONDS:
            for one in watched:
                one.excuse(now)
        self._looked_at = now
        silent = [one for one in watched if now - one.heard_at > one.patience]
        for one in silent:
            one.excuse(now)
        return silent
