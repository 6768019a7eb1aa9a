"""Commands of which nobody knows whether they were carried out, with the table that each of them concerns."""

from typing import Final

from server.tables.log import Cause

MOST: Final = 1000
"""Commands that are remembered; the earliest ones are forgotten."""


class Doubts:
    """The commands whose outcome is unknown: each may have created a table or taken a seat."""

    def __init__(self) -> None:
        self._codes: dict[Cause, str] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def add(self, cause: Cause, code: str) -> None:
        """Remember a command and the code of its table."""
        self._codes[cause] = code
        if len(self._codes) > MOST:
            self._codes.pop(next(iter(self._codes)))

    def table_of(self, cause: Cause) -> str | None:
        """Return the code of the table that a command concerns; None if its outcome is known."""
        return self._codes.get(cause)

    def take(self, cause: Cause) -> str | None:
        """Return the same, and forget it: the caller will find out."""
        return self._codes.pop(cause, None)
