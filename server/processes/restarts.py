"""How long a process that has died waits until it is started again."""

from typing import Final, NamedTuple

STEADY_SECONDS: Final = 10.0
"""A process that has lived so long had begun well: what happened before is forgotten."""

SHORTEST_WAIT: Final = 0.1
"""Seconds to wait after a second early death; doubled with each one more."""

LONGEST_WAIT: Final = 5.0
"""The most seconds to wait."""


class Restarts(NamedTuple):
    """What has become of one process so far."""

    deaths: int = 0
    """How often in a row it has died young."""

    @property
    def wait(self) -> float:
        """Seconds until it is started again: none after the first death."""
        return 0.0 if self.deaths < 2 else min(SHORTEST_WAIT * 2.0 ** (min(self.deaths, 20) - 2), LONGEST_WAIT)

    def died(self, lived: float) -> "Restarts":
        """Count a death after so many seconds."""
        return Restarts(1 if lived >= STEADY_SECONDS else self.deaths + 1)
