"""Files that other processes see: locked for this one, with who holds it written into it; or written whole."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from protocol.language import _

TIME: Final = "%Y-%m-%d %H:%M:%S UTC"

PATIENCE: Final = 1.0  # Seconds to wait for a holder that is just ending.

_PAUSE: Final = 0.05


class HeldFault(Exception):
    """Another server holds a file; the text says which, where and what to do."""


def lock(path: Path) -> int:
    """Lock a file, made if there is none, and write into it who holds it; return its descriptor, which holds the lock.

    Raises:
        HeldFault: another process still holds it after a second.
        OSError: it cannot be written.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(handle)
                raise HeldFault(_taken(path)) from None
        time.sleep(_PAUSE)
    with contextlib.suppress(OSError):
        # Where the disk is full, nobody is named; the lock holds all the same.
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()}, since {time.strftime(TIME, time.gmtime())}\n".encode(), 0)
    return handle


def is_locked(path: Path) -> bool:
    """Return True if a process holds a file; nothing is made or changed."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _taken(path: Path) -> str:
    whose = holder(path)
    named = f"{path.parent} ({whose})" if whose else str(path.parent)
    return _("another server is using {path}: end it first, or choose another with --data", path=named)


def holder(path: Path) -> str:
    """Return what the holder of a file has written into it; empty if that is nothing."""
    try:
        with path.open("rb") as file:
            said = file.read(80).decode(errors="replace").partition("\n")[0]
    except OSError:
        return ""
    return said if said.startswith("process ") and said.isprintable() else ""


@contextlib.contextmanager
def written_whole(target: Path, *, synced: bool = True) -> Iterator[Path]:
    """Give a private file that becomes ``target`` if the context ends well; raise ``OSError`` if that fails.

    If ``synced``, it outlasts a loss of power from then on.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        yield part
        if synced:
            sync(part)
        part.replace(target)
        if synced:
            sync(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync(path: Path) -> None:
    """Wait until a file or a directory is on the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
