"""Which processes a server runs, and when they are restarted."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

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
    sockets: tuple[int, ...] = ()
    """The descriptors that it inherits, with the same numbers."""

    start_seconds: float = 60.0
    """Seconds that it may take to become ready."""

    configured: bool = False
    """True if it is told the configuration, at its start and whenever that changes."""

    forked: bool = False
    """True if the fork server starts it, where there is one."""


class Reloaded(NamedTuple):
    """What came of reading the configuration again."""

    lines: tuple[str, ...]
    """What the operator is told."""

    configuration: str | None = None
    """What the processes are told, on one line; None if nothing has changed for them."""


class ProcessPlan(NamedTuple):
    """All processes of a server."""

    host: ProcessRole
    fronts: tuple[ProcessRole, ...] = ()
    """Draw the screens; the first one starts when the host is ready, and the others when the first one is."""

    lines: tuple[str, ...] = ()
    """Lines that are printed once all processes serve."""

    notes: Callable[[str], Iterable[str]] = lambda _said: ()
    """Returns the lines that follow, given what the fronts have said."""

    configuration: str = ""
    """What the processes are told of the configuration, on one line."""

    log: str = TEXT
    """The form of what is said."""

    reload: Callable[[], Reloaded] = lambda: Reloaded(())
    """Reads the configuration again, at SIGHUP."""

    fork_server: ProcessRole | None = None
    """The process that forks the fronts where the system allows it; None if each front is started by itself."""

    together: bool = False
    """True if the first front need not wait for the host: the files that the host creates on its first start exist."""
