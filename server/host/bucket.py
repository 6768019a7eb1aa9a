"""A bucket of tokens: how often something may be done, or how much may come, with a little haste forgiven."""


class Bucket:
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
