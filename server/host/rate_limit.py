"""How often something may be done and how many may be there, by address or by account."""

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Final


class TokenBucket:
    """Fills by time and empties by use."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        """Begin full.

        Args:
            rate: what comes in, in tokens a second.
            size: what it holds.
            now: the time in seconds, by any clock that only goes forward.
        """
        self._rate = rate
        self._size = size
        self._level = size
        self._filled_at = now

    def take(self, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take so many tokens if they are there, or so many of them may be owed."""
        self._fill(now)
        if self._level + credit < cost:
            return False
        self._level -= cost
        return True

    def spend(self, cost: float, now: float) -> float:
        """Take so many tokens in any case, and say how many seconds to wait until the debt is paid back."""
        self._fill(now)
        self._level -= cost
        return max(0.0, -self._level / self._rate)

    def give(self, tokens: float) -> None:
        """Give back what was taken."""
        self._level = min(self._size, self._level + tokens)

    def _fill(self, now: float) -> None:
        """Take in what has come by now."""
        self._level = min(self._size, self._level + (now - self._filled_at) * self._rate)
        self._filled_at = now


REMEMBERED: Final = 4096
"""How many have a bucket of their own; the one longest away is forgotten first."""


class TokenBuckets:
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
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, whose: str, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take so many tokens from somebody's bucket if they are there, or so many of them may be owed."""
        bucket = self._buckets.pop(whose, None) or TokenBucket(self._rate, self._size, now)
        self._buckets[whose] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(cost, now, credit)

    def give(self, whose: str, tokens: float) -> None:
        """Give back what was taken; a bucket that is forgotten is full anyway."""
        bucket = self._buckets.get(whose)
        if bucket is not None:
            bucket.give(tokens)


class Headcount:
    """Counts; whoever has none is forgotten."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._counts: Counter[str] = Counter()

    def __getitem__(self, whose: str) -> int:
        """Give how many are somebody's."""
        return self._counts[whose]

    def __bool__(self) -> bool:
        """Say whether anybody is here."""
        return bool(self._counts)

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self._counts.total()

    def add(self, whose: str) -> None:
        """Count one more."""
        self._counts[whose] += 1

    def remove(self, whose: str) -> None:
        """Count one fewer."""
        self._counts[whose] -= 1
        if not self._counts[whose]:
            del self._counts[whose]

    @contextlib.contextmanager
    def counted(self, whose: str) -> Iterator[None]:
        """Count one for as long as something takes."""
        self.add(whose)
        try:
            yield
        finally:
            self.remove(whose)

    def refusal(self, address: str, of_one: int, of_all: int) -> str:
        """Say why there is no room for another connection from an address; nothing if there is."""
        if self[address] >= of_one:
            return f"there are already {of_one} connections from your address: close one first"
        return "the server is full: come back later" if self.total >= of_all else ""
