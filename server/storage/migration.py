"""Moves everything in a store to an empty one of the other kind; nothing is moved before both are alike."""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
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


class Table(NamedTuple):
    """A table of the schema."""

    name: str
    key: str
    """The columns of its primary key, in whose order its rows are compared."""


def _table(statement: str) -> Table:
    found = re.search(r"CREATE TABLE (\w+)", statement)
    key = re.search(r"PRIMARY KEY \(([^)]+)\)", statement) or re.search(r"(\w+) \w+ PRIMARY KEY", statement)
    assert found is not None
    assert key is not None
    return Table(found[1], key[1])


TABLES: Final = tuple(_table(one) for one in chain(*VERSIONS) if one.startswith("CREATE TABLE"))
"""All tables; those that are referred to come first."""


class Moved(NamedTuple):
    """A table that is alike on both sides."""

    name: str
    rows: int
    sha256: str


class Store(NamedTuple):
    """One side of a migration."""

    rows: Callable[[Table], Iterable[Row]]
    """Returns the rows of a table in the order of its key."""

    fill: Callable[[Table, Iterable[Row]], object]
    """Adds rows to a table."""


def migrate(source: str, target: str) -> list[Moved]:
    """Move everything from one store to another, in one transaction; the source stays as it is.

    Args:
        source: a data directory, or the address of a database.
        target: the same, and nothing is in it.

    Raises:
        StoreFault: a server uses one of them, the target is not empty, or they cannot be used; the target is as it was.
    """
    with opened(source, empty=False) as before, opened(target, empty=True) as after:
        return [_move(table, before, after) for table in TABLES]


def _move(table: Table, source: Store, target: Store) -> Moved:
    read, kept = _Sum(table), _Sum(table)
    target.fill(table, read.of(source.rows(table)))
    for _row in kept.of(target.rows(table)):
        pass
    if read.moved != kept.moved:
        raise StoreFault(f"the table {table.name} is not the same on both sides, so nothing was moved")
    return read.moved


class _Sum:
    """The number and the hash of the rows that pass."""

    def __init__(self, table: Table) -> None:
        self._name, self._rows, self._hash = table.name, 0, sha256()

    def of(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass on rows; what one kind of store calls true is 1 in the other."""
        for row in rows:
            plain = tuple(int(value) if isinstance(value, bool) else value for value in row)
            self._hash.update(msgspec.msgpack.encode(plain))
            self._rows += 1
            yield plain

    @property
    def moved(self) -> Moved:
        """What has passed."""
        return Moved(self._name, self._rows, self._hash.hexdigest())


def opened(place: str, *, empty: bool) -> AbstractContextManager[Store]:
    """Open one side: nothing of it changes unless the context ends well."""
    if re.match("postgres(ql)?://", place):
        return _postgres(place, empty=empty)
    return _new_file(Path(place)) if empty else _file(Path(place))


@contextmanager
def _file(data: Path) -> Iterator[Store]:
    with opened_archive(data) as connection, closing(DirectoryLock(data)):
        yield _plain(connection)


@contextmanager
def _new_file(data: Path) -> Iterator[Store]:
    path = made(data) / DATABASE_NAME
    with closing(DirectoryLock(data)):
        if path.exists():
            raise StoreFault(f"{path} exists: name an empty folder, or move the file away")
        with written_whole(path) as part, closing(sqlite3.connect(part, isolation_level=None)) as connection:
            bring_up_to_date(connection, part)
            connection.execute("BEGIN")
            yield _plain(connection)
            connection.execute("COMMIT")


def _plain(connection: sqlite3.Connection) -> Store:
    def rows(table: Table) -> Iterable[Row]:
        return connection.execute(f"SELECT * FROM {table.name} ORDER BY {table.key}")  # noqa: S608 - of the schema

    def fill(table: Table, rows: Iterable[Row]) -> None:
        columns = connection.execute(f"SELECT * FROM {table.name} LIMIT 0").description  # noqa: S608
        places = ", ".join("?" for _ in columns)
        connection.executemany(f"INSERT INTO {table.name} VALUES ({places})", rows)  # noqa: S608

    return Store(rows, fill)


@contextmanager
def _postgres(address: str, *, empty: bool) -> Iterator[Store]:
    from server.storage.postgres_connections import shown, unused_database

    place = shown(address)

    def rows(table: Table) -> Iterable[Row]:
        with raw.cursor(name="rows") as cursor:
            cursor.itersize = 1000
            yield from cursor.execute(f"SELECT * FROM {table.name} ORDER BY {table.key}")  # noqa: S608

    def fill(table: Table, rows: Iterable[Row]) -> None:
        with raw.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    with unused_database(address) as plain:
        raw: Any = plain.raw  # type: ignore[attr-defined]
        full = any(next(iter(rows(table)), None) for table in TABLES)
        if full is empty:
            what = "not empty: name another database, or make a new one with createdb"
            raise StoreFault(f"{place} is {what if empty else 'empty: name the right database'}")
        yield Store(rows, fill)
