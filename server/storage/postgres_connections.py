"""Connections to PostgreSQL that run the queries of the store as they are written, and what their faults mean."""

import math
import os
import re
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import chain
from typing import Any, Final, cast

from server.storage.schema import SCHEMA_VERSION, VERSIONS
from server.storage.store import StoreBusy, StoreFault

try:
    import psycopg
    from psycopg import conninfo
    from psycopg.pq import ExecStatus, Format
    from psycopg.types.numeric import IntLoader
except ImportError as problem:
    text = "PostgreSQL needs the library psycopg: install chwech[postgres] instead of chwech, or the package"
    raise StoreFault(f"{text} python3-psycopg") from problem

OLDEST: Final = 140_000
"""The oldest version of a server, as its servers number them."""

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
    ("password", "check the user and the password: in PGPASSWORD, in ~/.pgpass, or in the configuration file"),
    ("pg_hba.conf", "let this machine in, in pg_hba.conf of the server"),
    ("does not exist", "check the names, or make it with createuser and createdb"),
    ("certificate", "check sslmode and sslrootcert in the address"),
)
_BUSY_ADVICE: Final = (
    ("read-only", "only a standby answers there: name the primary, or all servers"),
    ("standby", "only a standby answers there: name the primary, or all servers"),
    ("", "see to it that a server runs there and that the address is right"),
)


