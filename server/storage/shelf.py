"""Read-only access to the finished games of a data directory, also while a server is using it."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.storage.schema import SCHEMA_VERSION
from server.storage.sqlite import FILE_NAME
from server.storage.store import FinishedGame, StoreFault


class Shelf:
    """The filed games; a game that ended just before a server stopped is filed when the next one starts."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def games(self) -> tuple[FinishedGame, ...]:
        """Return all games, the newest first."""
        query = "SELECT game, log, ended_at, entry FROM games ORDER BY game DESC"
        return tuple(FinishedGame(*row) for row in self._connection.execute(query))

    def record(self, number: int) -> str | None:
        """Return the record of a game; None if there is no such game."""
        row = self._connection.execute("SELECT record FROM games WHERE game = ?", (number,)).fetchone()
        return zlib.decompress(row[0]).decode() if row else None


def _other_version(path: Path, version: int) -> str:
    """Return what to do with a file of another version of this program."""
    if version > SCHEMA_VERSION:
        return f"{path} was written by a newer version of this program: install that"
    return f"{path} was written by an earlier version of this program: start chwech once, and it is brought up to date"


@contextmanager
def opened_shelf(directory: Path) -> Iterator[Shelf]:
    """Open the games of a directory read-only: nothing is changed, and a running server is not disturbed.

    Raises:
        StoreFault: there is no database, or it cannot be read; also raised while the shelf is used.
    """
    path = directory / FILE_NAME
    if not path.is_file():
        raise StoreFault(f"no games are kept in {directory}: name the right directory with --data")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != SCHEMA_VERSION:
                raise StoreFault(_other_version(path, version))
            yield Shelf(connection)
    except (sqlite3.Error, zlib.error, UnicodeDecodeError) as problem:
        raise StoreFault(f"cannot read {path}: {problem}") from problem
