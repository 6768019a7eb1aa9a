"""The store in PostgreSQL, of the host that holds the lease: the queries and changes of SQLite, with another writer.

All appends that came in during a commit are one statement, which is one round trip and a transaction of its own. Other
changes are a transaction. Either ends with the check of the lease, which also notes the number of the commit.

A connection that fails leaves open whether its commit is done. The host then raises its own epoch over a new one, and
reads the number of the last commit with it: what was sent before can no longer be done by then, and what was done is
replicated when this is acknowledged, for it stands before this in the write-ahead log. Only then is it called stored.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast
from zlib import crc32

import psycopg
from msgspec import Struct
from psycopg.pq import TransactionStatus

from server.storage import logs, moderation
from server.storage.database import Store
from server.storage.lease import LOST, Lease, LeaseLost
from server.storage.postgres_connections import plain
from server.storage.store import Appended, AppendResult, Brief, Conflict, FileSize, StoreFault, StoreLoad, StoreSizes
from server.storage.threads import TRIES, Job, Outcome, Reader, UnknownOutcome, Work, Writer, answer, answered

PATIENCE: Final = 5.0
"""Seconds for which a commit is tried again, or found out about, before its callers are told that nobody knows."""

_PAUSE: Final = 0.05
_RENEW_SECONDS: Final = 0.5

_APPEND: Final = """
    WITH held AS (UPDATE lease SET beat = clock_timestamp(), batch = ? WHERE epoch = ? RETURNING 1),
    new AS (
        SELECT r.* FROM held, unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[], %b::boolean[], %b::bytea[])
        AS r (log, expect, record, checksum, live, heading)
    ), begun AS (
        INSERT INTO logs (log, length, live, heading)
        SELECT log, 1, coalesce(live, true), coalesce(heading, '') FROM new WHERE expect = 0
        ON CONFLICT DO NOTHING RETURNING log
    ), longer AS (
        UPDATE logs SET length = length + 1, live = coalesce(new.live, logs.live),
            heading = coalesce(new.heading, logs.heading)
        FROM new WHERE logs.log = new.log AND length = expect AND expect > 0 RETURNING logs.log
    ), stored AS (
        INSERT INTO records (log, number, record, checksum)
        SELECT log, expect + 1, record, checksum FROM new JOIN (TABLE begun UNION ALL TABLE longer) AS there USING (log)
        RETURNING log
    )
    SELECT (SELECT count(*) FROM held), new.log, CASE WHEN stored.log IS NULL
        THEN coalesce((SELECT length FROM logs WHERE logs.log = new.log), 0) END
    FROM (SELECT 1) AS one LEFT JOIN (new LEFT JOIN stored USING (log)) ON true
"""
"""Adds records, and returns for each whether the lease is held, its log, and that one's length if it is another."""

_COMMIT: Final = """
    WITH held AS (UPDATE lease SET beat = clock_timestamp(), batch = {batch} WHERE epoch = {epoch} RETURNING 1)
    SELECT 1 / count(*) FROM held; COMMIT
"""
"""Ends a transaction; if the lease is lost, it divides by zero, and nothing is committed."""


class Appending(Struct, frozen=True, gc=False):
    """The job of an append; many of them are one statement."""

    log: str
    expect: int
    record: bytes
    brief: Brief | None

    @property
    def row(self) -> tuple[object, ...]:
        """What the statement is given of it."""
        brief = (self.brief.live, self.brief.heading) if self.brief else (None, None)
        return self.log, self.expect, self.record, crc32(self.record), *brief

    def __call__(self, connection: sqlite3.Connection) -> AppendResult:
        """Append it alone, within a transaction."""
        return logs.append(connection, self.log, self.expect, self.record, self.brief)

    def found(self, connection: sqlite3.Connection) -> Appended | Conflict:
        """Return what came of it, after a commit whose answer was lost."""
        query = "SELECT length, record FROM logs LEFT JOIN records ON records.log = logs.log AND number = ? "
        row = connection.execute(f"{query} WHERE logs.log = ?", (self.expect + 1, self.log)).fetchone() or (0, None)
        return Appended() if row[1] == self.record else Conflict(row[0])


