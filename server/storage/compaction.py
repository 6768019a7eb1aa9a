"""Compaction: the records of closed logs whose games are filed are deleted, and the name of each is kept."""

import sqlite3
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


def closed_logs(connection: sqlite3.Connection, before: float, after: str, limit: int) -> tuple[ClosedLog, ...]:
    query = """
        SELECT logs.log, ended_at, CASE WHEN ended_at IS NULL THEN heading ELSE ? END
        FROM logs LEFT JOIN games USING (log)
        WHERE NOT live AND filed AND length > 0 AND logs.log > ? AND (ended_at IS NULL OR ended_at < ?)
        ORDER BY logs.log LIMIT ?
    """
    return tuple(ClosedLog(*row) for row in connection.execute(query, (b"", after, before, limit)))


def compact(connection: sqlite3.Connection, log: str) -> None:
    # A length of 0 marks the log: an append to it is refused, whatever length it expects.
    connection.execute("UPDATE logs SET length = 0, heading = ? WHERE log = ? AND NOT live AND filed", (b"", log))
    connection.execute("DELETE FROM records WHERE log IN (SELECT log FROM logs WHERE log = ? AND length = 0)", (log,))
