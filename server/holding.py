"""Says who holds a locked file: the process and since when, written into the file by whoever locks it."""

import contextlib
import fcntl
import os
import time
from pathlib import Path

TIME = "%Y-%m-%d %H:%M:%S UTC"


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


def holder(path: Path) -> str:
    """Return what whoever holds a file has written into it; empty if that is nothing."""
    try:
        with path.open("rb") as file:
            said = file.read(80).decode(errors="replace").partition("\n")[0]
    except OSError:
        return ""
    return said if said.startswith("process ") and said.isprintable() else ""
