"""Which processes are to run."""

from typing import NamedTuple


class Role(NamedTuple):
    """One process that is to run as long as the server does."""

    name: str
    """What it is called in a sentence."""

    command: tuple[str, ...]
    """Its command line; the option ``--ready-fd N`` is added."""

    sockets: tuple[int, ...] = ()
    """The descriptors that it inherits, with the same numbers."""

    start_seconds: float = 60.0
    """How long it may take to begin."""


class Plan(NamedTuple):
    """A whole server."""

    host: Role
    """Keeps the tables."""

    fronts: tuple[Role, ...] = ()
    """Draw the screens; the first is started when the host is ready, and the others when the first is."""

    lines: tuple[str, ...] = ()
    """What is said once all of them serve."""

    together: bool = False
    """Whether the first front need not wait for the host: what the host makes at the very first start is there."""
