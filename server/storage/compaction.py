"""Compaction: the records of closed logs whose games are filed are deleted, and the name of the log stays taken."""

import sqlite3

from server.storage.compaction_store import ClosedLog


def closed_logs(connection: sqlite3.Connection, before: float, after: str, limit: int) -> tuple[ClosedLog, ...]:
    query = """
        SELECT logs.log, ended_at, CASE WHEN ended_at IS NULL THEN heading ELSE ? END
        FROM logs LEFT JOIN games USING (log)
        WHERE NOT live AND filed AND length > 0 AND logs.log > ? AND (ended_at IS NULL OR ended_at < ?)
        ORDER BY logs.log LIMIT ?
    """
    return tuple(ClosedLog(*row) for row in connection.execute(query, (b"", after, before, limit)))


def compact(connection: sqlite3.Connection, log: str) -> None:
    # A length of 0 marks the log: an append to it is refused, whatever length it expects.
    connection.execute("UPDATE logs SET length = 0, heading = ? WHERE log = ? AND NOT live AND filed", (b"", log))
    connection.execute("DELETE FROM records WHERE log IN (SELECT log FROM logs WHERE log = ? AND length = 0)", (log,))
