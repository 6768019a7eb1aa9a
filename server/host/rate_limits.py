"""Rate limits: token buckets, one by one or by owner."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct


class Rate(Struct, frozen=True):
    """A sustained rate, and the burst that is allowed at once."""

    per_second: float
    at_once: float


class TokenBucket:
    """A token bucket: it fills with time and empties with use."""

    __slots__ = ("_filled_at", "_level", "_rate")

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
