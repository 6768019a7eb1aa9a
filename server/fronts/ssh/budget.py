"""How many bytes a connection may send: what has come is always taken, and whoever sends too much has to wait."""


class Budget:
    """Fills by time and empties by bytes; it may fall into debt, which time pays back."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        """Begin full.

        Args:
            rate: what comes in, in bytes a second.
            size: what it holds.
            now: the time in seconds, by any clock that only goes forward.
        """
        self._rate = rate
        self._size = size
        self._level = size
        self._filled_at = now

    def spend(self, count: int, now: float) -> float:
        """Take so many bytes, and say how many seconds to wait before the next ones are read."""
        self._level = min(self._size, self._level + (now - self._filled_at) * self._rate) - count
        self._filled_at = now
        return max(0.0, -self._level / self._rate)
