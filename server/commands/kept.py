"""Where the server of a data directory keeps everything: in a file there, or in PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.commands.options import configuration_file
from server.commands.start import InForce
from server.configuration.file import InvalidConfiguration
from server.storage.archive import opened_archive


def store_of(data: Path) -> str:
    """Return the address of the database in which the server of a directory keeps everything; empty if in a file."""
    try:
        store = InForce({}, configuration_file(None, data), data).effective.values.store
    except InvalidConfiguration:
        return ""
    return store.address if store is not None else ""


@contextmanager
def opened_store(data: Path) -> Iterator[sqlite3.Connection]:
    """Open what the server of a directory keeps, to look at it; a running server is not disturbed.

    Raises:
        StoreFault: there is nothing, or it cannot be read; also raised while the connection is used.
    """
    if address := store_of(data):
        from server.storage.postgres_connections import opened_database

        with opened_database(address) as connection:
            yield connection
    else:
        with opened_archive(data) as connection:
            yield connection
