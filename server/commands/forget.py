"""The command ``data forget``: erases a person and keeps their games without them, where no server runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from server.commands.fault import failed
from server.commands.kept import opened_store, store_of
from server.defaults import DATABASE_NAME
from server.storage.lock import DirectoryLock
from server.storage.people import all_of, erase, person
from server.storage.store import Account, StoreFault

_LEFT: Final = (
    "these still know the person: reports, the audit log, bans of a key, "
    "backups, what data export has written, and older databases (chwech-vN.sqlite, replaced-…)"
)


def main(*, name: str, yes: bool, data: Path) -> int:
    """Erase a person, say so, and return the exit status: 0 erased, 1 not erased."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        with opened_store(data) as connection:
            who = person(connection, name)
            if who is None:
                return failed("data forget", f"nobody is called {name!r} in {data}")
            found = _summary(connection, who)
        if not yes:
            print(
                f"{found}; this cannot be undone: add --yes to erase all of that, and keep the games without the name"
            )
            return 1
        _forget(data, who)
    except (StoreFault, OSError, sqlite3.Error, msgspec.DecodeError) as problem:
        return failed("data forget", problem)
    print(f"erased: {found}; {_LEFT}")
    return 0


def _summary(connection: sqlite3.Connection, who: Account) -> str:
    numbers = ((len(part), name) for name, part in all_of(connection, who).items() if isinstance(part, list))
    return f"{who.name}: " + ", ".join(f"{name} {number}" for number, name in numbers if number and name != "records")


def _forget(data: Path, who: Account) -> None:
    if address := store_of(data):
        from server.storage.postgres_connections import opened_database

        with opened_database(address, alone=True) as connection:
            erase(connection, who)
        return
    lock = DirectoryLock(data)
    try:
        with closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN IMMEDIATE")
            erase(connection, who)
            connection.execute("COMMIT")
            # What was overwritten is in the pages and in the log of the file until both are written anew.
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        lock.release()
