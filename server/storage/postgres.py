"""The store in PostgreSQL: connections that run the queries of the store as they are written, the lease, the writer.

The lease says which of several hosts may write. It is one row that is fence, epoch and heartbeat in one. A host that
takes it raises the epoch; each commit checks the epoch and renews the heartbeat; a host that finds an old heartbeat
takes it. So a host that was stopped or cut off writes nothing ever again, whatever it believes: no session, lock or
clock of its own decides.

All appends that came in during a commit are one statement, which is one round trip and a transaction of its own. Other
changes are a transaction. Either ends with the check of the lease, which also notes the number of the commit.

A connection that fails leaves open whether its commit is done. The host then raises its own epoch over a new one, and
reads the number of the last commit with it: what was sent before can no longer be done by then, and what was done is
replicated when this is acknowledged, for it stands before this in the write-ahead log. Only then is it called stored.
"""

import asyncio
import math
import os
import re
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import chain
from typing import Any, Final, TypeVar, cast
from zlib import crc32

from msgspec import Struct

from server.defaults import without_password
from server.storage import logs, moderation
from server.storage.database import Store
from server.storage.schema import MARK, SCHEMA_VERSION, VERSIONS
from server.storage.store import (
    Appended,
    AppendResult,
    Brief,
    Conflict,
    FileSize,
    StoreBusy,
    StoreFault,
    StoreLoad,
    StoreSizes,
)
from server.storage.threads import TRIES, Job, Outcome, Reader, UnknownOutcome, Work, Writer, answer, answered

try:
    import psycopg
    from psycopg import conninfo
    from psycopg.pq import TransactionStatus
    from psycopg.types.numeric import IntLoader
except ImportError as problem:
    text = "PostgreSQL needs the library psycopg: install chwech[postgres] instead of chwech, or the package"
    raise StoreFault(f"{text} python3-psycopg") from problem

SILENT_SECONDS: Final = 2.0
"""Seconds after which a statement that has no answer is given up: a commit takes milliseconds."""

_USUAL: Final = {
    "target_session_attrs": "read-write",
    "connect_timeout": "2",
    "tcp_user_timeout": "1500",
    "keepalives_idle": "1",
    "keepalives_interval": "1",
    "keepalives_count": "2",
    "application_name": "chwech",
    "client_encoding": "utf8",
}
"""What holds where the address says nothing else."""

_SESSION: Final = (
    # An acknowledged move must be on the disk, and on that of a synchronous standby if there is one.
    "-c synchronous_commit=on",
    # The check of the lease reads what others have committed meanwhile.
    "-c default_transaction_isolation=read\\ committed",
    # A host that is stopped in the middle of a transaction lets go of what it holds.
    "-c idle_in_transaction_session_timeout=1s",
    "-c lock_timeout=1s",
    "-c statement_timeout=10s",
    # Whatever is not yet known of a table, a record is found by its key.
    "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off",
    "-c plan_cache_mode=force_generic_plan",
    # Before version 18 these settings make a plan look so dear that each append would be compiled, for half a second.
    "-c jit=off",
)

_ADVICE: Final = (
    ("password", True, "check the user and the password: in PGPASSWORD, in ~/.pgpass, or in the configuration file"),
    ("pg_hba.conf", True, "let this machine in, in pg_hba.conf of the server"),
    ("does not exist", True, "check the names, or make it with createuser and createdb"),
    ("certificate", True, "check sslmode and sslrootcert in the address"),
    ("read-only", False, "only a standby answers there: name the primary, or all servers"),
    ("standby", False, "only a standby answers there: name the primary, or all servers"),
    ("", False, "see to it that a server runs there and that the address is right"),
)
"""By what a fault is known, whether it lasts until someone mends it, and what helps."""


