"""Finished games in the database; its threads compress the records to less than a third, and decompress them."""

import sqlite3
import zlib

from server.storage.reader import Reader
from server.storage.store import FinishedGame
from server.storage.writer import Writer


class SqliteArchive:
    """The archive methods of the SQLite store."""

    _reader: Reader
    _writer: Writer

    async def unfiled(self, limit: int) -> tuple[str, ...]:
        """Return up to ``limit`` logs that can no longer grow and have been neither filed nor passed over."""
        query = "SELECT log FROM logs WHERE NOT live AND NOT filed ORDER BY log LIMIT ?"
        rows = await self._reader.read(lambda connection: connection.execute(query, (limit,)).fetchall())
        return tuple(log for (log,) in rows)

    async def last_game(self) -> int:
        """Return the greatest number of a game; 0 if there is none."""
        return await self._reader.read(_last_game)

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Store a game for good; False if its number is not the next one. A log filed before is left as it is."""
        return await self._writer.write(lambda connection: _file(connection, game, players, record))

    async def pass_over(self, log: str) -> None:
        """Mark a log that holds no finished game."""
        await self._writer.write(lambda connection: _mark(connection, log))

    async def games(self, account: str, limit: int) -> tuple[FinishedGame, ...]:
        """Return up to ``limit`` games that an account has played, the newest first."""
        query = (
            "SELECT game, log, ended_at, entry FROM players JOIN games USING (game) "
            "WHERE account = ? ORDER BY game DESC LIMIT ?"
        )
        rows = await self._reader.read(lambda connection: connection.execute(query, (account, limit)).fetchall())
        return tuple(FinishedGame(*row) for row in rows)

    async def game(self, number: int) -> FinishedGame | None:
        """Return a game; None if there is no such game."""
        query = "SELECT game, log, ended_at, entry FROM games WHERE game = ?"
        row = await self._reader.read(lambda connection: connection.execute(query, (number,)).fetchone())
        return FinishedGame(*row) if row else None

    async def game_record(self, number: int) -> str | None:
        """Return the record of a game; None if there is no such game."""
        return await self._reader.read(lambda connection: _record(connection, number))


def _last_game(connection: sqlite3.Connection) -> int:
    """Return the greatest number of a game."""
    (number,) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()
    return int(number)


def _file(connection: sqlite3.Connection, game: FinishedGame, players: frozenset[str], record: str) -> bool:
    """Store a game."""
    if connection.execute("SELECT 1 FROM logs WHERE log = ? AND filed", (game.log,)).fetchone():
        return True
    if game.number != _last_game(connection) + 1:
        return False
    row = (game.number, game.log, game.ended_at, game.entry, zlib.compress(record.encode()))
    connection.execute("INSERT INTO games (game, log, ended_at, entry, record) VALUES (?, ?, ?, ?, ?)", row)
    played = [(account, game.number) for account in sorted(players)]
    connection.executemany("INSERT INTO players (account, game) VALUES (?, ?)", played)
    _mark(connection, game.log)
    return True


def _mark(connection: sqlite3.Connection, log: str) -> None:
    """Mark a log as done."""
    connection.execute("UPDATE logs SET filed = 1 WHERE log = ?", (log,))


def _record(connection: sqlite3.Connection, number: int) -> str | None:
    """Return the record of a game."""
    row = connection.execute("SELECT record FROM games WHERE game = ?", (number,)).fetchone()
    return zlib.decompress(row[0]).decode() if row else None
