"""The interface of closed logs in a store, which are compacted once their games are filed."""

from typing import Protocol

from msgspec import Struct


class ClosedLog(Struct, frozen=True, gc=False):
    """A log that can grow no more, and has been filed or passed over."""

    log: str
    ended_at: float | None
    """When its game ended, in seconds since 1970; None if there is no finished game in it."""

    heading: bytes
    """Its heading; left out if the time of the end is known."""


class StoreLoad(Struct, frozen=True, gc=False):
    """How much a store has to do, and how much room it takes."""

    jobs: int
    """Jobs that wait for one of its threads."""

    size: int
    """Bytes on the disk."""


class CompactionStore(Protocol):
    """The closed logs in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def closed_logs(self, before: float, after: str, limit: int) -> tuple[ClosedLog, ...]:
        """Return closed logs with records, by name, those whose names follow ``after``.

        Logs of games that ended at ``before`` or later are left out.
        """

    async def load(self) -> StoreLoad:
        """Return how much there is to do, once the store has answered."""

    async def probe(self) -> None:
        """Write something that changes nothing.

        Raises:
            StoreFault: nothing can be stored now.
        """

    async def compact(self, log: str) -> None:
        """Delete the records and the heading of a log; reading it raises ``CompactedLog`` from then on."""
