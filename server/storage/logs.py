"""The queries and changes of logs and of the chat in the database.

Reads check lengths and checksums, so that damage is never taken for data.
"""

import sqlite3
from zlib import crc32

from server.storage.store import Appended, Brief, BrokenLog, CompactedLog, Conflict


def append(
    connection: sqlite3.Connection, log: str, expect: int, record: bytes, brief: Brief | None
) -> Appended | Conflict:
    if not _lengthen(connection, log, expect, brief):
        row = connection.execute("SELECT length FROM logs WHERE log = ?", (log,)).fetchone()
        return Conflict(row[0] if row else 0)
    row = (log, expect + 1, record, crc32(record))
    connection.execute("INSERT INTO records (log, number, record, checksum) VALUES (?, ?, ?, ?)", row)
    return Appended()


def _lengthen(connection: sqlite3.Connection, log: str, expect: int, brief: Brief | None) -> bool:
    """Increase the length of a log by one; return False if it does not have the expected length."""
    if not expect:
        kept = brief or Brief(b"", live=True)
        change = "INSERT INTO logs (log, length, live, heading) VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING"
        return connection.execute(change, (log, kept.live, kept.heading)).rowcount == 1
    if brief is None:
        change = "UPDATE logs SET length = length + 1 WHERE log = ? AND length = ?"
        return connection.execute(change, (log, expect)).rowcount == 1
    change = "UPDATE logs SET length = length + 1, live = ?, heading = ? WHERE log = ? AND length = ?"
    return connection.execute(change, (brief.live, brief.heading, log, expect)).rowcount == 1


def read(connection: sqlite3.Connection, log: str) -> tuple[bytes, ...]:
    query = (
        "SELECT length, number, record, checksum FROM logs LEFT JOIN records USING (log) WHERE log = ? ORDER BY number"
    )
    rows = connection.execute(query, (log,)).fetchall()
    if rows and not rows[0][0]:
        raise CompactedLog("its game is in the archive")
    for place, (length, number, record, checksum) in enumerate(rows, 1):
        if number != place:
            raise BrokenLog(f"record {place} of {length} is missing")
        if checksum != crc32(record):
            raise BrokenLog(f"record {place} of {length} is not as it was written")
    if rows and rows[0][0] != len(rows):
        raise BrokenLog(f"it has {len(rows)} records, and {rows[0][0]} were stored")
    return tuple(record for _, _, record, _ in rows)


def live(connection: sqlite3.Connection) -> tuple[bytes, ...]:
    return tuple(heading for (heading,) in connection.execute("SELECT heading FROM logs WHERE live"))


def pin(connection: sqlite3.Connection, number: int, line: bytes, keep: int) -> bool:
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM board").fetchone()
    if number != last + 1:
        return False
    connection.execute("INSERT INTO board VALUES (?, ?)", (number, line))
    connection.execute("DELETE FROM board WHERE number <= ?", (number - keep,))
    return True


def pinned(connection: sqlite3.Connection) -> tuple[bytes, ...]:
    return tuple(line for (line,) in connection.execute("SELECT line FROM board ORDER BY number"))
