"""Moves everything in a store to an empty one of the other kind; nothing is moved before both are alike."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from server.defaults import DATABASE_NAME
from server.storage.archive import opened_archive
from server.storage.copies import written_whole
from server.storage.lock import DirectoryLock, made
from server.storage.schema import VERSIONS, bring_up_to_date
from server.storage.store import StoreFault

Row = tuple[Any, ...]

_TABLE: Final = re.compile(r"CREATE TABLE (\w+) .*?(?:PRIMARY KEY \(([^)]+)\)|(\w+) \w+ PRIMARY KEY)", re.DOTALL)

TABLES: Final = {found[1]: found[2] or found[3] for found in map(_TABLE.match, chain(*VERSIONS)) if found}
"""All tables, those that are referred to first, with the columns of their keys, in whose order rows are compared."""


class Moved(NamedTuple):
    """A table that is alike on both sides."""

    name: str
    rows: int
    sha256: str


def migrate(source: str, target: str) -> list[Moved]:
    """Move everything from a data directory or database to an empty one, in one transaction; the source stays.

    Raises:
        StoreFault: a server uses one of them, the target is not empty, or they cannot be used; the target is as it was.
    """
    with opened(source, empty=False) as before, opened(target, empty=True) as after:
        return [_move(table, before, after) for table in TABLES]


def _move(table: str, source: sqlite3.Connection, target: sqlite3.Connection) -> Moved:
    read, kept = _Sum(), _Sum()
    fill(target, table, read.of(rows(source, table)))
    for _row in kept.of(rows(target, table)):
        pass
    if read.hash.digest() != kept.hash.digest():
        raise StoreFault(f"the table {table} is not the same on both sides, so nothing was moved")
    return Moved(table, read.rows, read.hash.hexdigest())


class _Sum:
    """The number and the hash of the rows that pass."""

    def __init__(self) -> None:
        self.rows, self.hash = 0, sha256()

    def of(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass on rows; what one kind of store calls true is 1 in the other."""
        for row in rows:
            plain = tuple(int(value) if isinstance(value, bool) else value for value in row)
            self.hash.update(msgspec.msgpack.encode(plain))
            self.rows += 1
            yield plain


def rows(connection: sqlite3.Connection, table: str) -> Iterable[Row]:
    """Yield the rows of a table in the order of its key; neither side holds all of them at once."""
    query = f"SELECT * FROM {table} ORDER BY {TABLES[table]}"  # noqa: S608 - of the schema
    if isinstance(connection, sqlite3.Connection):
        return connection.execute(query)
    return connection.raw.cursor().stream(query)


def fill(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Add rows to a table."""
    columns = connection.execute(f"SELECT * FROM {table} LIMIT 0").description  # noqa: S608
    if isinstance(connection, sqlite3.Connection):
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' for _ in columns)})", rows)  # noqa: S608
        return
    with connection.raw.cursor().copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def opened(place: str, *, empty: bool) -> Iterator[sqlite3.Connection]:
    """Open one side: nothing of it changes unless the context ends well."""
    if re.match("postgres(ql)?://", place):
        from server.storage.postgres_connections import opened_database, shown

        with opened_database(place, alone=True) as connection:
            full = any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in TABLES)  # noqa: S608
            if full is empty:
                what = "not empty: name another database, or make a new one with createdb"
                raise StoreFault(f"{shown(place)} is {what if empty else 'empty: name the right database'}")
            yield connection
    elif not empty:
        with opened_archive(Path(place)) as connection, closing(DirectoryLock(Path(place))):
            yield connection
    else:
        path = made(Path(place)) / DATABASE_NAME
        with closing(DirectoryLock(path.parent)):
            if path.exists():
                raise StoreFault(f"{path} exists: name an empty folder, or move the file away")
            with written_whole(path) as part, closing(sqlite3.connect(part, isolation_level=None)) as connection:
                bring_up_to_date(connection, part)
                connection.execute("BEGIN")
                yield connection
                connection.execute("COMMIT")
