"""The claim of a supervisor to a data directory: a second one is told of the first before it binds anything."""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from server.file_lock import is_locked, lock_in_time, taken
from server.processes.plan import ProcessFault

CLAIM_NAME: Final = "serve.lock"
"""The file in the data directory that a supervisor locks; it is never removed."""


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
        if not lock_in_time(handle):
            raise ProcessFault(taken(data, CLAIM_NAME))
        yield
    finally:
        os.close(handle)


def is_claimed(data: Path) -> bool:
    """Return True if a supervisor holds the claim; nothing is made."""
    try:
        handle = os.open(data / CLAIM_NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    return is_locked(handle)


def note(data: Path, started: Mapping[str, str]) -> None:
    """Write into the claimed file how the server was started, which no other command could find out."""
    with contextlib.suppress(OSError), (data / CLAIM_NAME).open("ab") as file:
        file.write(f"{json.dumps(started)}\n".encode())


def noted(data: Path) -> dict[str, str]:
    """Return how the server that holds the claim was started; nothing if there is none."""
    if not is_claimed(data):
        return {}
    try:
        return dict(json.loads((data / CLAIM_NAME).read_bytes().partition(b"\n")[2]))
    except (OSError, ValueError):
        return {}
