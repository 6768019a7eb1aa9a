"""What is said in the lobby, in the database."""

import sqlite3

from server.storage.reader import Reader
from server.storage.writer import Writer


class SqliteBoard:
    """Lines that survive."""

    _reader: Reader
    _writer: Writer

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line and let go of all but so many; False where its number is not the next one."""
        return await self._writer.write(lambda connection: _pin(connection, number, line, keep))

    async def pinned(self) -> tuple[bytes, ...]:
        """Give the lines that are left, in order."""
        return await self._reader.read(_pinned)


def _pin(connection: sqlite3.Connection, number: int, line: bytes, keep: int) -> bool:
    """Add a line."""
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM board").fetchone()
    if number != last + 1:
        return False
    connection.execute("INSERT INTO board VALUES (?, ?)", (number, line))
    connection.execute("DELETE FROM board WHERE number <= ?", (number - keep,))
    return True


def _pinned(connection: sqlite3.Connection) -> tuple[bytes, ...]:
    """Give the lines."""
    return tuple(line for (line,) in connection.execute("SELECT line FROM board ORDER BY number"))
