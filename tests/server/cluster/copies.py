"""Reads the copy of a node that has ended."""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.database_files import DATABASE_NAME, REPLICA_NAME
from server.storage import logs


def log_in(data: Path, log: str) -> tuple[bytes, ...]:
    """Give the records of a log in the copy of the node with this data directory."""
    with closing(sqlite3.connect(data / REPLICA_NAME / DATABASE_NAME)) as connection:
        return logs.read(connection, log)
