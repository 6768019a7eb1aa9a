"""What a server is, as values: its processes, what an update hands over, and its claim to a data directory.

A second server is told of the first before it binds anything.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from server.file_lock import HeldFault, is_locked, lock
from server.processes.operator import TEXT


class ProcessFault(Exception):
    """A server that cannot start; the text says why and what helps."""


class Address(NamedTuple):
    """An address to listen on."""

    host: str
    """A host name or IP address of this machine; empty for all its addresses."""
    port: int
    """The port; 0 for any free one."""

    def __str__(self) -> str:
        """Write it as ``HOST:PORT``, with an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class ProcessRole(NamedTuple):
    """One process that runs as long as the server does."""

    name: str
    command: tuple[str, ...]
    options: Mapping[str, object] = {}
    """What it is told at its start, beside the configuration."""
    sockets: tuple[int, ...] = ()
    """The descriptors that it inherits, with the same numbers."""
    start_seconds: float = 60.0
    """Seconds that it may take to become ready."""
    silent_seconds: float = 0.0
    """Seconds that it may send no heartbeat once it is ready; 0 for the usual time."""


class Reloaded(NamedTuple):
    """What came of reading the configuration again."""

    lines: tuple[str, ...]
    """What the operator is told."""
    configuration: object = None
    """What the processes are told, as JSON; None if nothing has changed for them."""


class AdoptedChild(NamedTuple):
    """A process that one program hands over to the next."""

    name: str
    pid: int
    stdin: int
    ear: int | None
    status: str


class Handover(NamedTuple):
    """What a supervisor hands over to the program that it executes as itself."""

    said: str
    """The version of the program that hands over, and behind it that of its protocol."""
    attempts: int
    """How often an update was tried."""
    terminal: bool
    claim: int | None
    manager: tuple[str, float]
    sockets: Mapping[str, list[int]]
    children: list[AdoptedChild]

    def descriptors(self) -> list[int]:
        """Return all descriptors in it."""
        listening = [number for numbers in self.sockets.values() for number in numbers]
        pipes = [number for child in self.children for number in (child.stdin, child.ear)]
        return [number for number in (self.claim, *listening, *pipes) if number is not None]


class ProcessPlan(NamedTuple):
    """All processes of a server."""

    host: ProcessRole
    fronts: tuple[ProcessRole, ...] = ()
    """Draw the screens; the first one starts when the host is ready, and the others when the first one is."""
    lines: tuple[str, ...] = ()
    """Lines that are printed once all processes serve."""
    notes: tuple[str, ...] = ()
    """Lines that follow what the fronts say."""
    configuration: object = None
    """What the processes are told of the configuration, as JSON."""
    log: str = TEXT
    """The form of what is said."""
    reload: Callable[[], Reloaded] = lambda: Reloaded(())
    """Reads the configuration again, at SIGHUP."""
    warm_up: Callable[[], Callable[[], int]] | None = None
    """Loads into this process what fronts need, and returns what runs one in a copy of it; None if none is copied."""
    together: bool = False
    """True if the first front need not wait for the host: the files that the host creates on its first start exist."""
    options: tuple[str, ...] = ()
    """What `chwech serve` was started with, and will be again by an update in place."""
    claim: int | None = None
    """The descriptor of the claim to the data directory."""
    listening: Mapping[str, list[int]] = {}
    """The descriptors of the listening sockets, by what they are for."""
    note: Callable[[Mapping[str, str]], None] = lambda _noted: None
    """Writes down for others what runs, and what came of updates."""
    handover: Handover | None = None
    """What the former program has handed over; None at an ordinary start."""


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
