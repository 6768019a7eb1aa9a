"""The store on the disk: one SQLite file with a writer thread, a reader thread, and a lock against other servers."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from protocol.language import _
from server.storage import accounts, archive, compaction, daily, logs, moderation, ratings
from server.storage import contacts as people
from server.storage import settings as preferences
from server.storage import tournaments as contests
from server.storage.closed_logs import StoreLoad
from server.storage.lock import LOG_SUFFIX, DirectoryLock, FileIdentity
from server.storage.schema import FILE_NAME, bring_up_to_date
from server.storage.store import Append, Appended, Brief, Failed, StoreBusy, StoreFault, Unknown
from server.storage.threads import Reader, UnknownOutcome, Writer
from server.storage.witness import Witness
from server.tables.placings import RatedGame

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


P = ParamSpec("P")
T = TypeVar("T")

_Query = Callable[Concatenate[sqlite3.Connection, P], T]
_Method = Callable[Concatenate["SqliteStore", P], Coroutine[Any, Any, T]]


def _reading(query: _Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that runs a query in the thread that reads."""

    async def method(store: "SqliteStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._reader.read(lambda connection: query(connection, *args, **kwargs))  # noqa: SLF001 - a method

    return method


def _writing(change: _Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that runs a change in the thread that writes."""

    async def method(store: "SqliteStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._writer.write(lambda connection: change(connection, *args, **kwargs))  # noqa: SLF001 - a method

    return method


class SqliteStore:
    """Logs, accounts, finished games, ratings, chat, tournaments and the deal of the day in a SQLite database."""

    def __init__(self, lock: DirectoryLock, reader: Reader, writer: Writer, witness: Witness) -> None:
        self._lock = lock
        self._reader = reader
        self._writer = writer
        self._witness = witness
        self._files = (witness.database, Path(f"{witness.database}{LOG_SUFFIX}"))

    read = _reading(logs.read)
    live = _reading(logs.live)

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        def work(connection: sqlite3.Connection) -> Append:
            answer = logs.append(connection, log, expect, record, brief)
            if isinstance(answer, Appended):
                self._witness.see(log, expect + 1)
            return answer

        try:
            return await self._writer.write(work)
        except UnknownOutcome as problem:
            return Unknown(str(problem))
        except StoreFault as problem:
            return Failed(str(problem))

    account = _reading(accounts.account)
    named = _reading(accounts.named)
    credential = _reading(accounts.credential)
    keyholder = _reading(accounts.keyholder)
    keys = _reading(accounts.keys)
    guests = _reading(accounts.guests)
    register = _writing(accounts.register)
    join = _writing(accounts.join)
    label = _writing(accounts.label)
    revoke = _writing(accounts.revoke)
    forget = _writing(accounts.forget)
    settings = _reading(preferences.settings)
    keep_settings = _writing(preferences.keep_settings)
    contacts = _reading(people.contacts)
    hidden = _reading(people.hidden)
    keep_contact = _writing(people.keep_contact)
    drop_contact = _writing(people.drop_contact)

    unfiled = _reading(archive.unfiled)
    last_game = _reading(archive.last_game)
    games = _reading(archive.games)
    game = _reading(archive.game)
    game_record = _reading(archive.game_record)
    file = _writing(archive.file)
    pass_over = _writing(archive.pass_over)

    closed_logs = _reading(compaction.closed_logs)

    async def compact(self, log: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            compaction.compact(connection, log)
            self._witness.see(log, 0)

        await self._writer.write(work)

    async def load(self) -> StoreLoad:
        queued = self._writer.queued + self._reader.queued
        await self._reader.read(lambda connection: connection.execute("SELECT 1").fetchone())
        sizes = (path.stat().st_size for path in self._files if path.exists())
        return StoreLoad(queued, sum(sizes))

    tournaments = _reading(contests.tournaments)
    tournament = _reading(contests.tournament)
    last_tournament = _reading(contests.last_tournament)
    keep_tournament = _writing(contests.keep_tournament)

    next_unrated = _reading(ratings.next_unrated)
    beliefs = _reading(ratings.beliefs)
    ratings_of = _reading(ratings.ratings_of)
    standings = _reading(ratings.standings)
    rating_changes = _reading(ratings.rating_changes)

    async def rate(self, number: int, result: RatedGame | None) -> bool:
        changes = await self._reader.read(lambda connection: ratings.changes_by(connection, number, result))
        return await self._writer.write(lambda connection: ratings.keep_rating(connection, number, result, changes))

    day_seed = _reading(daily.day_seed)
    day_try = _reading(daily.day_try)
    day_sums = _reading(daily.day_sums)
    draw_day = _writing(daily.draw_day)
    begin_day = _writing(daily.begin_day)
    end_day = _writing(daily.end_day)

    roles = _reading(moderation.roles)
    keep_role = _writing(moderation.keep_role)
    bans = _reading(moderation.bans)
    keep_ban = _writing(moderation.keep_ban)
    drop_ban = _writing(moderation.drop_ban)
    write_audit = _writing(moderation.write_audit)
    audit = _reading(moderation.audit)
    keep_report = _writing(moderation.keep_report)
    reports = _reading(moderation.reports)
    report = _reading(moderation.report)
    sizes = _reading(moderation.sizes)

    pinned = _reading(logs.pinned)
    pin = _writing(logs.pin)

    async def close(self) -> None:
        """Finish pending work and release the directory for another server."""
        # The last connection to close checkpoints the file and so has to write: it must be the writer's.
        await self._reader.close()
        await self._writer.close()
        self._witness.close()
        self._lock.release()


def open_store(directory: Path) -> SqliteStore:
    """Open the store in this directory, created if there is none; needs a running loop.

    Raises:
        StoreBusy: another program holds the database at the moment.
        StoreFault: the directory cannot be used, another server uses it, or its database is damaged or too new.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreFault(
            _("cannot make {path}: {problem}; choose another with --data", path=directory, problem=problem.strerror)
        ) from problem
    path, lock = directory / FILE_NAME, DirectoryLock(directory)
    witness = Witness(path)
    try:
        witness.check_files()
        writing, reading = _connect(path)
    except StoreFault:
        lock.release()
        raise
    witness.check_logs(writing)
    writer = Writer(writing, FileIdentity(path), witness)
    return SqliteStore(lock, Reader(reading, writer), writer, witness)


def _connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open a database private to its owner, migrate it, and return the writing and the reading connection."""
    with contextlib.ExitStack() as opened:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            writing = opened.enter_context(closing(_connection(path, _WRITING)))
            bring_up_to_date(writing, path)
            reading = opened.enter_context(closing(_connection(path, _READING)))
        except OSError as problem:
            raise StoreFault(_("cannot open {path}: {problem}", path=path, problem=problem)) from problem
        except sqlite3.Error as problem:
            kind = StoreBusy if _kind(problem) in _HELD else StoreFault
            text = _("cannot use {path}: {problem}; {advice}", path=path, problem=problem, advice=_advice(problem))
            raise kind(text) from problem
        opened.pop_all()
        return writing, reading


def _connection(path: Path, settings: tuple[str, ...]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for setting in settings:
            connection.execute(setting)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _kind(problem: sqlite3.Error) -> int:
    return getattr(problem, "sqlite_errorcode", 0) & _PRIMARY


def _advice(problem: sqlite3.Error) -> str:
    """Return what helps; only a damaged file is ever to be moved away."""
    match _kind(problem):
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return _("put back a copy, or move the file away to begin anew")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _("another program holds it: end that one first")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return _("see to it that the disk has room and works; the file is left as it is")
    return _("see to it that this user may write the file and its directory; it is left as it is")
