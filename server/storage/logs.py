"""The queries and changes of logs and of the chat.

Reads check lengths and checksums, so that damage is never taken for data. Of a closed log whose game is filed the
records are deleted by compaction, and its name is kept.
"""

import sqlite3
from zlib import crc32

from server.storage.store import Appended, Brief, BrokenLog, ClosedLog, CompactedLog, Conflict


def append(
    connection: sqlite3.Connection, log: str, expect: int, record: bytes, brief: Brief | None
) -> Appended | Conflict:
    """Add a record to a log of the expected length, and replace its brief unless that is None."""
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
    """Return every record of a log in order, if there is one; raise ``BrokenLog`` if it is incomplete or damaged."""
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
    """Return the heading of every log that can still grow."""
    return tuple(heading for (heading,) in connection.execute("SELECT heading FROM logs WHERE live"))


def pin(connection: sqlite3.Connection, number: int, line: bytes, keep: int) -> bool:
    """Add a line and delete all but the newest ``keep``; False if its number is not the next one."""
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM board").fetchone()
    if number != last + 1:
        return False
    connection.execute("INSERT INTO board VALUES (?, ?)", (number, line))
    connection.execute("DELETE FROM board WHERE number <= ?", (number - keep,))
    return True


def pinned(connection: sqlite3.Connection) -> tuple[bytes, ...]:
    """Return the stored lines, in order."""
    return tuple(line for (line,) in connection.execute("SELECT line FROM board ORDER BY number"))


def closed_logs(connection: sqlite3.Connection, before: float, after: str, limit: int) -> tuple[ClosedLog, ...]:
    """Return closed logs with records, by name, those whose names follow ``after``.

    Logs of games that ended at ``before`` or later are left out.
    """
    query = """
        SELECT logs.log, ended_at, CASE WHEN ended_at IS NULL THEN heading ELSE ? END
        FROM logs LEFT JOIN games USING (log)
        WHERE NOT live AND filed AND length > 0 AND logs.log > ? AND (ended_at IS NULL OR ended_at < ?)
        ORDER BY logs.log LIMIT ?
    """
    return tuple(ClosedLog(*row) for row in connection.execute(query, (b"", after, before, limit)))


def compact(connection: sqlite3.Connection, log: str) -> None:
    # A length of 0 marks the log: an append to it is refused, whatever length it expects.
    """Delete the records and the heading of a log; reading it raises ``CompactedLog`` from then on."""
    connection.execute("UPDATE logs SET length = 0, heading = ? WHERE log = ? AND NOT live AND filed", (b"", log))
    connection.execute("DELETE FROM records WHERE log IN (SELECT log FROM logs WHERE log = ? AND length = 0)", (log,))
