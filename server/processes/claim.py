"""The claim of a supervisor to a data directory: a second one is told of the first before it binds anything."""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from server.file_lock import HeldFault, is_locked, lock
from server.processes.plan import ProcessFault

CLAIM_NAME: Final = "serve.lock"  # The file in the data directory that a supervisor locks; it is never removed.
_LONGEST: Final = 80  # More than the bytes of its first line, which says who holds it.


@contextlib.contextmanager
def claimed(data: Path, handed: int | None = None) -> Iterator[int | None]:
    """Hold the claim, that of the former program if it has handed its descriptor over, and return the descriptor.

    Where the file cannot be made there is none: the host finds out why, or that another server is there.

    Raises:
        ProcessFault: another supervisor holds it.
    """
    handle = handed
    if handle is None:
        try:
            handle = lock(data / CLAIM_NAME)
        except HeldFault as problem:
            raise ProcessFault(str(problem)) from None
        except OSError:
            yield None
            return
    try:
        yield handle
    finally:
        os.close(handle)


def note(claim: int | None, said: Mapping[str, str]) -> None:
    """Write into the claimed file what no other command could find out: how the server was started, and what runs."""
    if claim is None:
        return
    with contextlib.suppress(OSError):
        start = len(os.pread(claim, _LONGEST, 0).partition(b"\n")[0]) + 1
        end = start + os.pwrite(claim, f"{json.dumps(said)}\n".encode(), start)
        os.ftruncate(claim, end)


def noted(data: Path) -> dict[str, str]:
    """Return what the server that holds the claim has written down; nothing if there is none."""
    path = data / CLAIM_NAME
    try:
        return dict(json.loads(path.read_bytes().partition(b"\n")[2])) if is_locked(path) else {}
    except (OSError, ValueError):
        return {}
