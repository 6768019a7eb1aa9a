"""Which processes a server runs, and when they are restarted."""

from typing import NamedTuple


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


class ProcessPlan(NamedTuple):
    """All processes of a server."""

    host: ProcessRole
    fronts: tuple[ProcessRole, ...] = ()
    """Draw the screens; the first one starts when the host is ready, and the others when the first one is."""

    lines: tuple[str, ...] = ()
    """Lines that are printed once all processes serve."""

    together: bool = False
    """True if the first front need not wait for the host: the files that the host creates on its first start exist."""

    log: str = "text"
    """The form of what is said."""
