"""The copy of the database that a node makes from the journal, and how far it has come.

Where it has come to is stored in the same transaction as what was changed, so a copy can be left and taken up at any
point. Two copies that have come equally far hold the same.
"""

import sqlite3
from typing import Final, NamedTuple

import msgspec

from server.cluster.journal import Entry, JournalBroken
from server.cluster.operations import ADMIT, EXCLUDE, LEAD, Operation, carry_out, read_entry
from server.storage.store import StoreFault

RECENT: Final = 8192
"""For how many entries at least their operations are remembered, which might come again."""

FORGET_EVERY: Final = 256
"""Entries after which older operations are forgotten, all at once: each time changes pages far apart."""

_TABLES: Final = (
    """CREATE TABLE IF NOT EXISTS replica (
        one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, epoch INTEGER NOT NULL, leader TEXT NOT NULL
    ) STRICT""",
    "INSERT OR IGNORE INTO replica VALUES (1, 0, 0, '')",
    "CREATE TABLE IF NOT EXISTS recent (id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS recent_by_position ON recent (position)",
    "CREATE TABLE IF NOT EXISTS writers (writer TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
)

_NO_TABLES: Final = ("DROP TABLE replica", "DROP TABLE recent", "DROP TABLE writers")


class Place(NamedTuple):
    """How far a copy has come."""

    position: int
    """The number of the last entry that it holds."""

    epoch: int
    """How many times the lead has changed."""

    leader: str
    """The node that leads; empty if none has led yet."""


class Fenced(StoreFault):
    """Another node leads by now, or this one may write no more, so nothing was changed."""


class Refused(StoreFault):
    """The database does not take the change, on any node; nothing was changed."""


class Outcome(NamedTuple):
    """What came of one operation."""

    id: str
    result: object
    """What the change returned, or why there was none: a ``StoreFault``."""


def begin(connection: sqlite3.Connection) -> None:
    """Make a database the copy of a journal, unless it is one."""
    for statement in _TABLES:
        connection.execute(statement)


def end(connection: sqlite3.Connection) -> None:
    """Make a copy of a journal the database of one server alone."""
    for statement in _NO_TABLES:
        connection.execute(statement)


def place(connection: sqlite3.Connection) -> Place:
    """Return how far a copy has come."""
    return Place(*connection.execute("SELECT position, epoch, leader FROM replica").fetchone())


def apply(connection: sqlite3.Connection, entries: tuple[Entry, ...]) -> tuple[list[Outcome], Place]:
    """Carry out the next entries, within the transaction of the caller; entries that were carried out are left out.

    Raises:
        JournalBroken: an entry is missing or damaged.
        sqlite3.Error: the database cannot be written.
    """
    here = before = place(connection)
    outcomes: list[Outcome] = []
    for entry in entries:
        if entry.number <= here.position:
            _check_known(connection, entry)
            continue
        if entry.number != here.position + 1:
            raise JournalBroken(f"entry {here.position + 1} of the journal is missing: {entry.number} came instead")
        here = here._replace(position=entry.number)
        try:
            for operation in read_entry(entry.data):
                outcome, here = _carry_out_once(connection, operation, here)
                outcomes.append(outcome)
        except JournalBroken as problem:
            raise JournalBroken(f"entry {entry.number} of the journal cannot be used: {problem}") from problem
    connection.execute("UPDATE replica SET position = ?, epoch = ?, leader = ?", here)
    due = here.position // FORGET_EVERY * FORGET_EVERY
    if due > before.position:
        connection.execute("DELETE FROM recent WHERE position <= ?", (due - RECENT,))
    return outcomes, here


def _check_known(connection: sqlite3.Connection, entry: Entry) -> None:
    """Check that an entry which was carried out is still the same.

    Raises:
        JournalBroken: it is another one.
    """
    rows = connection.execute("SELECT id FROM recent WHERE position = ?", (entry.number,))
    if not {row[0] for row in rows} <= {operation.id for operation in read_entry(entry.data)}:
        raise JournalBroken(f"entry {entry.number} of the journal is not the one that this copy holds: it is another")


def _carry_out_once(connection: sqlite3.Connection, operation: Operation, here: Place) -> tuple[Outcome, Place]:
    first = connection.execute("INSERT OR IGNORE INTO recent VALUES (?, ?)", (operation.id, here.position)).rowcount
    if not first:
        return Outcome("", None), here
    if operation.name == LEAD:
        return _lead(connection, operation, here)
    if operation.epoch != here.epoch:
        return Outcome(operation.id, Fenced(f"{here.leader} leads by now")), here
    if operation.name in (ADMIT, EXCLUDE):
        _let_write(connection, operation)
        return Outcome(operation.id, None), here
    if operation.writer and not _may_write(connection, operation.writer):
        return Outcome(operation.id, Fenced(f"{here.leader} does not let this node write any more")), here
    return Outcome(operation.id, _changed(connection, operation)), here


def _lead(connection: sqlite3.Connection, operation: Operation, here: Place) -> tuple[Outcome, Place]:
    """Change the lead, if the node that wants it knew the present one; nobody else may write then."""
    if operation.epoch != here.epoch + 1:
        return Outcome(operation.id, Fenced(f"{here.leader} leads by now")), here
    node = _name_in(operation)
    connection.execute("DELETE FROM writers")
    return Outcome(operation.id, operation.epoch), here._replace(epoch=operation.epoch, leader=node)


def _let_write(connection: sqlite3.Connection, operation: Operation) -> None:
    """Let a node write from here on, or no more."""
    admit, exclude = "INSERT OR IGNORE INTO writers VALUES (?)", "DELETE FROM writers WHERE writer = ?"
    connection.execute(admit if operation.name == ADMIT else exclude, (_name_in(operation),))


def _may_write(connection: sqlite3.Connection, writer: str) -> bool:
    return connection.execute("SELECT 1 FROM writers WHERE writer = ?", (writer,)).fetchone() is not None


def _name_in(operation: Operation) -> str:
    """Return the only argument of an operation that says who may write.

    Raises:
        JournalBroken: it has another one.
    """
    try:
        (name,) = msgspec.msgpack.decode(operation.arguments, type=tuple[str])
    except msgspec.MsgspecError as problem:
        raise JournalBroken(f"what it says cannot be read: {problem}") from problem
    return name


def _changed(connection: sqlite3.Connection, operation: Operation) -> object:
    """Make a change; one that breaks a constraint changes nothing, on any node."""
    connection.execute("SAVEPOINT operation")
    try:
        result = carry_out(connection, operation)
    except sqlite3.IntegrityError as problem:
        connection.execute("ROLLBACK TO operation")
        result = Refused(str(problem))
    connection.execute("RELEASE operation")
    return result