class PostgresWriter(Writer):
    """Runs jobs under the lease, and renews it when there are none; it needs a lease that was taken."""

    def __init__(self, lease: Lease, lose: Callable[[], object]) -> None:
        """Begin with a lease that was taken; ``lose`` is called if another host takes it."""
        self.lease = lease
        self.reading = Lease(lease.address, "", checked=True)
        """By what the reader reaches the database; it never holds the lease."""

        self._lose = lose
        self._batch = lease.batch
        self._done: list[Any] | None = None
        self._gone = False
        super().__init__(plain(lease.reached()))
        self._ticking = self._loop.call_later(_RENEW_SECONDS, self._tick)

    async def close(self) -> None:
        """Finish all queued jobs."""
        self._ticking.cancel()
        await super().close()

    def _tick(self) -> None:
        """Renew the lease if nobody writes, and end a statement without an answer."""
        self._ticking = self._loop.call_later(_RENEW_SECONDS, self._tick)
        if self.lease.connection is not None:
            self.lease.connection.cut_if_silent()
        if not self._busy and not self._gathered:
            self._hand_over()

    def _waits(self) -> bool:
        """Wait for nobody: a commit takes long enough over the network that others gather meanwhile."""
        return False

    def _process(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        """Run the appends in one commit and the changes in another, then what stands apart."""
        appends: dict[str, Job] = {}
        changes: list[Job] = []
        apart = [job for job in jobs if job.apart]
        for job in jobs:
            work: object = job.work
            if isinstance(work, Appending) and work.log not in appends:
                appends[work.log] = job
            elif not job.apart:
                changes.append(job)
        outcomes: list[Outcome] = []
        # With nothing to do the lease is renewed; what is read must be known to be stored.
        if appends or not jobs or (apart and not changes and self.in_doubt):
            outcomes += self._certain([*appends.values()], self._append)
        if changes:
            outcomes += self._certain(changes, self._change)
        return outcomes + [self._read(job) for job in apart]

    def _read(self, job: Job) -> Outcome:
        if self.in_doubt:
            return job, None, StoreFault("nobody knows what is stored, for the database does not answer")
        return answer(self._connection, job)

    def _certain(self, jobs: list[Job], commit: Callable[[list[Any]], list[Any]]) -> list[Outcome]:
        """Run jobs in one commit, and answer each of them."""
        works = [job.work for job in jobs]
        results, fault = self._try(works, commit)
        self._tell(str(fault or ""))
        return [(job, results[place] if fault is None else None, fault) for place, job in enumerate(jobs)]

    def _try(self, works: list[Any], commit: Callable[[list[Any]], list[Any]]) -> tuple[list[Any], StoreFault | None]:
        """Commit, over new connections if need be, until it is known what is stored."""
        until = time.monotonic() + (0.0 if self.in_doubt else PATIENCE)
        self._batch += 1
        self._done, sent = None, False
        while not self._gone:
            try:
                if self.in_doubt and self._settled() and sent:
                    return self._done or [work.found(self._connection) for work in works], None
                sent = True
                return commit(works), None
            except (LeaseLost, psycopg.errors.DivisionByZero):
                self._gone = True
                self._loop.call_soon_threadsafe(self._lose)
                return [], UnknownOutcome(LOST) if sent and self.in_doubt else StoreFault(LOST)
            except Exception as problem:  # noqa: BLE001  # a thread that dies answers no caller ever again
                if not self.in_doubt and self._goes_on():
                    return [], StoreFault(str(problem))
                self._drop()
                if time.monotonic() > until:
                    return [], UnknownOutcome(str(problem)) if sent else StoreFault(str(problem))
            time.sleep(_PAUSE)
        return [], StoreFault(LOST)

    def _settled(self) -> bool:
        """Reach the database anew, and return True if the present commit is the last one that is in it."""
        self.lease.take_anew()
        self._connection = plain(self.lease.reached())
        self.reading.cut()
        self.in_doubt = False
        return self.lease.batch == self._batch

    def _goes_on(self) -> bool:
        """Undo a transaction that was refused; return False if the connection has failed."""
        connection = self.lease.connection
        if connection is None or connection.raw.closed or connection.warned:
            return False
        if connection.raw.info.transaction_status is not TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")
        return not connection.raw.closed

    def _drop(self) -> None:
        """Close the connection, and the one that reads: it may hang too, or read from a server of the past."""
        self.in_doubt = True
        if self.lease.connection is not None:
            self.lease.connection.close()
        self.reading.cut()

    def _append(self, works: list[Appending]) -> list[Appended | Conflict]:
        """Store records in one statement, which is a transaction of its own."""
        columns = [*map(list, zip(*(work.row for work in works), strict=True))] or [[]] * 6
        connection = self.lease.reached()
        rows = connection.execute(_APPEND, (self._batch, self.lease.epoch, *columns)).fetchall()
        connection.check()
        if not rows[0][0]:
            raise LeaseLost(LOST)
        lengths = {log: length for _held, log, length in rows}
        return [Appended() if lengths[work.log] is None else Conflict(lengths[work.log]) for work in works]

    def _change(self, works: list[Work[Any]]) -> list[Any]:
        """Run changes in a transaction, which ends with the check of the lease."""
        connection = self.lease.reached()
        connection.execute("BEGIN")
        self._done = [work(self._connection) for work in works]
        connection.execute(_COMMIT.format(epoch=self.lease.epoch, batch=self._batch))
        connection.check()
        return self._done


class PostgresReader(Reader):
    """Answers queries over a connection of its own, which the writer cuts when it has to reach the database anew."""

    def __init__(self, writer: PostgresWriter) -> None:
        self._lease = writer.reading
        super().__init__(cast("sqlite3.Connection", self._lease), writer)

    def _process(self, _lease: sqlite3.Connection, jobs: list[Job]) -> list[Outcome]:
        return [self._read(job) for job in jobs]

    def _read(self, job: Job) -> Outcome:
        for _ in range(TRIES):
            try:
                connection = self._lease.reached()
            except StoreFault as problem:
                return job, None, problem
            outcome = answer(plain(connection), job)
            if not connection.raw.closed:
                break
        return outcome


class PostgresStore(Store):
    """The store of the host that holds the lease; it needs a running loop."""

    def __init__(self, lease: Lease, lost: Callable[[], object] = lambda: None) -> None:
        """Open the store with a lease that was taken; ``lost`` is called if another host takes it.

        Raises:
            StoreFault: the database cannot be used.
        """

        def lose() -> None:
            self.lost = True
            lost()

        self._lease = lease
        writer = PostgresWriter(lease, lose)
        super().__init__(PostgresReader(writer), writer)

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        return await answered(self._writer.write(Appending(log, expect, record, brief)))

    async def probe(self) -> None:
        await self._change(lambda _connection: None)

    async def sizes(self) -> StoreSizes:
        tables = await self._reader.read(moderation.table_sizes)
        return StoreSizes(tables, (FileSize("database", await self._reader.read(_size)),))

    async def load(self) -> StoreLoad:
        queued = self._writer.queued + self._reader.queued
        return StoreLoad(queued, await self._reader.read(_size))

    async def close(self) -> None:
        """Finish pending work, and let another host take the lease at once."""
        await super().close()
        with suppress(StoreFault):
            await self._lease.release()
        self._lease.close()


def _size(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])
