"""Backups: one compressed tar file with a copy of the database and the small files beside it.

Making one disturbs no server. What is in one is trusted only after its checksum and the database have been checked.

A store is also moved from here, to an empty one of the other kind; nothing is moved before both are alike.
"""

import gzip
import re
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec

from server.defaults import DATABASE_NAME, without_password
from server.file_lock import sync, written_whole
from server.storage.archive import opened_archive
from server.storage.files import LOCK_NAME, DirectoryLock, advice, made, read_only
from server.storage.schema import SCHEMA_VERSION, VERSIONS, bring_up_to_date, check, copy_database
from server.storage.store import StoreFault

LARGEST: Final = 1 << 20
"""The size in bytes up to which a file beside the database is kept: keys, configuration and tokens are far smaller."""

MOST: Final = 64  # The number of such files that are kept.
COPY_PREFIX: Final = ".chwech-"  # How the name of the folder begins in which the copy lies meanwhile.

_PATIENCE: Final = "PRAGMA busy_timeout = 60000"
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_LEFT_OUT: Final = re.compile(
    r"chwech\.sqlite.*|.*\.part|.*\.sock|.*\.sqlite|.*\.lock|.*\.new|banned-addresses|allowed-keys"
)
"""What is made anew when needed, or is saved in another way."""


def make_backup(data: Path, target: Path) -> list[str]:
    """Write a backup of a data directory into a new file, also while a server works there; return what is in it.

    Raises:
        StoreFault: there is no database, it cannot be copied, or the target exists.
        OSError: a file cannot be read or written, or has changed meanwhile.
    """
    database = data / DATABASE_NAME
    if not database.is_file():
        raise StoreFault(f"there is no {database}: name the right directory with --data")
    if target.exists() or target.is_symlink():
        raise StoreFault(f"{target} exists, and no backup is ever overwritten: choose another name")
    if not target.parent.is_dir():
        raise StoreFault(f"there is no folder {target.parent}: make it first")
    with written_whole(target) as part, TemporaryDirectory(prefix=COPY_PREFIX, dir=target.parent) as place:
        copy = Path(place) / DATABASE_NAME
        _copy(database, copy)
        sources = [copy, *small_files(data)]
        with tarfile.open(part, "w:gz", compresslevel=1) as tar:
            for path in sources:
                tar.add(path, path.name, filter=_for_its_owner)
    return [path.name for path in sources]


def _for_its_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    return member.replace(mode=0o600, uid=0, gid=0, uname="", gname="", deep=False)


def small_files(data: Path) -> list[Path]:
    """Return the files kept beside the database, whatever their names; raise ``StoreFault`` if there are too many."""
    found = sorted(path for path in data.iterdir() if not path.is_symlink() and path.is_file() and _is_kept(path))
    if len(found) > MOST:
        raise StoreFault(f"{data} has {len(found)} files of its own, and {MOST} are kept: see to what is in it")
    return found


def _is_kept(path: Path) -> bool:
    name = path.name
    return _NAME.fullmatch(name) is not None and not _is_misplaced(name) and path.stat().st_size <= LARGEST


def _copy(database: Path, copy: Path) -> None:
    """Copy a database that may be in use; raise ``StoreFault`` if it is damaged or empty, or there is no room."""
    try:
        with closing(read_only(database)) as connection:
            connection.execute(_PATIENCE)
            copy_database(connection, copy)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as problem:
        what = f"{database} cannot be copied into {copy.parent.parent}"
        raise StoreFault(f"{what}: {problem}; {advice(problem)}") from problem
    if not version:
        raise StoreFault(f"{database} is empty: there is nothing to save, and put back a copy if there was")


