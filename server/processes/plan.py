"""Which processes are to run."""

from typing import Final, NamedTuple


class ProcessFault(Exception):
    """A server that cannot begin; the text says why and what helps."""


class Address(NamedTuple):
    """A place to listen on."""

    host: str
    """A name or number of this machine; empty for all its addresses."""

    port: int
    """The port; 0 for one that is free."""

    def __str__(self) -> str:
        """Write it as ``HOST:PORT``, an IPv6 number in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


STEADY_SECONDS: Final = 10.0
"""A process that has lived so long had begun well: what happened before is forgotten."""

SHORTEST_WAIT: Final = 0.1
"""Seconds to wait after a second early death; doubled with each one more."""

LONGEST_WAIT: Final = 5.0
"""The most seconds to wait."""


class Restarts(NamedTuple):
    """What has become of one process so far."""

    deaths: int = 0
    """How often in a row it has died young."""

    @property
    def wait(self) -> float:
        """Seconds until it is started again: none after the first death."""
        return 0.0 if self.deaths < 2 else min(SHORTEST_WAIT * 2.0 ** (min(self.deaths, 20) - 2), LONGEST_WAIT)

    def died(self, lived: float) -> "Restarts":
        """Count a death after so many seconds."""
        return Restarts(1 if lived >= STEADY_SECONDS else self.deaths + 1)


class ProcessRole(NamedTuple):
    """One process that is to run as long as the server does."""

    name: str
    """What it is called in a sentence."""

    command: tuple[str, ...]
    """Its command line; the option ``--ready-fd N`` is added."""

    sockets: tuple[int, ...] = ()
    """The descriptors that it inherits, with the same numbers."""

    start_seconds: float = 60.0
    """How long it may take to begin."""


class ProcessPlan(NamedTuple):
    """A whole server."""

    host: ProcessRole
    """Keeps the tables."""

    fronts: tuple[ProcessRole, ...] = ()
    """Draw the screens; the first is started when the host is ready, and the others when the first is."""

    lines: tuple[str, ...] = ()
    """What is said once all of them serve."""

    together: bool = False
    """Whether the first front need not wait for the host: what the host makes at the very first start is there."""
