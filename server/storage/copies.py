"""Copies of a database: consistent while a server writes to it, private to their owner, checked, and on the disk."""

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from protocol.language import _
from server.storage.store import StoreFault

KEPT: Final = 2
"""How many copies made before migrations are kept."""

_PART: Final = ".part"
_MADE_BEFORE: Final = re.compile(r"chwech-v(\d{1,4})\.sqlite")


def copy_database(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the database of a connection into a new file, which appears at ``target`` once it is whole.

    Raises:
        OSError: the file cannot be written.
        sqlite3.Error: the database cannot be read, or the copy is damaged.
    """
    with written_whole(target) as part:
        connection.execute("VACUUM INTO ?", (str(part),))
        check(part)


@contextlib.contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Give an empty file private to its owner, which takes the name of ``target`` once the context ends well.

    Raises:
        OSError: it cannot be written.
    """
    part = target.with_name(target.name + _PART)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        yield part
        sync(part)
        part.replace(target)
        sync(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync(path: Path) -> None:
    """Wait until a file or a directory is on the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check(path: Path) -> None:
    """Check that a database that nobody uses is whole; nothing is written.

    Raises:
        sqlite3.Error: it is damaged, or no database.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise damage(said)


def damage(said: str) -> sqlite3.DatabaseError:
    """Return a fault as SQLite itself tells of damage."""
    fault = sqlite3.DatabaseError(said)
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return fault


def keep_old_version(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Keep a copy of a database of an earlier version beside it, named by that version, before it is migrated.

    Of such copies those of the newest versions stay, ``KEPT`` of them.

    Raises:
        StoreFault: the copy cannot be made; the database is as it was.
    """
    target = path.with_name(f"chwech-v{version}.sqlite")
    try:
        copy_database(connection, target)
        for old in _made_before(path.parent)[:-KEPT]:
            old.unlink()
    except (OSError, sqlite3.Error) as problem:
        text = _(
            "{path} is of an earlier version, and no copy of it can be made in {copy}: {problem}; "
            "see to it that there is room",
            path=path,
            copy=target,
            problem=problem,
        )
        raise StoreFault(text) from problem


def _made_before(directory: Path) -> list[Path]:
    """Return the copies made before migrations, the lowest version first."""
    named = ((found, path) for path in directory.iterdir() if (found := _MADE_BEFORE.fullmatch(path.name)))
    return [path for found, path in sorted(named, key=lambda pair: int(pair[0][1]))]
