"""The two connections of a store to its database: one that writes and one that reads."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from protocol.language import _
from server.storage.copies import damage
from server.storage.schema import MARK, bring_up_to_date
from server.storage.store import StoreBusy, StoreFault

_PRIMARY: Final = 0xFF
"""The mask for the primary part of a SQLite error code."""

_WRITING: Final = (
    # This comes first, so that nothing below fails at once if another program holds the database for a moment.
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    # An acknowledged move must survive a power failure, not only the end of this process.
    "PRAGMA synchronous = FULL",
    # Without this macOS does not wait until the data is on the disk; elsewhere it changes nothing.
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA journal_size_limit = 67108864",
)

_READING: Final = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA query_only = ON",
    "PRAGMA trusted_schema = OFF",
    # Everything is read once, from start to end: a larger cache makes nothing faster.
    "PRAGMA cache_size = -256",
)

_HELD: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""The primary error codes that go away when another program releases the database."""

_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""The primary error codes that only another file cures."""


class ForeignDatabase(sqlite3.DatabaseError):
    """A whole database that another program has made, or this one before its first version."""


@contextlib.contextmanager
def opening(path: Path) -> Iterator[contextlib.ExitStack]:
    """Give a stack for what a store opens to use a database; it stays open unless a fault ends this.

    Raises:
        StoreBusy: another program holds the database at the moment.
        StoreFault: it cannot be used.
    """
    with contextlib.ExitStack() as opened:
        try:
            yield opened
        except OSError as problem:
            raise StoreFault(_("cannot open {path}: {problem}", path=path, problem=problem)) from problem
        except sqlite3.Error as problem:
            kind = StoreBusy if is_held(problem) else StoreFault
            text = _("cannot use {path}: {problem}; {advice}", path=path, problem=problem, advice=advice(problem))
            raise kind(text) from problem
        opened.pop_all()


def connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open a database private to its owner, migrate it, and return the writing and the reading connection.

    Raises:
        StoreBusy: another program holds the database at the moment.
        StoreFault: it cannot be used, is damaged or too new.
    """
    with opening(path) as opened:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        writing = opened.enter_context(closing(_connection(path, _WRITING)))
        bring_up_to_date(writing, path)
        reading = opened.enter_context(closing(_connection(path, _READING)))
    return writing, reading


def read_only(path: Path) -> sqlite3.Connection:
    """Open a database to look at it, also while a server uses it; nothing is made or changed.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    return _checked(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))


def _connection(path: Path, settings: tuple[str, ...]) -> sqlite3.Connection:
    return _checked(sqlite3.connect(path, isolation_level=None, check_same_thread=False), settings)


def _checked(connection: sqlite3.Connection, settings: tuple[str, ...] = ()) -> sqlite3.Connection:
    """Return a connection with its settings, which change a file for good: one of another program is refused before.

    Raises:
        sqlite3.Error: it cannot be read, or belongs to another program.
    """
    try:
        (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if objects and mark != MARK:
            raise ForeignDatabase(_("it is the database of another program, or from before version 0.1"))
        for setting in settings:
            connection.execute(setting)
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        connection.close()
        if isinstance(problem, UnicodeDecodeError):
            # What SQLite says of a damaged schema quotes it.
            raise damage("the schema is damaged") from problem
        raise
    return connection


def is_held(problem: sqlite3.Error) -> bool:
    """True if another program holds the database at the moment."""
    return _kind(problem) in _HELD


def is_damaged(problem: sqlite3.Error) -> bool:
    """True if the file is no whole database."""
    return _kind(problem) in _DAMAGED


def _kind(problem: sqlite3.Error) -> int:
    return getattr(problem, "sqlite_errorcode", 0) & _PRIMARY


def advice(problem: sqlite3.Error) -> str:
    """Return what helps; only a damaged or foreign file is ever to be moved away."""
    if isinstance(problem, ForeignDatabase):
        return _("move it away, or name another directory with --data")
    if is_damaged(problem):
        return _("put back a copy, or move the file away to begin anew")
    match _kind(problem):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _("another program holds it: end that one first")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return _("see to it that the disk has room and works; the file is left as it is")
    return _("see to it that this user may write the file and its directory; it is left as it is")
