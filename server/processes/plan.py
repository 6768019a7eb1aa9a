"""Which processes a server runs, and when they are restarted."""

from typing import Final, NamedTuple


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


STEADY_SECONDS: Final = 10.0
"""Seconds after which a process counts as started well: its earlier deaths are forgotten."""

SHORTEST_WAIT: Final = 0.1
"""Seconds of backoff after a second early death; doubled with each further one."""

LONGEST_WAIT: Final = 5.0


class Restarts(NamedTuple):
    """The restart history of one process."""

    deaths: int = 0
    """The number of early deaths in a row."""

    @property
    def wait(self) -> float:
        """The backoff in seconds: none after the first death."""
        return 0.0 if self.deaths < 2 else min(SHORTEST_WAIT * 2.0 ** (min(self.deaths, 20) - 2), LONGEST_WAIT)

    def died(self, lived: float) -> "Restarts":
        """Count a death after this many seconds of life."""
        return Restarts(1 if lived >= STEADY_SECONDS else self.deaths + 1)


class ProcessRole(NamedTuple):
    """One process that runs as long as the server does."""

    name: str
    command: tuple[str, ...]
    """Its command line; the option ``--ready-fd N`` is added."""

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
