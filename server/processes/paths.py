"""The paths of Unix sockets, which the kernel wants short."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.processes.fault import ProcessFault

LONGEST: Final = 107 if sys.platform == "linux" else 103
"""The most bytes of such a path."""

FRONTS_NAME: Final = "fronts.sock"
"""The socket in the data directory that the fronts come in by."""

HOST_KEY_NAME: Final = "ssh_host_key"
"""The key in the data directory by which people know this server again."""


def check_path(path: Path) -> None:
    """Accept the path of a socket, or say what would be right.

    Raises:
        ProcessFault: it is too long for the kernel.
    """
    if not _fits(path):
        raise ProcessFault(
            f"the path of the Unix socket {path} has {len(os.fsencode(path))} bytes, the system takes {LONGEST}: "
            "choose a shorter one with --socket, or a shorter --data"
        )


@contextlib.contextmanager
def fronts_path(data: Path) -> Iterator[Path]:
    """Give the path of the socket for the fronts: in the data directory, or where it is shorter in one of its own.

    Raises:
        ProcessFault: no path is short enough.
    """
    path = data / FRONTS_NAME
    if _fits(path):
        yield path
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="chwech-") as short:
        path = Path(short) / FRONTS_NAME
        check_path(path)
        yield path


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= LONGEST
