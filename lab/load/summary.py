"""Many times summed up: how long most things took, and the longest."""

import statistics
from collections.abc import Sequence

from msgspec import Struct


class Summary(Struct, frozen=True):
    """Many times, in milliseconds."""

    count: int
    """How many."""
    p50: float
    """Half of them took at most so long."""
    p95: float
    """Likewise 95 of 100."""
    p99: float
    """Likewise 99 of 100."""
    worst: float
    """The longest."""
    spread: float
    """The standard deviation."""

    def __str__(self) -> str:
        """Give all of it on one line."""
        return (
            f"p50 {self.p50:.2f}, p95 {self.p95:.2f}, p99 {self.p99:.2f}, worst {self.worst:.1f} ms "
            f"(spread {self.spread:.2f}, n {self.count})"
        )


def summary(seconds: Sequence[float]) -> Summary:
    """Sum up times in seconds."""
    taken = sorted(1000 * value for value in seconds)
    p50, p95, p99 = (taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.95, 0.99))
    return Summary(len(taken), p50, p95, p99, taken[-1], statistics.pstdev(taken))
