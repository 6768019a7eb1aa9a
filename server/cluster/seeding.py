"""Fills the empty database of a cluster with the rows of another one, a piece at a time, and compares the two.

A filling that was interrupted goes on where it stopped, if it is given the same rows again. Until it has ended, nobody
may lead.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

PIECE: Final = 256 * 1024
"""The bytes of rows in one piece, unless a single row has more."""

TABLES: Final = (
    "accounts",
    "tokens",
    "keys",
    "settings",
    "contacts",
    "roles",
    "days",
    "tries",
    "logs",
    "records",
    "games",
    "players",
    "ratings",
    "rating_changes",
    "board",
    "tournaments",
    "bans",
    "audit",
    "reports",
)
"""All tables; those that others refer to come before these."""

Row = tuple[int | float | str | bytes | None, ...]


def begin_filling(connection: sqlite3.Connection, digest: str) -> bool:
    """Begin to fill an empty database, or go on with it; False if there is something else in it."""
    if is_filling(connection):
        (begun,) = connection.execute("SELECT digest FROM filling").fetchone()
        return bool(begun == digest)
    if any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in TABLES):  # noqa: S608 - our names
        return False
    connection.execute("CREATE TABLE filling (digest TEXT NOT NULL) STRICT")
    connection.execute("INSERT INTO filling VALUES (?)", (digest,))
    return True


def fill(connection: sqlite3.Connection, table: str, columns: tuple[str, ...], rows: bytes) -> None:
    """Add rows to a table, which looks at the type of each value itself.

    Raises:
        sqlite3.IntegrityError: there is no such table or column, or it does not take a row.
    """
    if table not in TABLES or not {*columns} <= {*_columns(connection, table)}:
        raise sqlite3.IntegrityError(f"there is no table {table} with these columns: {', '.join(columns)}")
    places = ", ".join("?" * len(columns))
    change = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - checked
    connection.executemany(change, msgspec.msgpack.decode(rows))


def end_filling(connection: sqlite3.Connection) -> None:
    """End it: the database holds everything."""
    connection.execute("DROP TABLE filling")


def is_filling(connection: sqlite3.Connection) -> bool:
    """Return True if a filling has begun and not ended."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'filling'").fetchone() is not None


class Piece(NamedTuple):
    """Some rows of a table, as ``fill`` takes them."""

    columns: tuple[str, ...]
    rows: bytes
    number: int
    """How many rows."""


def pieces(connection: sqlite3.Connection, table: str, after: int) -> Iterator[Piece]:
    """Yield the rows of a table behind so many, in the order of its key, a piece at a time."""
    columns = _columns(connection, table)
    piece: list[Row] = []
    size = 0
    for row in _rows(connection, table, after):
        piece.append(row)
        size += len(msgspec.msgpack.encode(row))
        if size >= PIECE:
            yield Piece(columns, msgspec.msgpack.encode(piece), len(piece))
            piece, size = [], 0
    if piece:
        yield Piece(columns, msgspec.msgpack.encode(piece), len(piece))


def count(connection: sqlite3.Connection, table: str) -> int:
    """Return the number of rows in a table."""
    (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our names
    return int(found)


def digests(connection: sqlite3.Connection) -> dict[str, str]:
    """Return a hash of the rows of every table, and of every log, by their names."""
    found = {table: _digest(_rows(connection, table, 0)) for table in TABLES}
    logs = connection.execute("SELECT log FROM logs ORDER BY log").fetchall()
    query = "SELECT number, record FROM records WHERE log = ? ORDER BY number"
    return found | {f"log {log}": _digest(connection.execute(query, (log,))) for (log,) in logs}


def digest_of(connection: sqlite3.Connection) -> str:
    """Return one hash of everything."""
    return _digest(iter(sorted(digests(connection).items())))


def _digest(rows: Iterator[Row] | sqlite3.Cursor) -> str:
    digest = hashlib.sha256()
    for row in rows:
        digest.update(msgspec.msgpack.encode(row))
    return digest.hexdigest()


def _rows(connection: sqlite3.Connection, table: str, after: int) -> Iterator[Row]:
    columns = ", ".join(_columns(connection, table))
    key = ", ".join(_key(connection, table))
    query = f"SELECT {columns} FROM {table} ORDER BY {key} LIMIT -1 OFFSET ?"  # noqa: S608 - our names
    yield from connection.execute(query, (after,))


def _columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def _key(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return the columns of the primary key, in order."""
    found = sorted((row[5], row[1]) for row in connection.execute(f"PRAGMA table_info({table})") if row[5])
    return tuple(name for _, name in found)
