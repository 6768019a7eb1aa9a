"""The files of a SQLite store: the lock on its folder, its two connections, and the witness of what was written.

The witness is a small file beside the database that notes the record that was stored last. It is written after each
commit and never synced, so it normally knows nothing that the database does not hold. If it does, data was removed from
the database: a file was emptied or replaced by a copy, or a write-ahead log was lost before its checkpoint.
"""

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from protocol.language import _
from server.file_lock import HeldFault, lock
from server.storage.schema import MARK, bring_up_to_date, damage
from server.storage.store import StoreBusy, StoreFault

LOG_SUFFIX: Final = "-wal"


class FileIdentity:
    """Remembers files by device and inode, to notice when they are replaced."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, Path(f"{path}{LOG_SUFFIX}"))
        self._known: dict[Path, tuple[int, int]] = {}
        self.check()

    def check(self) -> None:
        """Check that the files are still the same; raise ``StoreFault`` if a file is gone or was replaced."""
        for path in self._paths:
            there = _what(path)
            known = self._known.get(path)
            if known is None and there is not None:
                self._known[path] = there
            elif there != known:
                text = f"{path} was deleted or replaced while it is in use: put it back, or start the server anew"
                raise StoreFault(text)


def _what(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise StoreFault(f"{path} cannot be looked at: {problem.strerror}") from problem
    return found.st_dev, found.st_ino


LOCK_NAME: Final = "lock"  # The file in the data directory that is locked; it is never removed.


def made(directory: Path) -> Path:
    """Return a data directory, created if there is none; raise ``StoreFault`` if it cannot be made."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreFault(
            _("cannot make {path}: {problem}; choose another with --data", path=directory, problem=problem.strerror)
        ) from problem
    return directory


class DirectoryInUse(StoreFault):
    """Another server holds the lock."""


class DirectoryLock:
    """A held lock."""

    def __init__(self, directory: Path) -> None:
        """Take the lock, a second after a server has ended at most; raise ``DirectoryInUse`` or ``StoreFault``."""
        try:
            self._file = lock(directory / LOCK_NAME)
        except HeldFault as problem:
            raise DirectoryInUse(str(problem)) from None
        except OSError as problem:
            text = _(
                "cannot write in {path}: {problem}; choose another with --data",
                path=directory,
                problem=problem.strerror,
            )
            raise StoreFault(text) from problem

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


_PRIMARY: Final = 0xFF  # The mask for the primary part of a SQLite error code.

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
    """Give a stack for opening a database, kept unless it fails; raise ``StoreBusy`` or ``StoreFault``."""
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
    """Open a private database, migrated, to write and to read; raise ``StoreBusy`` if it is held, or ``StoreFault``."""
    with opening(path) as opened:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        writing = opened.enter_context(closing(_connection(path, _WRITING)))
        bring_up_to_date(writing, path)
        reading = opened.enter_context(closing(_connection(path, _READING)))
    return writing, reading


def read_only(path: Path) -> sqlite3.Connection:
    """Open a database, in use or not, to look at it; raise ``sqlite3.Error`` if it cannot be opened."""
    return _checked(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))


def _connection(path: Path, settings: tuple[str, ...]) -> sqlite3.Connection:
    return _checked(sqlite3.connect(path, isolation_level=None, check_same_thread=False), settings)


def _checked(connection: sqlite3.Connection, settings: tuple[str, ...] = ()) -> sqlite3.Connection:
    """Return a connection with its lasting settings; raise ``sqlite3.Error`` if the file is of another program."""
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
        return _("restore a copy, or move the file away to start afresh")
    match _kind(problem):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _("another program holds it: end that one first")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return _("make sure that the disk works and has room; the file is unchanged")
    return _("make sure that this user may write the file and its directory; it is unchanged")


_log = logging.getLogger(__name__)

SUFFIX: Final = "-last"

_MOST: Final = 1024


class Witness:
    """The file that notes the last record that was stored, used by the writer thread."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._path = Path(f"{database}{SUFFIX}")
        self._file: int | None = None
        self._seen = ""

    def noted(self) -> tuple[str, int] | None:
        """Return the log of that record and the length that it gave it; None if none is known."""
        try:
            with self._path.open(encoding="utf-8", errors="replace") as file:
                line, end, _rest = file.read(_MOST).partition("\n")
            length, _space, log = line.partition(" ")
            return (log, int(length)) if log and end else None
        except (OSError, ValueError):
            return None

    def check_file(self) -> None:
        """Check the database before it is opened; raise ``StoreFault`` if it is empty, but it held tables before."""
        if self.noted() and self.database.exists() and not self.database.stat().st_size:
            text = _(
                "{path} is empty, and there were tables in it: restore a copy, or move the file away to start afresh",
                path=self.database,
            )
            raise StoreFault(text)

    def check_log(self, connection: sqlite3.Connection) -> None:
        """Warn if the last record is missing; then so may be others that were stored before it."""
        noted = self.noted()
        with contextlib.suppress(OSError):
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        if noted is None:
            return
        log, length = noted
        try:
            (found,) = connection.execute("SELECT length FROM logs WHERE log = ?", (log,)).fetchone() or (0,)
        except sqlite3.Error:
            # The caller who reads a damaged log is told so.
            found = length
        if found < length:
            text = (
                "%s holds less than was stored: the log of %s has %d records instead of %d; "
                "a copy was put back, or the file beside it that ends in %s was removed or damaged"
            )
            _log.warning(text, self.database, log, found, length, LOG_SUFFIX)
        self.see(log, found)
        self.keep()

    def see(self, log: str, length: int) -> None:
        """Remember the length that a log will have if the present transaction is committed."""
        self._seen = f"{length} {log}\n"

    def keep(self) -> None:
        """Write to the file what was seen: the transaction is on the disk now."""
        if self._seen and self._file is not None:
            # If the disk is full, nothing is remembered.
            with contextlib.suppress(OSError):
                os.pwrite(self._file, self._seen.encode(), 0)
        self.forget()

    def forget(self) -> None:
        """Forget what was seen: the transaction was not committed."""
        self._seen = ""

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
