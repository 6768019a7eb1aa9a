"""The commands ``data …``: back up, put back, export, forget and migrate what a server keeps."""

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from protocol.command_line import CommandFault, Misuse
from server.commands.shared import chown_advice, configuration_file
from server.configuration import InForce, InvalidConfiguration
from server.defaults import DATABASE_NAME, without_password
from server.file_lock import written_whole
from server.host.complaints import KEPT, KIND
from server.host.notifier import post
from server.storage.accounts import all_of, erase, person
from server.storage.archive import every_game, game_record, opened_archive
from server.storage.backup import COPY_PREFIX, make_backup, migrate, restore
from server.storage.files import DirectoryLock
from server.storage.moderation import reports
from server.storage.store import Account, StoreFault


def store_of(data: Path) -> str:
    """Return the address of the database in which the server of a directory keeps everything; empty if in a file."""
    try:
        store = InForce({}, configuration_file(None, data), data).effective.values.store
    except InvalidConfiguration:
        return ""
    return store.address if store is not None else ""


@contextmanager
def opened_store(data: Path, status: int = 1) -> Iterator[sqlite3.Connection]:
    """Open what a server, running or not, keeps, to look at it; raise ``StoreFault``, even later, if that fails.

    A command that fails for that ends with this exit ``status``.
    """
    try:
        if address := store_of(data):
            from server.storage.postgres import opened_database

            with opened_database(address) as connection:
                yield connection
        else:
            with opened_archive(data) as connection:
                yield connection
    except StoreFault as fault:
        fault.status = status
        raise


_NAMED: Final = re.compile(r"chwech-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz")


def run_backup(*, target: Path, keep: int | None, data: Path) -> int:
    """Save a backup, say where, and return the exit status: 0 saved, 1 not saved or not tidied, 2 wrong usage."""
    check_here(data, "pg_dump --format=custom --file=chwech.dump")
    if str(target) == "-":
        return _write_out(data)
    folder = target.is_dir()
    if keep and not folder:
        raise Misuse(f"--keep is for backups in a folder, and {target} is none: make it first")
    now = datetime.now(UTC)
    target = target / f"chwech-{now:%Y-%m-%d-%H%M%S}.tar.gz" if folder else target
    with _watched(data):
        names = make_backup(data, target)
    print(f"{target}: {', '.join(names)}; {target.stat().st_size / 1e6:.1f} MB")
    try:
        if keep is not None:
            _remove_old(target, keep)
    except OSError as problem:
        raise CommandFault(f"it is saved, but what is older cannot be removed: {problem}") from problem
    return 0


def check_here(data: Path, command: str) -> None:
    """Raise ``CommandFault``, which says what to do instead, where a server keeps everything in PostgreSQL."""
    if address := store_of(data):
        raise CommandFault(
            "this server keeps everything in PostgreSQL, whose own tools copy it: "
            f"{command} '{without_password(address)}', and base backups "
            "with the write-ahead log for every second between (docs/scaling.md)"
        )


def _write_out(data: Path) -> int:
    if sys.stdout.isatty():
        raise CommandFault("a backup is nothing to be shown in a terminal: chwech data backup - > FILE.tar.gz")
    with TemporaryDirectory(prefix=COPY_PREFIX) as place:
        made = Path(place) / "backup.tar.gz"
        with _watched(data):
            make_backup(data, made)
        with made.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    return 0


@contextmanager
def _watched(data: Path) -> Iterator[None]:
    """Tell the webhook of the server why there is no backup: most run by themselves, at night."""
    try:
        yield
    except (StoreFault, OSError) as problem:
        with contextlib.suppress(InvalidConfiguration, OSError):
            values = InForce({}, configuration_file(None, data)).effective.values
            if values.notify:
                asyncio.run(post(values.notify, values.name or "", (f"the backup has failed: {problem}",)))
        raise


def _remove_old(made: Path, keep: int) -> None:
    """Remove all but the newest backups whose names are times.

    The one that was made now stays, whatever its name: the clock may have been set back.
    """
    others = sorted(path for path in made.parent.iterdir() if _NAMED.fullmatch(path.name) and path.name != made.name)
    for old in others[: max(0, len(others) - keep + 1)]:
        old.unlink()


