"""The interface of a journal, the one order of everything that a cluster stores, and of the lease on leading it.

The journal decides. The lease only saves the nodes from leading by turns: whoever leads has said so in the journal, and
what a node says that led before comes after that, and counts for nothing.
"""

from collections.abc import AsyncGenerator
from typing import Final, NamedTuple, Protocol

from server.storage.store import StoreFault

CANNOT_STORE: Final = "nothing can be stored"
"""How a node begins to say that too few NATS servers are there."""


class Entry(NamedTuple):
    """One entry of a journal."""

    number: int
    """Its number, counted from 1 without a gap."""

    data: bytes


class JournalBroken(StoreFault):
    """A journal that does not continue what was read of it: entries are missing, or not as they were written."""


class Journal(Protocol):
    """Entries in an order that is the same for everybody; every method raises a ``StoreFault`` if it fails."""

    async def publish(self, data: bytes, key: str) -> int:
        """Append an entry, and return its number once it is stored for good.

        Within a minute an entry is appended once, however often it is published under its key.

        Raises:
            UnknownOutcome: it may be in the journal, or come into it yet.
            StoreFault: it is not in the journal, and never will be.
        """

    def follow(self, after: int) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Yield the entries that follow, without end, in order and without a gap, also over lost connections.

        Raises:
            JournalBroken: an entry that should be there is not, or is damaged.
        """

    async def last(self) -> int:
        """Return the number of the last entry; 0 if there is none."""


class Holder(NamedTuple):
    """A server that holds a journal."""

    name: str
    leads: bool
    current: bool
    """True if it holds everything, or nearly."""

    behind: int
    """How many steps of the servers' own log it lacks."""


LEASE_SECONDS: Final = 3.0
"""Seconds for which a lease holds unless it is renewed."""


class Lease(Protocol):
    """The right to lead for some seconds; ``claim`` raises a ``StoreFault`` if nobody can tell who has it."""

    async def claim(self, node: str) -> bool:
        """Take the lease or renew it, for ``LEASE_SECONDS`` from now; False if another node has it."""

    async def release(self, node: str) -> None:
        """Give it back if this node has it, for another to take at once; if nobody can be told, it lapses."""

    async def freed(self, seconds: float) -> None:
        """Wait so long, or until it is given back."""
