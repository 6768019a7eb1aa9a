"""Files of a data directory that several processes share: read with a bound, made once, or replaced whole."""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")

Stamp = tuple[int, ...]
"""What differs when a file has changed; empty for one that is not there."""


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file.

    Raises:
        OSError: nobody can tell.
    """
    try:
        about = path.stat()
    except FileNotFoundError:
        return ()
    return about.st_dev, about.st_ino, about.st_mtime_ns, about.st_size


class WatchedFile(Generic[T]):
    """What is in a file that another process replaces; it is read again when it is another one than before."""

    def __init__(self, path: Path, read: Callable[[bytes], T], empty: T) -> None:
        """Read nothing yet; what ``read`` raises a ``ValueError`` for changes nothing."""
        self._path = path
        self._read = read
        self._stamp: Stamp = ()
        self._value = empty

    def look(self) -> T:
        """Return what is in the file; where it has gone, or cannot be read, what was in it before."""
        with contextlib.suppress(OSError, ValueError):
            stamp = stamp_of(self._path)
            if stamp and stamp != self._stamp:
                self._value = self._read(self._path.read_bytes())
                self._stamp = stamp
        return self._value


def make_secret(path: Path, data: bytes) -> None:
    """Write a new file that its owner alone may read; of several processes at once, all use the first one's.

    Raises:
        OSError: it cannot be written.
    """
    # It is written completely under a temporary name, then linked into place unless another one is there by then.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    _write_new(draft, data)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no links: there, a process that starts at the same moment may read half of it, and
        # restarts.
        with contextlib.suppress(FileExistsError):
            _write_new(path, data)
    finally:
        draft.unlink()


def replace_file(path: Path, data: bytes, *, synced: bool = False) -> None:
    """Write a file in place of the one before: all of it or nothing; if synced, it outlasts a loss of power.

    Raises:
        OSError: it cannot be written.
    """
    draft = path.with_name(f"{path.name}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        if synced:
            file.flush()
            os.fsync(handle)
    draft.replace(path)


def _write_new(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)
