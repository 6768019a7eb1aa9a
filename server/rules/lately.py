"""What a function has worked out last, for whoever asks the same again: a table is shown to many at once."""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Lately(Generic[K, T]):
    """A pure function of one frozen value that remembers its last answer, by which very object was asked about."""

    def __init__(self, work: Callable[[K], T]) -> None:
        """Remember nothing yet."""
        self._work = work
        self._last: tuple[K, T] | None = None

    def __call__(self, key: K) -> T:
        """Give the answer for this value."""
        last = self._last
        if last is not None and last[0] is key:
            return last[1]
        answer = self._work(key)
        self._last = key, answer
        return answer