class PostgresConnection:
    """A connection that takes queries with the places of SQLite, and that another thread can cut."""

    def __init__(self, raw: "psycopg.Connection[Any]") -> None:
        self.raw = raw
        self._socket = socket.socket(fileno=os.dup(raw.pgconn.socket))
        self.asked_at = math.inf  # When the statement began that has no answer yet; infinite if there is none.
        self.warned = ""  # The last warning of the server: no statement of ours has one when all is well.

        raw.add_notice_handler(self._hear)
        # The sum of whole numbers is one too.
        raw.adapters.register_loader("numeric", IntLoader)

    def execute(self, query: str, values: Iterable[Any] = ()) -> "psycopg.Cursor[Any]":
        """Run a statement, and return its cursor."""
        self.asked_at = time.monotonic()
        try:
            return self.raw.execute(query.replace("?", "%s"), tuple(values))
        except psycopg.Error as problem:
            # Of a connection that the server has ended, the library learns with the next statement only.
            if problem.diag.severity_nonlocalized in ("FATAL", "PANIC"):
                self.raw.close()
            raise
        finally:
            self.asked_at = math.inf

    def executemany(self, query: str, rows: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of these rows."""
        for row in rows:
            self.execute(query, row)

    def check(self) -> None:
        """Raise ``OperationalError`` if the server has warned: what was committed may be on no standby."""
        if self.warned:
            self.raw.close()
            raise psycopg.OperationalError(self.warned)

    def cut(self) -> None:
        """Close the socket under a statement, from any thread.

        To cancel it would be wrong: a commit that waits for a standby would then succeed without it.
        """
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def cut_if_silent(self) -> None:
        """Close the socket if there is no answer for too long."""
        if time.monotonic() - self.asked_at > SILENT_SECONDS:
            self.cut()

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()
        self._socket.close()

    def _hear(self, said: "psycopg.errors.Diagnostic") -> None:
        if said.severity_nonlocalized == "WARNING":
            self.warned = said.message_primary or "?"


def plain(connection: PostgresConnection) -> sqlite3.Connection:
    """Return a connection as the queries know it, which are the same for both stores."""
    return cast("sqlite3.Connection", connection)


def connected(address: str, **more: str) -> PostgresConnection:
    """Connect to the primary at an address; raise ``StoreBusy`` if it is not there, ``StoreFault`` if it refuses us."""
    known = {**_USUAL, **parts(address), **more}
    known["options"] = " ".join((*_SESSION, str(known.get("options", ""))))
    try:
        raw = psycopg.connect(**known, autocommit=True)
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None
    text = ""
    if raw.info.server_version < 140_000:
        text = "is older than version 14: update it"
    elif raw.info.parameter_status("server_encoding") != "UTF8":
        text = "has a database that is not in UTF-8: make it with createdb -E UTF8 -T template0"
    if text:
        raw.close()
        raise StoreFault(f"{without_password(address)} {text}")
    return PostgresConnection(raw)


def parts(address: str) -> dict[str, Any]:
    """Return the parts of an address; raise ``StoreFault`` if it is none."""
    with suppress(psycopg.Error):
        found = conninfo.conninfo_to_dict(address)
        if "@" not in str(found.get("host", "")) and re.fullmatch("[0-9,]*", str(found.get("port", ""))):
            return found
    # What cannot be read may hold parts of a password.
    text = "the address of the store cannot be read: write postgresql://USER@HOST/DATABASE; in a password, write "
    raise StoreFault(f"{text}@ as %40, : as %3A, / as %2F and % as %25")


def fault_of(problem: psycopg.Error, address: str) -> StoreFault:
    """Return what a fault of a connection means, and what helps."""
    said = re.sub(r"\s+", " ", str(problem)).strip()[:400]
    lasts, advice = next((lasts, advice) for sign, lasts, advice in _ADVICE if sign in said)
    return (StoreFault if lasts else StoreBusy)(f"cannot use {without_password(address)}: {said}; {advice}")


_OWN: Final = (
    # The lease and the version in one row; there is room in its page for the rows that take its place.
    f"""CREATE TABLE lease (
        one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one), version BIGINT NOT NULL DEFAULT {SCHEMA_VERSION},
        epoch BIGINT NOT NULL DEFAULT 0, batch BIGINT NOT NULL DEFAULT 0, holder TEXT NOT NULL DEFAULT '',
        process TEXT NOT NULL DEFAULT '', beat TIMESTAMPTZ NOT NULL DEFAULT 'epoch'
    ) WITH (fillfactor = 10)""",
    "INSERT INTO lease DEFAULT VALUES",
    # As SQLite has it.
    "CREATE FUNCTION instr(BYTEA, BYTEA) RETURNS INT IMMUTABLE LANGUAGE sql AS 'SELECT position($2 IN $1)'",
    """CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the audit log is never changed'; END $$""",
    "CREATE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION never()",
)


