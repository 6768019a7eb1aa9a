"""The claim of a supervisor to a data directory: a second one is told of the first before it binds anything."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from protocol.language import _
from server.holding import holder, try_lock
from server.processes.plan import ProcessFault

CLAIM_NAME: Final = "serve.lock"
"""The file in the data directory that a supervisor locks; it is never removed."""

PATIENCE: Final = 1.0
"""Seconds to wait for a supervisor that is just ending."""

_PAUSE: Final = 0.05


@contextlib.contextmanager
def claimed(data: Path) -> Iterator[None]:
    """Hold the claim; where the file cannot be made, the host finds out why, or that another server is there.

    Raises:
        ProcessFault: another supervisor holds it.
    """
    path = data / CLAIM_NAME
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError:
        yield
        return
    try:
        deadline = time.monotonic() + PATIENCE
        while not try_lock(handle):
            if time.monotonic() > deadline:
                raise ProcessFault(taken(data))
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


def is_claimed(data: Path) -> bool:
    """Return True if a supervisor holds the claim; nothing is made."""
    try:
        handle = os.open(data / CLAIM_NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def taken(data: Path) -> str:
    """Say that another server has the directory, with its process and since when."""
    whose = holder(data / CLAIM_NAME)
    named = f"{data} ({whose})" if whose else str(data)
    return _("another server is using {path}: end it first, or choose another with --data", path=named)
