"""Backups: one tar file with a copy of the database, the small files beside it, and a manifest of their hashes.

Making one disturbs no server. What is in one is trusted only after every hash and the database have been checked.

A store is also moved from here, to an empty one of the other kind; nothing is moved before both are alike.
"""

import hashlib
import io
import re
import sqlite3
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from server.defaults import DATABASE_NAME
from server.storage.archive import opened_archive
from server.storage.files import LOCK_NAME, DirectoryLock, advice, made, read_only
from server.storage.schema import SCHEMA_VERSION, VERSIONS, bring_up_to_date, check, copy_database, sync, written_whole
from server.storage.store import StoreFault

MANIFEST: Final = "manifest.json"

LARGEST: Final = 1 << 20
"""The size in bytes up to which a file beside the database is kept: keys, configuration and tokens are far smaller."""

MOST: Final = 64
"""The number of such files that are kept."""

COPY_PREFIX: Final = ".chwech-"
"""How the name of the folder begins in which the copy lies meanwhile."""

_CHUNK: Final = 1 << 20
_PATIENCE: Final = "PRAGMA busy_timeout = 60000"
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_LEFT_OUT: Final = re.compile(
    r"chwech\.sqlite.*|.*\.part|.*\.sock|.*\.sqlite|manifest\.json|.*\.lock|.*\.new|banned-addresses|allowed-keys"
)
"""What is made anew by whoever needs it, or is saved in another way."""


class BackupFault(Exception):
    """A backup that cannot be made or used; the text says why and what helps."""


class KeptFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a backup."""

    name: Annotated[str, Meta(pattern=f"^{_NAME.pattern}$")]
    size: Annotated[int, Meta(ge=0)]
    """Its size in bytes."""

    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a backup."""

    format: Literal["chwech-backup/1"]
    made_at: str
    """The time in UTC, as in ISO 8601."""

    schema: int
    """The version of the database."""

    files: Annotated[tuple[KeptFile, ...], Meta(max_length=MOST + 1)]


def make_backup(data: Path, target: Path, made_at: str) -> Manifest:
    """Write a backup of a data directory into a new file, also while a server works there.

    Args:
        data: the data directory.
        target: the file.
        made_at: the time in UTC, as in ISO 8601.

    Raises:
        BackupFault: there is no database, it cannot be copied, or the target exists.
        OSError: a file cannot be read or written.
    """
    database = data / DATABASE_NAME
    if not database.is_file():
        raise BackupFault(f"there is no {database}: name the right directory with --data")
    if target.exists() or target.is_symlink():
        raise BackupFault(f"{target} exists, and no backup is ever overwritten: choose another name")
    if not target.parent.is_dir():
        raise BackupFault(f"there is no folder {target.parent}: make it first")
    with written_whole(target) as part, TemporaryDirectory(prefix=COPY_PREFIX, dir=target.parent) as place:
        copy = Path(place) / DATABASE_NAME
        version = _copied(database, copy)
        sources = [copy, *small_files(data)]
        files = tuple(KeptFile(path.name, path.stat().st_size, _hash(path)) for path in sources)
        manifest = Manifest("chwech-backup/1", made_at, version, files)
        with tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as tar:
            said = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
            tar.addfile(_member(MANIFEST, len(said)), io.BytesIO(said))
            for path, kept in zip(sources, files, strict=True):
                _add(tar, path, kept)
    return manifest


def small_files(data: Path) -> list[Path]:
    """Return what is kept beside the database: keys, tokens and configuration, whatever their names.

    Raises:
        BackupFault: there are too many files.
    """
    found = sorted(path for path in data.iterdir() if not path.is_symlink() and path.is_file() and _is_kept(path))
    if len(found) > MOST:
        raise BackupFault(f"{data} has {len(found)} files of its own, and {MOST} are kept: see to what is in it")
    return found


def _is_kept(path: Path) -> bool:
    name = path.name
    return _NAME.fullmatch(name) is not None and not _is_misplaced(name) and path.stat().st_size <= LARGEST


def _copied(database: Path, copy: Path) -> int:
    """Copy a database that may be in use, and return its version.

    Raises:
        BackupFault: it cannot be read, is damaged or empty, or there is no room for the copy.
    """
    try:
        with closing(read_only(database)) as connection:
            connection.execute(_PATIENCE)
            copy_database(connection, copy)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as problem:
        what = f"{database} cannot be copied into {copy.parent.parent}"
        raise BackupFault(f"{what}: {problem}; {advice(problem)}") from problem
    if not version:
        raise BackupFault(f"{database} is empty: there is nothing to save, and put back a copy if there was")
    return int(version)


def _add(tar: tarfile.TarFile, path: Path, kept: KeptFile) -> None:
    with path.open("rb") as source:
        try:
            tar.addfile(_member(kept.name, kept.size), source)
        except OSError as problem:
            raise BackupFault(f"{path} changed while it was read, or no room is left: {problem}") from problem


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unpack_backup(source: Path, place: Path) -> Manifest:
    """Unpack a backup into an empty directory, and check all of it.

    Raises:
        BackupFault: it is no whole backup, or of a newer version.
        OSError: it cannot be read, or its files cannot be written.
    """
    try:
        with tarfile.open(source, "r:") as tar:
            members = iter(tar)
            manifest = _manifest(tar, members, source)
            for kept in manifest.files:
                _unpack(tar, next(members, None), kept, place)
        check(place / DATABASE_NAME)
        # One of another program would only be found at the next start.
        read_only(place / DATABASE_NAME).close()
    except (tarfile.TarError, EOFError) as problem:
        raise BackupFault(f"{source} is no backup, or is cut off: {problem}") from problem
    except sqlite3.Error as problem:
        raise BackupFault(f"the database in {source} is damaged ({problem}): take another backup") from problem
    if manifest.schema > SCHEMA_VERSION:
        raise BackupFault(f"{source} was made by a newer version of this program: install that")
    return manifest