def unpack_backup(source: Path, place: Path) -> tuple[float, list[str]]:
    """Unpack a backup into an empty directory, and check all of it; return when it was made, and its files.

    Raises:
        StoreFault: it is no whole backup, or of a newer version.
        OSError: it cannot be read, or its files cannot be written.
    """
    try:
        with gzip.open(source) as whole, tarfile.open(fileobj=whole, mode="r|") as tar:
            unpacked = _members(tar, source, place)
            # The checksum of everything is behind the end.
            while whole.read(LARGEST):
                pass
        check(place / DATABASE_NAME)
        with closing(read_only(place / DATABASE_NAME)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except (gzip.BadGzipFile, tarfile.TarError, zlib.error, EOFError) as problem:
        raise StoreFault(f"{source} is no backup, or is damaged or cut off: {problem}; take another") from problem
    except sqlite3.Error as problem:
        raise StoreFault(f"the database in {source} is damaged ({problem}): take another backup") from problem
    if version > SCHEMA_VERSION:
        raise StoreFault(f"{source} was made by a newer version of this program: install that")
    return unpacked


def _members(tar: tarfile.TarFile, source: Path, place: Path) -> tuple[float, list[str]]:
    names = list[str]()
    made_at = 0.0
    for member in tar:
        wanted = not _is_misplaced(member.name) if names else member.name == DATABASE_NAME
        file = tar.extractfile(member) if member.isreg() and wanted and _NAME.fullmatch(member.name) else None
        if file is None or len(names) > MOST:
            raise StoreFault(f"{source} is no backup: it has {member.name[:80]!r}, which none has there")
        made_at = made_at or member.mtime
        with (place / member.name).open("xb") as output:
            shutil.copyfileobj(file, output)
        sync(place / member.name)
        names.append(member.name)
    if not names:
        raise StoreFault(f"{source} is no backup: there is nothing in it")
    return made_at, names


def _is_misplaced(name: str) -> bool:
    return name == LOCK_NAME or _LEFT_OUT.fullmatch(name) is not None


def restore(source: Path, data: Path, aside: str, *, replace: bool) -> tuple[float, Path | None]:
    """Put back what is in a backup; return when it was made, and where to what was there has been moved.

    The data directory is made if need be; ``aside`` names the folder in it for what was there, if that may be replaced.

    Raises:
        StoreFault: the backup is not whole, something is in its place, a server uses the directory, or it cannot be
            written.
        OSError: a file cannot be read or written; what was moved aside is there.
    """
    if data.exists() and not data.is_dir():
        raise StoreFault(f"{data} is no folder: name another with --data")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(DirectoryLock(data)), TemporaryDirectory(prefix=".restoring-", dir=data) as place:
        made_at, names = unpack_backup(source, Path(place))
        # The database first, with what belongs to it.
        there = [path for path in data.iterdir() if path.name.startswith(DATABASE_NAME) or path.name in names]
        there = sorted(there, key=lambda path: (not path.name.startswith(DATABASE_NAME), path.name))
        if there and not replace:
            raise StoreFault(f"{there[0]} exists: --replace moves it and what belongs to it aside, into {data / aside}")
        _put(Path(place), data, names, there, data / aside)
    return made_at, data / aside if there else None


def _put(place: Path, data: Path, names: list[str], there: list[Path], aside: Path) -> None:
    if there:
        aside.mkdir(mode=0o700)
    # The database goes first and comes last: interrupted in between, the next start begins with no database at all.
    for path in there:
        path.rename(aside / path.name)
    for name in reversed(names):
        (place / name).rename(data / name)
    sync(data)


Row = tuple[Any, ...]

_TABLE: Final = re.compile(r"CREATE TABLE (\w+) .*?(?:PRIMARY KEY \(([^)]+)\)|(\w+) \w+ PRIMARY KEY)", re.DOTALL)

TABLES: Final = {found[1]: found[2] or found[3] for found in map(_TABLE.match, chain(*VERSIONS)) if found}
"""All tables, those that are referred to first, with the columns of their keys, in whose order rows are compared."""


class SameTable(NamedTuple):
    """A table that is alike on both sides."""

    name: str
    rows: int
    sha256: str


def migrate(source: str, target: str) -> list[SameTable]:
    """Move everything from a data directory or database to an empty one, in one transaction; the source stays.

    Raises:
        StoreFault: a server uses one of them, the target is not empty, or they cannot be used; the target is as it was.
    """
    with opened(source, empty=False) as before, opened(target, empty=True) as after:
        return [_move(table, before, after) for table in TABLES]


def _move(table: str, source: sqlite3.Connection, target: sqlite3.Connection) -> SameTable:
    read, kept = _Sum(), _Sum()
    fill(target, table, read.of(rows(source, table)))
    for _row in kept.of(rows(target, table)):
        pass
    if read.hash.digest() != kept.hash.digest():
        raise StoreFault(f"the table {table} is not the same on both sides, so nothing was moved")
    return SameTable(table, read.rows, read.hash.hexdigest())


class _Sum:
    """The number and the hash of the rows that pass."""

    def __init__(self) -> None:
        self.rows, self.hash = 0, sha256()

    def of(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass on rows; what one kind of store calls true is 1 in the other."""
        for row in rows:
            plain = tuple(int(value) if isinstance(value, bool) else value for value in row)
            self.hash.update(msgspec.msgpack.encode(plain))
            self.rows += 1
            yield plain


def rows(connection: sqlite3.Connection, table: str) -> Iterable[Row]:
    """Yield the rows of a table in the order of its key; neither side holds all of them at once."""
    query = f"SELECT * FROM {table} ORDER BY {TABLES[table]}"  # noqa: S608 - of the schema
    if isinstance(connection, sqlite3.Connection):
        return connection.execute(query)
    return connection.raw.cursor().stream(query)


def fill(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Add rows to a table."""
    columns = connection.execute(f"SELECT * FROM {table} LIMIT 0").description  # noqa: S608
    if isinstance(connection, sqlite3.Connection):
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' for _ in columns)})", rows)  # noqa: S608
        return
    with connection.raw.cursor().copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def opened(place: str, *, empty: bool) -> Iterator[sqlite3.Connection]:
    """Open one side: nothing of it changes unless the context ends well."""
    if re.match("postgres(ql)?://", place):
        from server.storage.postgres import opened_database

        with opened_database(place, alone=True) as connection:
            full = any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in TABLES)  # noqa: S608
            if full is empty:
                what = "not empty: name another database, or make a new one with createdb"
                raise StoreFault(f"{without_password(place)} is {what if empty else 'empty: name the right database'}")
            yield connection
    elif not empty:
        with opened_archive(Path(place)) as connection, closing(DirectoryLock(Path(place))):
            yield connection
    else:
        path = made(Path(place)) / DATABASE_NAME
        with closing(DirectoryLock(path.parent)):
            if path.exists():
                raise StoreFault(f"{path} exists: name an empty folder, or move the file away")
            with written_whole(path) as part, closing(sqlite3.connect(part, isolation_level=None)) as connection:
                bring_up_to_date(connection, part)
                connection.execute("BEGIN")
                yield connection
                connection.execute("COMMIT")
