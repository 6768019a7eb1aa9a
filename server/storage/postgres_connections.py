"""Connections to PostgreSQL that run the queries of the store as they are written, and what their faults mean."""

import math
import os
import re
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import chain
from typing import Any, Final, cast

from server.storage.schema import MARK, SCHEMA_VERSION, VERSIONS
from server.storage.store import StoreBusy, StoreFault

try:
    import psycopg
    from psycopg import conninfo
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
"""By what a fault is known, whether it lasts until somebody mends it, and what helps."""


class Connection:
    """A connection that takes queries with the places of SQLite, and that another thread can cut."""

    def __init__(self, raw: "psycopg.Connection[Any]") -> None:
        self.raw = raw
        self._socket = socket.socket(fileno=os.dup(raw.pgconn.socket))
        self.asked_at = math.inf
        """When the statement began that has no answer yet; infinite if there is none."""

        self.warned = ""
        """The last warning of the server: no statement of ours has one when all is well."""

        raw.add_notice_handler(self._hear)
        # The sum of whole numbers is one too.
        raw.adapters.register_loader("numeric", IntLoader)

    def execute(self, query: str, values: Iterable[Any] = ()) -> "psycopg.Cursor[Any]":
        """Run a statement, and return its cursor."""
        self.asked_at = time.monotonic()
        try:
            return self.raw.execute(query.replace("?", "%s"), tuple(values))
        except psycopg.Error as problem:
            self._heed(problem)
            raise
        finally:
            self.asked_at = math.inf

    def executemany(self, query: str, rows: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of these rows."""
        for row in rows:
            self.execute(query, row)

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


def plain(connection: Connection) -> sqlite3.Connection:
    """Return a connection as the queries know it, which are the same for both stores."""
    return cast("sqlite3.Connection", connection)


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
    if raw.info.server_version < 140_000:
        text = "is older than version 14: update it"
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
    """Return an address that can be read without its password, for people."""
    return re.sub(r"(?<=[?&])(ssl)?password=[^&]*&?", "", re.sub("(//[^:@/]*):[^@/]*@", r"\1@", address))


def fault_of(problem: psycopg.Error, address: str) -> StoreFault:
    """Return what a fault of a connection means, and what helps."""
    said = re.sub(r"\s+", " ", str(problem)).strip()[:400]
    lasts, advice = next((lasts, advice) for sign, lasts, advice in _ADVICE if sign in said)
    return (StoreFault if lasts else StoreBusy)(f"cannot use {shown(address)}: {said}; {advice}")


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
    """Open a database to look at it while a server uses it, or alone, in one transaction that keeps every server out.

    Raises:
        StoreFault: a server uses it, or it cannot be used; also raised while the connection is used.
    """
    looks = {"target_session_attrs": "primary", "options": "-c default_transaction_read_only=on"}
    # Whoever wants the lease ends the sessions of a host that stands still, but not this one.
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
                raise StoreFault(f"a server uses {shown(address)}: end it first")
            yield plain(connection)
    except psycopg.errors.UndefinedTable:
        raise StoreFault(f"nothing is in {shown(address)}: name the right database, or start the server") from None
    except psycopg.Error as problem:
        raise fault_of(problem, address) from None


_TYPES: Final = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
"""What PostgreSQL calls the types of the schema; its own REAL has four bytes, and names would sort as in a language."""


def bring_up_to_date(connection: Connection, address: str) -> None:
    """Make the tables in an empty database, all or none, one host at a time.

    Raises:
        StoreFault: they are of another version, or of another program, or cannot be made.
        psycopg.Error: the connection has failed.
    """
    try:
        with connection.raw.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(?)", (MARK,))
            missing = connection.execute("SELECT to_regclass('lease')").fetchone() == (None,)
            for statement in chain(*VERSIONS, _OWN) if missing else ():
                connection.execute(re.sub("INTEGER|REAL|BLOB|TEXT", lambda found: _TYPES[found[0]], statement))
            _check(connection, address)
    except psycopg.ProgrammingError as problem:
        said = str(problem).partition("\n")[0]
        text = f"the tables cannot be made in {shown(address)}: {said}; give the user a database of its own"
        raise StoreFault(text) from None


def _check(connection: Connection, address: str) -> None:
    [(version,)] = connection.execute("SELECT version FROM lease")
    if version != SCHEMA_VERSION:
        raise StoreFault(f"{shown(address)} was written by another version of this program: install that")
