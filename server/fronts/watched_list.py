"""A list in a file of lines, which somebody edits while it is in use."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from server.fronts.fault import FrontFault
from server.fronts.own_files import Stamp, read_start, stamp_of

_log = logging.getLogger(__name__)

T = TypeVar("T")


class WatchedList(Generic[T]):
    """What a file lists; it is read again whenever the file has changed."""

    def __init__(self, path: Path, read: Callable[[str], T], empty: T, most: int) -> None:
        """Begin without having read the file.

        Args:
            path: the file.
            read: returns what a text lists, or raises a ``FrontFault``.
            empty: what is listed while there is no file.
            most: the most bytes of the file.
        """
        self.path: Final = path
        self.listed = empty
        self._read: Final = read
        self._empty: Final = empty
        self._most: Final = most
        self._stamp: Stamp = ()

    def load(self) -> bool:
        """Read the file if it has changed, and return True if it has.

        Raises:
            FrontFault: it cannot be read, or a line is wrong; the list stays as it was.
        """
        try:
            stamp = stamp_of(self.path)
            if stamp == self._stamp:
                return False
            listed = self._read(self._text()) if stamp else self._empty
        except OSError as problem:
            raise FrontFault(f"{self.path} cannot be read: {problem.strerror}") from problem
        except UnicodeDecodeError as problem:
            raise FrontFault(f"{self.path} is no UTF-8: save it as UTF-8") from problem
        except FrontFault as problem:
            raise FrontFault(f"{self.path}: {problem}") from problem
        self._stamp, self.listed = stamp, listed
        return True

    def look(self) -> bool:
        """Read the file if it has changed, and return True if it has; where it has become wrong, the old list holds."""
        try:
            return self.load()
        except FrontFault as problem:
            _log.error("%s; the list before it holds", problem)
            return False

    def _text(self) -> str:
        data = read_start(self.path, self._most + 1)
        if len(data) > self._most:
            raise FrontFault(f"too large: {self._most} bytes at most")
        return data.decode("utf-8-sig")