@contextmanager
def opened_database(address: str, *, alone: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a database to look at it, or alone, with servers kept out; raise ``StoreFault``, even later, if it fails."""
    looks = {"target_session_attrs": "primary", "options": "-c default_transaction_read_only=on"}
    # A host that wants the lease ends the sessions of a stalled host, but not this one.
    own = {
        "application_name": "chwech-data",
        "options": "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
    }
    try:
        with (
            closing(connected(address, **(own if alone else looks))) as connection,
            connection.raw.transaction() if alone else nullcontext(),
        ):
            (bring_up_to_date if alone else _check)(connection, address)
            used = "SELECT beat > clock_timestamp() - interval '5 s' FROM lease FOR UPDATE"
            if alone and connection.execute(used).fetchone() != (False,):
                raise StoreFault(f"a server uses {without_password(address)}: end it first")
            yield plain(connection)
    except psycopg.errors.UndefinedTable:
        raise StoreFault(
            f"nothing is in {without_password(address)}: name the right database, or start the server"
        ) from None
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None


_TYPES: Final = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
"""What PostgreSQL calls the types of the schema; its own REAL has four bytes, and names would sort as in a language."""


def bring_up_to_date(connection: PostgresConnection, address: str) -> None:
    """Make the tables in an empty database, one host at a time; raise ``StoreFault`` if others are there."""
    try:
        with connection.raw.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(?)", (MARK,))
            missing = connection.execute("SELECT to_regclass('lease')").fetchone() == (None,)
            for statement in chain(*VERSIONS, _OWN) if missing else ():
                connection.execute(re.sub("INTEGER|REAL|BLOB|TEXT", lambda found: _TYPES[found[0]], statement))
            _check(connection, address)
    except psycopg.ProgrammingError as problem:
        said = str(problem).partition("\n")[0]
        text = f"the tables cannot be made in {without_password(address)}: {said}; give the user a database of its own"
        raise StoreFault(text) from None


def _check(connection: PostgresConnection, address: str) -> None:
    [(version,)] = connection.execute("SELECT version FROM lease")
    if version != SCHEMA_VERSION:
        raise StoreFault(f"{without_password(address)} was written by another version of this program: install that")


T = TypeVar("T")

AGE: Final = 2.0  # Seconds without a heartbeat after which others take the lease, by the clock of the database.
POLL_SECONDS: Final = 0.25  # How often those who stand by look, and whether there is an answer, in seconds.

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
        self.epoch = 0  # The epoch that this host has taken; 0 if none.
        self.batch = 0  # The number of the last commit in the database when the epoch was taken.

        self.connection: PostgresConnection | None = None
        self._process = secrets.token_hex(8)
        self._one = asyncio.Lock()
        self._checked = checked

    async def take(self) -> int | None:
        """Take the lease if nobody holds it, and return the new epoch; None if someone does."""
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

    async def _run(self, work: Callable[[PostgresConnection], T]) -> T:
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

    def reached(self) -> PostgresConnection:
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

    def _take(self, connection: PostgresConnection, age: float | None = AGE) -> int | None:
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
        """Open the store with a lease, which may be ``lost``; raise ``StoreFault`` if it cannot be used."""

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
