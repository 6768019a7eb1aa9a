"""A one-entry cache by identity, because one table is shown to many viewers in turn."""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Lately(Generic[K, T]):
    """A pure function of one frozen value, with its last result cached by the identity of the argument."""

    def __init__(self, work: Callable[[K], T]) -> None:
        """Start with an empty cache."""
        self._work = work
        self._last: tuple[K, T] | None = None

    def __call__(self, key: K) -> T:
        """Return the result for this value, from the cache if it is the same object as last time."""
        last = self._last
        if last is not None and last[0] is key:
            return last[1]
        answer = self._work(key)
        self._last = key, answer
        return answer
