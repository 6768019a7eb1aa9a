"""The queries and changes of finished games in the database, and read-only access to it for commands.

The threads of the store compress the records to less than a third, and decompress them.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from protocol.language import _, sentence
from server.defaults import DATABASE_NAME
from server.storage.connections import advice, read_only
from server.storage.schema import SCHEMA_VERSION
from server.storage.store import FinishedGame, StoreFault

_GAME = "SELECT game, log, ended_at, entry FROM games"


def unfiled(connection: sqlite3.Connection, limit: int) -> tuple[str, ...]:
    query = "SELECT log FROM logs WHERE NOT live AND NOT filed ORDER BY log LIMIT ?"
    return tuple(log for (log,) in connection.execute(query, (limit,)))


def last_game(connection: sqlite3.Connection) -> int:
    (number,) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()
    return int(number)


def file(connection: sqlite3.Connection, game: FinishedGame, players: frozenset[str], record: str) -> bool:
    if connection.execute("SELECT 1 FROM logs WHERE log = ? AND filed", (game.log,)).fetchone():
        return True
    if game.number != last_game(connection) + 1:
        return False
    row = (game.number, game.log, game.ended_at, game.entry, zlib.compress(record.encode()))
    connection.execute("INSERT INTO games (game, log, ended_at, entry, record) VALUES (?, ?, ?, ?, ?)", row)
    played = [(account, game.number) for account in sorted(players)]
    connection.executemany("INSERT INTO players (account, game) VALUES (?, ?)", played)
    pass_over(connection, game.log)
    return True


def pass_over(connection: sqlite3.Connection, log: str) -> None:
    connection.execute("UPDATE logs SET filed = true WHERE log = ?", (log,))


def games(connection: sqlite3.Connection, account: str, limit: int) -> tuple[FinishedGame, ...]:
    query = f"{_GAME} JOIN players USING (game) WHERE account = ? ORDER BY game DESC LIMIT ?"
    return tuple(FinishedGame(*row) for row in connection.execute(query, (account, limit)))


def every_game(connection: sqlite3.Connection) -> tuple[FinishedGame, ...]:
    """Return all games, the newest first."""
    return tuple(FinishedGame(*row) for row in connection.execute(f"{_GAME} ORDER BY game DESC"))


def game(connection: sqlite3.Connection, number: int) -> FinishedGame | None:
    row = connection.execute(f"{_GAME} WHERE game = ?", (number,)).fetchone()
    return FinishedGame(*row) if row else None


def game_record(connection: sqlite3.Connection, number: int) -> str | None:
    row = connection.execute("SELECT record FROM games WHERE game = ?", (number,)).fetchone()
    return zlib.decompress(row[0]).decode() if row else None


@contextmanager
def opened_archive(data: Path) -> Iterator[sqlite3.Connection]:
    """Open the games of a data directory read-only: nothing is changed, and a running server is not disturbed.

    A game that ended just before a server stopped is filed when the next one starts.

    Raises:
        StoreFault: there is no database, or it cannot be read; also raised while the connection is used.
    """
    path = data / DATABASE_NAME
    if not path.is_file():
        raise StoreFault(_no_games(data))
    try:
        with closing(read_only(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not version:
                raise StoreFault(_no_games(data))
            if version != SCHEMA_VERSION:
                raise StoreFault(_other_version(path, version))
            yield connection
    except sqlite3.Error as problem:
        text = _("cannot use {path}: {problem}; {advice}", path=path, problem=problem, advice=advice(problem))
        raise StoreFault(text) from problem
    except (zlib.error, UnicodeDecodeError) as problem:
        raise StoreFault(sentence("cannot read {path}: {reason}", path=path, reason=problem)) from problem


def _no_games(data: Path) -> str:
    return sentence("no games are kept in {place}: name the right directory with --data", place=data)


def _other_version(path: Path, version: int) -> str:
    if version > SCHEMA_VERSION:
        return sentence("{path} was written by a newer version of this program: install that", path=path)
    return sentence(
        "{path} was written by an earlier version of this program: start chwech once, and it is brought up to date",
        path=path,
    )
