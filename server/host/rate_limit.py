"""Rate limits (token buckets) and counts, by address or by account."""

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Final

from msgspec import Struct


class Rate(Struct, frozen=True):
    """A sustained rate, and the burst that is allowed at once."""

    per_second: float
    at_once: float


class TokenBucket:
    """A token bucket: it fills with time and empties with use."""

    def __init__(self, rate: Rate, now: float) -> None:
        """Begin full; ``now`` is the time in seconds, by a monotonic clock."""
        self._rate = rate
        self._level = rate.at_once
        self._filled_at = now

    def take(self, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take tokens if there are enough of them; up to ``credit`` of them may be owed."""
        self._fill(now)
        if self._level + credit < cost:
            return False
        self._level -= cost
        return True

    def spend(self, cost: float, now: float) -> float:
        """Take tokens in any case, and return the seconds to wait until the debt is paid back."""
        self._fill(now)
        self._level -= cost
        return max(0.0, -self._level / self._rate.per_second)

    def give(self, tokens: float) -> None:
        """Return tokens that were taken."""
        self._level = min(self._rate.at_once, self._level + tokens)

    def _fill(self, now: float) -> None:
        """Add the tokens that have come since the last call."""
        self._level = min(self._rate.at_once, self._level + (now - self._filled_at) * self._rate.per_second)
        self._filled_at = now


REMEMBERED: Final = 4096
"""Owners with a bucket of their own; the one unused for longest is forgotten first."""


class TokenBuckets:
    """Token buckets of one size, by owner."""

    def __init__(self, rate: Rate, remembered: int | None = None) -> None:
        """Begin with none; ``remembered`` of them are kept, or ``REMEMBERED`` if not given."""
        self._rate = rate
        self._remembered = remembered or REMEMBERED
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, whose: str, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take tokens from the bucket of an owner if there are enough; up to ``credit`` of them may be owed."""
        bucket = self._buckets.pop(whose, None) or TokenBucket(self._rate, now)
        self._buckets[whose] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(cost, now, credit)

    def give(self, whose: str, tokens: float) -> None:
        """Return tokens that were taken; a forgotten bucket is full anyway."""
        bucket = self._buckets.get(whose)
        if bucket is not None:
            bucket.give(tokens)


class Headcount:
    """Counts by owner; a count of zero is forgotten."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __getitem__(self, whose: str) -> int:
        return self._counts[whose]

    def __bool__(self) -> bool:
        return bool(self._counts)

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self._counts.total()

    def add(self, whose: str) -> None:
        """Add one."""
        self._counts[whose] += 1

    def remove(self, whose: str) -> None:
        """Subtract one."""
        self._counts[whose] -= 1
        if not self._counts[whose]:
            del self._counts[whose]

    @contextlib.contextmanager
    def counted(self, whose: str) -> Iterator[None]:
        """Add one for as long as the context lasts."""
        self.add(whose)
        try:
            yield
        finally:
            self.remove(whose)

    def refusal(self, address: str, of_one: int, of_all: int) -> str:
        """Return why no further connection from an address is accepted; empty if it is."""
        if self[address] >= of_one:
            return f"there are already {of_one} connections from your address: close one first"
        return "the server is full: come back later" if self.total >= of_all else ""