def run_restore(*, source: Path, replace: bool, data: Path) -> int:
    """Put a backup back, say so, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    check_here(data, "pg_restore --clean --if-exists --single-transaction chwech.dump --dbname")
    aside = f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    made_at, moved = restore(source, data, aside, replace=replace)
    then = datetime.fromtimestamp(made_at, UTC)
    print(f"{data} is as it was on {then:%Y-%m-%d at %H:%M} UTC; start the server: chwech serve --data {data}")
    if moved is not None:
        print(f"what was there is in {moved}: remove it when all is well")
    owner = data.stat().st_uid
    if owner != os.geteuid():
        print(f"the folder belongs to another user, and its files to you: {chown_advice(data, owner)}")
    return 0


def run_export(*, name: str | None, target: Path, data: Path, complaints: bool) -> int:
    """Write what is asked for, say how much, and return the exit status: 0 written, 1 not written."""
    try:
        if complaints:
            print(_complaints(data, target))
        else:
            print(_all_records(data, target) if name is None else _person(data, name, target))
    except FileExistsError as problem:
        raise CommandFault(f"{target} exists, and nothing is overwritten: choose another name") from problem
    except OSError as problem:
        raise CommandFault(f"{target}: {problem.strerror or problem}") from problem
    return 0


def _all_records(data: Path, folder: Path) -> str:
    with opened_store(data) as connection:
        games = every_game(connection)
        folder.mkdir(mode=0o700)
        try:
            for game in games:
                _write(folder / f"game-{game.number:06}.jsonl", game_record(connection, game.number) or "")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return f"{folder}: {len(games)} {'record' if len(games) == 1 else 'records'}"


def _complaints(data: Path, target: Path) -> str:
    with opened_store(data) as connection:
        lines = [zlib.decompress(body).decode() for _number, body in reports(connection, KEPT, KIND)]
    if str(target) == "-":
        return "\n".join(lines)
    _write(target, "\n".join(lines))
    return f"{target}: {len(lines)} {'complaint' if len(lines) == 1 else 'complaints'}"


def _person(data: Path, name: str, target: Path) -> str:
    with opened_store(data) as connection:
        who = _known(connection, name, data)
        found = all_of(connection, who)
    if str(target) == "-":
        return msgspec.json.format(msgspec.json.encode(found), indent=1).decode()
    _write(target, msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    return f"{target}: what is kept of the account of {who.name}"


def _known(connection: sqlite3.Connection, name: str, data: Path) -> Account:
    who = person(connection, name)
    if who is None:
        raise CommandFault(f"nobody is called {name!r} in {data}")
    return who


def _write(path: Path, text: str) -> None:
    """Write a new file, whole or not at all; raise ``OSError`` if it exists, or cannot be written."""
    if os.path.lexists(path):
        raise FileExistsError(path)
    with written_whole(path) as part:
        part.write_text(f"{text}\n", "utf-8")


_LEFT: Final = (
    "these still know the person: reports, complaints about bots, the audit log, bans of a key, "
    "backups, what data export has written, and older databases (chwech-vN.sqlite, replaced-…)"
)


def run_forget(*, name: str, yes: bool, data: Path) -> int:
    """Erase a person, say so, and return the exit status: 0 erased, 1 not erased."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        with opened_store(data) as connection:
            who = _known(connection, name, data)
            found = _summary(connection, who)
        if not yes:
            print(
                f"{found}; this cannot be undone: add --yes to erase all of that, and keep the games without the name"
            )
            return 1
        _forget(data, who)
    except (sqlite3.Error, msgspec.DecodeError) as problem:
        raise CommandFault(str(problem)) from problem
    print(f"erased: {found}; {_LEFT}")
    return 0


def _summary(connection: sqlite3.Connection, who: Account) -> str:
    numbers = ((len(part), name) for name, part in all_of(connection, who).items() if isinstance(part, list))
    return f"{who.name}: " + ", ".join(f"{name} {number}" for number, name in numbers if number and name != "records")


def _forget(data: Path, who: Account) -> None:
    if address := store_of(data):
        from server.storage.postgres import opened_database

        with opened_database(address, alone=True) as connection:
            erase(connection, who)
        return
    path = data / DATABASE_NAME
    with closing(DirectoryLock(data)), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN IMMEDIATE")
        erase(connection, who)
        connection.execute("COMMIT")
        # What was overwritten is in the pages and in the log of the file until both are written anew.
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def run_migrate(*, source: str, target: str) -> int:
    """Move everything, say what was moved, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        moved = migrate(source, target)
    except sqlite3.Error as problem:
        raise CommandFault(str(problem)) from problem
    width = max(len(table.name) for table in moved)
    for table in moved:
        print(f"{table.name:<{width}}  {table.rows:>9,} rows  SHA-256 {table.sha256[:16]}…")
    print(f"everything is in {target} now, the same in every table; {source} is as it was")
    return 0
