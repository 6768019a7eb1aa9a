"""The lease: which of several hosts may write to the PostgreSQL store that they share.

It is one row that is fence, epoch and heartbeat in one. Whoever takes it raises the epoch; each commit checks the epoch
and renews the heartbeat; whoever finds that the heartbeat is old takes it. So a host that was stopped or cut off writes
nothing ever again, whatever it believes: no session, lock or clock of its own decides.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from typing import Final, TypeVar

import psycopg

from server.storage.postgres_connections import Connection, bring_up_to_date, connected, fault_of, plain
from server.storage.store import StoreFault

T = TypeVar("T")

AGE: Final = 2.0
"""Seconds without a heartbeat after which others take the lease, by the clock of the database."""

POLL_SECONDS: Final = 0.25
"""How often those who stand by look, and whether there is an answer, in seconds."""

_TAKE: Final = """
    UPDATE lease SET epoch = epoch + 1, process = ?, holder = ?, beat = clock_timestamp()
    WHERE process = ? OR beat < clock_timestamp() - make_interval(secs => ?) RETURNING epoch, batch
"""
_END_STALLED: Final = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = current_setting('application_name')
    AND (state IN ('idle in transaction', 'idle in transaction (aborted)') OR wait_event = 'SyncRep')
    AND pid <> pg_backend_pid()
"""
"""Ends the sessions that stand still in the middle of a transaction, of a host that was stopped or cut off."""


LOST: Final = "another machine has taken over"


class LeaseLost(StoreFault):
    """Another host has taken the lease: this one can write nothing any more, and has to end."""


class Lease:
    """The lease as one host sees it, which stands by for it or holds it.

    Each method raises a ``StoreBusy`` while the database cannot be reached, a ``StoreFault`` if it never can so, and a
    ``LeaseLost`` if another host has taken the lease that was to be taken anew.
    """

    def __init__(self, address: str, link: str, *, checked: bool = False) -> None:
        """Connect to nothing yet; others reach the holder at ``link``. Whether the tables fit may have been checked."""
        self.address = address
        self.link = link
        self.epoch = 0
        """The epoch that this host has taken; 0 if none."""

        self.batch = 0
        """The number of the last commit in the database when the epoch was taken."""

        self.connection: Connection | None = None
        self._process = secrets.token_hex(8)
        self._one = asyncio.Lock()
        self._checked = checked

    async def take(self) -> int | None:
        """Take the lease if nobody holds it, and return the new epoch; None if somebody does."""
        return await self._run(self._take)

    async def holder(self) -> str | None:
        """Return where the host that holds the lease is reached; None if none does."""
        query = "SELECT holder FROM lease WHERE holder <> '' AND beat >= clock_timestamp() - make_interval(secs => ?)"
        row = await self._run(lambda connection: connection.execute(query, (AGE,)).fetchone())
        return row[0] if row else None

    async def read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """Return what a query of the store finds."""
        return await self._run(lambda connection: query(plain(connection)))

    async def share(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the value that all machines share under a name, which is made if there is none."""
        return await self.read(lambda connection: _share(connection, name, make))

    async def release(self) -> None:
        """Let others take the lease at once; does nothing if this host does not hold it."""
        release = "UPDATE lease SET beat = 'epoch', holder = '' WHERE epoch = ?"
        if self.epoch:
            await self._run(lambda connection: connection.execute(release, (self.epoch,)))
            self.epoch = 0

    def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def cut(self) -> None:
        """Close the socket under what is asked, from any thread."""
        if (connection := self.connection) is not None:
            connection.cut()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        """Run a statement in a thread, connected anew where needed; its socket is closed if there is no answer."""

        def run() -> T:
            try:
                return work(self.reached())
            except psycopg.Error as problem:
                raise fault_of(problem, self.address) from None

        async with self._one:
            running = asyncio.create_task(asyncio.to_thread(run))
            while not (await asyncio.wait({running}, timeout=POLL_SECONDS))[0]:
                if self.connection is not None:
                    self.connection.cut_if_silent()
            return await running

    def reached(self) -> Connection:
        """Return the connection, a new one if it has ended; called in a thread."""
        if self.connection is not None and self.connection.raw.closed:
            self.close()
        if self.connection is None:
            self.connection = connected(self.address)
        if not self._checked:
            bring_up_to_date(self.connection, self.address)
            self._checked = True
        return self.connection

    def take_anew(self) -> None:
        """Raise the own epoch over a new connection, so that nothing sent over an earlier one is ever done."""
        if self._take(self.reached(), None) is None:
            raise LeaseLost(LOST)

    def _take(self, connection: Connection, age: float | None = AGE) -> int | None:
        """Take the lease if it is so old, or if this process took it last; return the new epoch."""
        values = (self._process, self.link, self._process, age)
        try:
            row = connection.execute(_TAKE, values).fetchone()
        except psycopg.errors.LockNotAvailable:
            connection.execute(_END_STALLED)
            row = connection.execute(_TAKE, values).fetchone()
        connection.check()
        if row is None:
            return None
        self.epoch, self.batch = row
        return self.epoch


def _share(connection: sqlite3.Connection, name: str, make: Callable[[], bytes]) -> bytes:
    """Return the value that all machines share under a name; the first of them makes it."""
    query = "SELECT value FROM shared WHERE name = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        connection.execute("INSERT INTO shared VALUES (?, ?) ON CONFLICT DO NOTHING", (name, make()))
        row = connection.execute(query, (name,)).fetchone()
    return bytes(row[0])
