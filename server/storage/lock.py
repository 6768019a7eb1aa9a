"""The lock on a data directory: one server at a time; the kernel releases it however the server ends."""

import fcntl
import os
import time
from pathlib import Path
from typing import Final

from protocol.language import _
from server.holding import holder, try_lock
from server.storage.store import StoreFault

LOG_SUFFIX: Final = "-wal"


class FileIdentity:
    """Remembers files by device and inode, to notice when they are replaced."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, Path(f"{path}{LOG_SUFFIX}"))
        self._known: dict[Path, tuple[int, int]] = {}
        self.check()

    def check(self) -> None:
        """Check that the files are still the same.

        Raises:
            StoreFault: a file is gone or was replaced.
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
        """Take the lock, waiting up to a second for a server that is just shutting down.

        Raises:
            DirectoryInUse: another server holds it.
            StoreFault: the directory cannot be written.
        """
        try:
            self._file = os.open(directory / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as problem:
            text = _(
                "cannot write in {path}: {problem}; choose another with --data",
                path=directory,
                problem=problem.strerror,
            )
            raise StoreFault(text) from problem
        deadline = time.monotonic() + _PATIENCE
        while not try_lock(self._file):
            if time.monotonic() > deadline:
                os.close(self._file)
                whose = holder(directory / LOCK_NAME)
                named = f"{directory} ({whose})" if whose else str(directory)
                text = _("another server is using {path}: end it first, or choose another with --data", path=named)
                raise DirectoryInUse(text)
            time.sleep(_PAUSE)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._file)


def is_locked(directory: Path) -> bool:
    """Return True if a server uses a directory; nothing is made or changed there."""
    try:
        file = os.open(directory / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
