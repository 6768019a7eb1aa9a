"""Reads the copy of a node that has ended."""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.cluster.address import REPLICA_NAME
from server.storage import logs
from server.storage.schema import FILE_NAME


def log_in(data: Path, log: str) -> tuple[bytes, ...]:
    """Give the records of a log in the copy of the node with this data directory."""
    with closing(sqlite3.connect(data / REPLICA_NAME / FILE_NAME)) as connection:
        return logs.read(connection, log)
