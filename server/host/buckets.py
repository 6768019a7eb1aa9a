"""A bucket for each of many: an address, an account."""

from collections import OrderedDict
from typing import Final

from server.host.bucket import Bucket

REMEMBERED: Final = 4096
"""How many have a bucket of their own; the one longest away is forgotten first."""


class Buckets:
    """Buckets of one size, by whose they are."""

    def __init__(self, rate: float, size: float, remembered: int | None = None) -> None:
        """Begin with none.

        Args:
            rate: what comes into each, in tokens a second.
            size: what each holds; it begins full.
            remembered: how many have one of their own; ``REMEMBERED`` unless told.
        """
        self._rate = rate
        self._size = size
        self._remembered = remembered or REMEMBERED
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take so many tokens from somebody's bucket if they are there, or so many of them may be owed."""
        bucket = self._buckets.pop(whose, None) or Bucket(self._rate, self._size, now)
        self._buckets[whose] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(cost, now, credit)

    def give(self, whose: str, tokens: float) -> None:
        """Give back what was taken; a bucket that is forgotten is full anyway."""
        bucket = self._buckets.get(whose)
        if bucket is not None:
            bucket.give(tokens)
