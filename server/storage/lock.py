"""The lock on a data directory: one server at a time; the kernel releases it however the server ends."""

import os
from pathlib import Path
from typing import Final

from protocol.language import _
from server import file_lock
from server.file_lock import lock_in_time, taken
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


def made(directory: Path) -> Path:
    """Return a data directory, created if there is none.

    Raises:
        StoreFault: it cannot be made.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreFault(
            _("cannot make {path}: {problem}; choose another with --data", path=directory, problem=problem.strerror)
        ) from problem
    return directory


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
        if not lock_in_time(self._file):
            os.close(self._file)
            raise DirectoryInUse(taken(directory, LOCK_NAME))

    def release(self) -> None:
        """Release the lock."""
        os.close(self._file)

    close = release


def is_locked(directory: Path) -> bool:
    """Return True if a server uses a directory; nothing is made or changed there."""
    try:
        file = os.open(directory / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    return file_lock.is_locked(file)