class Connection:
    """A connection that takes queries with the places of SQLite, and that another thread can cut."""

    def __init__(self, raw: "psycopg.Connection[Any]") -> None:
        self.raw = raw
        self._socket = socket.socket(fileno=os.dup(raw.pgconn.socket))
        self.asked_at = math.inf
        """When the statement began that has no answer yet; infinite if there is none."""

        self._prepared: set[bytes] = set()
        self.warned = ""
        """The last warning of the server: no statement of ours has one when all is well."""

        raw.add_notice_handler(self._hear)
        # The sum of whole numbers is one too.
        raw.adapters.register_loader("numeric", IntLoader)

    def execute(self, query: str, values: Iterable[Any] = ()) -> "psycopg.Cursor[Any]":
        """Run a statement, and return its cursor."""
        self.asked_at = time.monotonic()
        try:
            return self.raw.execute(translated(query), tuple(values))
        except psycopg.Error as problem:
            self._heed(problem)
            raise
        finally:
            self.asked_at = math.inf

    def executemany(self, query: str, rows: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of these rows."""
        for row in rows:
            self.execute(query, row)

    def ask(self, name: bytes, query: bytes, values: list[bytes]) -> list[list[bytes | None]]:
        """Run a statement that is prepared under a name, with binary values, and return its rows as texts.

        This is one call of the library, and one round trip: what is done for each card is to cost little.
        """
        driver = self.raw.pgconn
        self.asked_at = time.monotonic()
        if name not in self._prepared:
            driver.prepare(name, query)
            self._prepared.add(name)
        result = driver.exec_prepared(name, values, [Format.BINARY] * len(values))
        self.asked_at = math.inf
        if result.status != ExecStatus.TUPLES_OK:
            problem = psycopg.errors.error_from_result(result)
            self._heed(problem)
            raise problem
        self.check()
        return [[result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)]

    def _heed(self, problem: psycopg.Error) -> None:
        """Close the connection if the server ends it: the library learns so with the next statement only."""
        if problem.diag.severity_nonlocalized in ("FATAL", "PANIC"):
            self.raw.close()

    def check(self) -> None:
        """Check that the server has warned of nothing.

        Raises:
            OperationalError: it has; what was committed may be on no standby.
        """
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


@lru_cache(512)
def translated(query: str) -> str:
    """Return a query of SQLite with the places of psycopg."""
    return query.replace("?", "%s")


def connected(address: str, **more: str) -> Connection:
    """Connect to the primary at an address.

    Raises:
        StoreBusy: nobody can be reached, or only a standby.
        StoreFault: the server will not have us, or is none for us.
    """
    known = {**_USUAL, **parts(address), **more}
    known["options"] = " ".join((*_SESSION, str(known.get("options", ""))))
    try:
        raw = psycopg.connect(**known, autocommit=True)
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None
    text = ""
    if raw.info.server_version < OLDEST:
        text = f"is older than version {OLDEST // 10_000}: update it"
    elif raw.info.parameter_status("server_encoding") != "UTF8":
        text = "has a database that is not in UTF-8: make it with createdb -E UTF8 -T template0"
    if text:
        raw.close()
        raise StoreFault(f"{shown(address)} {text}")
    return Connection(raw)


def parts(address: str) -> dict[str, Any]:
    """Return the parts of an address.

    Raises:
        StoreFault: it is none.
    """
    with suppress(psycopg.Error):
        found = conninfo.conninfo_to_dict(address)
        if "@" not in str(found.get("host", "")) and re.fullmatch("[0-9,]*", str(found.get("port", ""))):
            return found
    # What cannot be read may hold parts of a password.
    text = "the address of the store cannot be read: write postgresql://USER@HOST/DATABASE; in a password, write "
    raise StoreFault(f"{text}@ as %40, : as %3A, / as %2F and % as %25")


def shown(address: str) -> str:
    """Return an address without its password, for people."""
    found = parts(address)
    hosts = zip(
        str(found.get("host", "localhost")).split(","), f"{found.get('port', '')},,,,,,,,".split(","), strict=False
    )
    places = ",".join(f"{host}:{port}".removesuffix(":") for host, port in hosts)
    user = f"{found['user']}@" if found.get("user") else ""
    return f"postgresql://{user}{places}/{found.get('dbname', '')}"


def fault_of(problem: psycopg.Error, address: str) -> StoreFault:
    """Return what a fault of a connection means, and what helps."""
    said = re.sub(r"\s+", " ", str(problem)).strip()[:400]
    lasting = next((advice for sign, advice in _ADVICE if sign in said), "")
    advice = lasting or next(advice for sign, advice in _BUSY_ADVICE if sign in said)
    text = f"cannot use {shown(address)}: {said}; {advice}"
    return StoreFault(text) if lasting else StoreBusy(text)


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
def opened_database(address: str) -> Iterator[sqlite3.Connection]:
    """Open a database to look at it, while a server uses it; nothing is changed.

    Raises:
        StoreFault: it cannot be read; also raised while the connection is used.
    """
    own = {"target_session_attrs": "primary", "options": "-c default_transaction_read_only=on"}
    try:
        with closing(connected(address, **own)) as connection:
            _check(address, connection)
            yield cast("sqlite3.Connection", connection)
    except psycopg.errors.UndefinedTable:
        raise StoreFault(f"nothing is in {shown(address)}: name the right database, or start the server") from None
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None


@contextmanager
def unused_database(address: str) -> Iterator[sqlite3.Connection]:
    """Open a database in one transaction, which keeps every server from it.

    Raises:
        StoreFault: a server uses it, or it cannot be used; also raised while the connection is used.
    """
    # Whoever wants the lease ends the sessions of a host that stands still, but not this one.
    own = {"application_name": "chwech-data", "options": "-c statement_timeout=0"}
    try:
        with closing(connected(address, **own)) as connection, connection.raw.transaction():
            make_tables(connection)
            used = "SELECT beat > clock_timestamp() - interval '5 s' FROM lease FOR UPDATE"
            if connection.execute(used).fetchone() != (False,):
                raise StoreFault(f"a server uses {shown(address)}: end it first")
            yield cast("sqlite3.Connection", connection)
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None


_TYPES: Final = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
"""What PostgreSQL calls the types of the schema; its own REAL has four bytes, and names would sort as in a language."""


def for_postgres(statement: str) -> str:
    """Return a statement of the schema as PostgreSQL has it."""
    return re.sub(r"\b(INTEGER|REAL|BLOB|TEXT)\b", lambda found: _TYPES[found[0]], statement)


_MAKING: Final = 0x63687765
"""The lock of whoever makes the tables."""


def bring_up_to_date(connection: Connection, address: str) -> None:
    """Make the tables in an empty database, all or none, whoever else does so now.

    Raises:
        StoreFault: they are of another version, or of another program, or cannot be made.
        psycopg.Error: the connection has failed.
    """
    try:
        with connection.raw.transaction():
            make_tables(connection)
            _check(address, connection)
    except psycopg.ProgrammingError as problem:
        said = str(problem).partition("\n")[0]
        text = f"the tables cannot be made in {shown(address)}: {said}; give the user a database of its own"
        raise StoreFault(text) from None


def _check(address: str, connection: Connection) -> None:
    [(version,)] = connection.execute("SELECT version FROM lease")
    if version != SCHEMA_VERSION:
        raise StoreFault(f"{shown(address)} was written by another version of this program: install that")


def make_tables(connection: Connection) -> None:
    """Make the tables where there are none, one host at a time."""
    connection.execute("SELECT pg_advisory_xact_lock(?)", (_MAKING,))
    if connection.execute("SELECT to_regclass('lease')").fetchone() == (None,):
        for statement in (*map(for_postgres, chain(*VERSIONS)), *_OWN):
            connection.execute(statement)