def _manifest(tar: tarfile.TarFile, members: Iterator[tarfile.TarInfo], source: Path) -> Manifest:
    first = next(members, None)
    file = tar.extractfile(first) if first is not None and first.name == MANIFEST and first.isreg() else None
    if file is None:
        raise BackupFault(f"{source} is no backup: it does not begin with {MANIFEST}")
    try:
        manifest = msgspec.json.decode(file.read(LARGEST), type=Manifest)
    except msgspec.DecodeError as problem:
        raise BackupFault(f"{source} has a {MANIFEST} that cannot be read: {problem}") from problem
    names = [kept.name for kept in manifest.files]
    if len({*names}) < len(names) or names[:1] != [DATABASE_NAME] or any(map(_is_misplaced, names[1:])):
        raise BackupFault(f"{source} has a {MANIFEST} with files that no backup has")
    return manifest


def _is_misplaced(name: str) -> bool:
    return name == LOCK_NAME or _LEFT_OUT.fullmatch(name) is not None


def _unpack(tar: tarfile.TarFile, member: tarfile.TarInfo | None, kept: KeptFile, place: Path) -> None:
    file = tar.extractfile(member) if member is not None and member.isreg() else None
    if member is None or file is None or (member.name, member.size) != (kept.name, kept.size):
        raise BackupFault(f"{kept.name} is missing in the backup, or not as it was: take another backup")
    digest = hashlib.sha256()
    target = place / kept.name
    with target.open("xb") as output:
        target.chmod(0o600)
        for chunk in _chunks(file):
            digest.update(chunk)
            output.write(chunk)
    if digest.hexdigest() != kept.sha256:
        raise BackupFault(f"{kept.name} in the backup is damaged: take another backup")
    sync(target)


def _chunks(file: IO[bytes]) -> Iterable[bytes]:
    return iter(lambda: file.read(_CHUNK), b"")


def restore(source: Path, data: Path, aside: str, *, replace: bool) -> tuple[Manifest, Path | None]:
    """Put back what is in a backup; return its manifest, and where to what was there has been moved.

    Args:
        source: The backup.
        data: The data directory, which is made if need be.
        aside: The name of the folder in it that takes what was there.
        replace: True if there may be something in its place.

    Raises:
        BackupFault: the backup is not whole, or something is in its place.
        StoreFault: a server uses the directory, or it cannot be written.
        OSError: a file cannot be read or written; what was moved aside is there.
    """
    if data.exists() and not data.is_dir():
        raise BackupFault(f"{data} is no folder: name another with --data")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = DirectoryLock(data)
    try:
        with TemporaryDirectory(prefix=".restoring-", dir=data) as place:
            manifest = unpack_backup(source, Path(place))
            there = _in_place(data, manifest)
            if there and not replace:
                raise BackupFault(
                    f"{there[0]} exists: --replace moves it and what belongs to it aside, into {data / aside}"
                )
            _put(Path(place), data, manifest, there, data / aside)
    finally:
        lock.release()
    return manifest, data / aside if there else None


def _in_place(data: Path, manifest: Manifest) -> list[Path]:
    """Return the database and what belongs to it, and then the files that stand where others are to be."""
    names = {kept.name for kept in manifest.files}
    there = [path for path in data.iterdir() if path.name.startswith(DATABASE_NAME) or path.name in names]
    return sorted(there, key=lambda path: (not path.name.startswith(DATABASE_NAME), path.name))


def _put(place: Path, data: Path, manifest: Manifest, there: list[Path], aside: Path) -> None:
    if there:
        aside.mkdir(mode=0o700)
    # The database goes first and comes last: interrupted in between, the next start begins with no database at all.
    for path in there:
        path.rename(aside / path.name)
    for kept in reversed(manifest.files):
        (place / kept.name).rename(data / kept.name)
    sync(data)


Row = tuple[Any, ...]

_TABLE: Final = re.compile(r"CREATE TABLE (\w+) .*?(?:PRIMARY KEY \(([^)]+)\)|(\w+) \w+ PRIMARY KEY)", re.DOTALL)

TABLES: Final = {found[1]: found[2] or found[3] for found in map(_TABLE.match, chain(*VERSIONS)) if found}
"""All tables, those that are referred to first, with the columns of their keys, in whose order rows are compared."""


class Moved(NamedTuple):
    """A table that is alike on both sides."""

    name: str
    rows: int
    sha256: str


def migrate(source: str, target: str) -> list[Moved]:
    """Move everything from a data directory or database to an empty one, in one transaction; the source stays.

    Raises:
        StoreFault: a server uses one of them, the target is not empty, or they cannot be used; the target is as it was.
    """
    with opened(source, empty=False) as before, opened(target, empty=True) as after:
        return [_move(table, before, after) for table in TABLES]


def _move(table: str, source: sqlite3.Connection, target: sqlite3.Connection) -> Moved:
    read, kept = _Sum(), _Sum()
    fill(target, table, read.of(rows(source, table)))
    for _row in kept.of(rows(target, table)):
        pass
    if read.hash.digest() != kept.hash.digest():
        raise StoreFault(f"the table {table} is not the same on both sides, so nothing was moved")
    return Moved(table, read.rows, read.hash.hexdigest())


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
        from server.storage.postgres import opened_database, shown

        with opened_database(place, alone=True) as connection:
            full = any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in TABLES)  # noqa: S608
            if full is empty:
                what = "not empty: name another database, or make a new one with createdb"
                raise StoreFault(f"{shown(place)} is {what if empty else 'empty: name the right database'}")
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
