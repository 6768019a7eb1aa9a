"""Locks a file for this process, and says who holds a locked one: its process and since when, written into it."""

import contextlib
import fcntl
import os
import time
from pathlib import Path
from typing import Final

from protocol.language import _

TIME: Final = "%Y-%m-%d %H:%M:%S UTC"

PATIENCE: Final = 1.0
"""Seconds to wait for a holder that is just ending."""

_PAUSE: Final = 0.05


def try_lock(handle: int) -> bool:
    """Lock an open file, and write into it who holds it; return False if somebody else does."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    with contextlib.suppress(OSError):
        # Where the disk is full, nobody is named; the lock holds all the same.
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()}, since {time.strftime(TIME, time.gmtime())}\n".encode(), 0)
    return True


def lock_in_time(handle: int) -> bool:
    """Lock an open file as ``try_lock`` does, waiting up to a second for whoever is just ending."""
    deadline = time.monotonic() + PATIENCE
    while not try_lock(handle):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE)
    return True


def is_locked(handle: int) -> bool:
    """Close a file that was opened to look at it, and return True if somebody holds it; nothing is changed."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def taken(directory: Path, name: str) -> str:
    """Say that another server holds the file of this name in a directory, with its process and since when."""
    whose = holder(directory / name)
    named = f"{directory} ({whose})" if whose else str(directory)
    return _("another server is using {path}: end it first, or choose another with --data", path=named)


def holder(path: Path) -> str:
    """Return what whoever holds a file has written into it; empty if that is nothing."""
    try:
        with path.open("rb") as file:
            said = file.read(80).decode(errors="replace").partition("\n")[0]
    except OSError:
        return ""
    return said if said.startswith("process ") and said.isprintable() else ""
