"""The lock on a data directory: one server at a time, and the kernel frees it however the server ends."""

import fcntl
import os
import time
from pathlib import Path
from typing import Final

from server.storage.store import StoreFault

LOG_SUFFIX: Final = "-wal"
"""How the name ends of the file that SQLite writes to first."""


class FileIdentity:
    """Remembers files by what they are, not by their names."""

    def __init__(self, path: Path) -> None:
        """Look at a database that is open; the other file may come later."""
        self._paths = (path, Path(f"{path}{LOG_SUFFIX}"))
        self._known: dict[Path, tuple[int, int]] = {}
        self.check()

    def check(self) -> None:
        """See to it that the files are those that they were.

        Raises:
            StoreFault: one of them is gone, or another one is in its place.
        """
        for path in self._paths:
            there = _what(path)
            known = self._known.get(path)
            if known is None and there is not None:
                self._known[path] = there
            elif there != known:
                text = f"{path} was deleted or replaced while it is in use: put it back, or start the server anew"
                raise StoreFault(text)


def _what(path: Path) -> tuple[int, int] | None:
    """Say which file is at a path; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise StoreFault(f"{path} cannot be looked at: {problem.strerror}") from problem
    return found.st_dev, found.st_ino


LOCK_NAME: Final = "lock"
"""The file in the data directory that is locked; it is never removed."""

_PATIENCE: Final = 1.0
_PAUSE: Final = 0.05


class DirectoryInUse(StoreFault):
    """Another server holds the lock."""


class DirectoryLock:
    """A held lock."""

    def __init__(self, directory: Path) -> None:
        """Take the lock; a server that is just ending gets a second to do so.

        Raises:
            DirectoryInUse: another server holds it.
            StoreFault: the directory cannot be written.
        """
        try:
            self._file = os.open(directory / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as problem:
            raise StoreFault(
                f"cannot write in {directory}: {problem.strerror}; choose another with --data"
            ) from problem
        deadline = time.monotonic() + _PATIENCE
        while not self._taken():
            if time.monotonic() > deadline:
                os.close(self._file)
                text = f"another server is using {directory}: end it first, or choose another with --data"
                raise DirectoryInUse(text)
            time.sleep(_PAUSE)

    def release(self) -> None:
        """Let others have it."""
        os.close(self._file)

    def _taken(self) -> bool:
        """Try to take the lock."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
