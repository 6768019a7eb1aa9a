"""The command ``data backup``: saves everything that a server needs into one file, also while it runs."""

import asyncio
import contextlib
import os
import re
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from protocol.command_line import Misuse
from server.commands.fault import failed
from server.commands.kept import store_of
from server.configuration.file import FILE_NAME, InvalidConfiguration
from server.configuration.reading import effective
from server.configuration.values import StoreAddress
from server.host.notifier import post
from server.storage.backup import COPY_PREFIX, BackupFault, make_backup

_NAMED: Final = re.compile(r"chwech-\d{4}-\d\d-\d\d-\d{6}\.tar")
_HALF: Final = re.compile(rf"{_NAMED.pattern}\.part")
_COPY: Final = re.compile(rf"{re.escape(COPY_PREFIX)}[a-z0-9_]{{8}}")

_MADE_WITHIN: Final = timedelta(days=1)
"""The time after which what is not whole was interrupted."""


def main(*, target: Path, keep: int | None, data: Path) -> int:
    """Save a backup, say where, and return the exit status: 0 saved, 1 not saved or not tidied, 2 wrong usage."""
    if fault := elsewhere(data, "pg_dump --format=custom --file=chwech.dump"):
        return failed("data backup", fault)
    folder = target.is_dir()
    if keep and not folder:
        raise Misuse(f"--keep is for backups in a folder, and {target} is none: make it first")
    now = datetime.now(UTC)
    target = target / f"chwech-{now:%Y-%m-%d-%H%M%S}.tar" if folder else target
    if str(target) == "-":
        return _write_out(data, now)
    try:
        manifest = make_backup(data, target, now.isoformat(timespec="seconds"))
    except (BackupFault, OSError) as problem:
        return _failed(data, problem)
    names = ", ".join(kept.name for kept in manifest.files)
    print(f"{target}: {names}; {target.stat().st_size / 1e6:.1f} MB")
    try:
        if keep is not None:
            _remove_old(target, keep, (now - _MADE_WITHIN).timestamp())
    except OSError as problem:
        return failed("data backup", f"it is saved, but what is older cannot be removed: {problem}")
    return 0


def elsewhere(data: Path, command: str) -> str:
    """Return what to do instead where a server keeps everything in PostgreSQL; empty where it does not."""
    if not (address := store_of(data)):
        return ""
    place = StoreAddress(address)
    return (
        f"this server keeps everything in PostgreSQL, whose own tools copy it: {command} '{place}', "
        "and base backups with the write-ahead log for every second between (docs/scaling.md)"
    )


def _write_out(data: Path, now: datetime) -> int:
    """Write a backup to standard output once it is whole."""
    if sys.stdout.isatty():
        return failed("data backup", "a backup is nothing to be shown in a terminal: chwech data backup - > FILE")
    with TemporaryDirectory(prefix=COPY_PREFIX) as place:
        made = Path(place) / "backup.tar"
        try:
            make_backup(data, made, now.isoformat(timespec="seconds"))
        except (BackupFault, OSError) as problem:
            return _failed(data, problem)
        with made.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    return 0


def _failed(data: Path, problem: Exception) -> int:
    """Say why there is no backup, here and to the webhook of the server: most run by themselves, at night."""
    status = failed("data backup", problem)
    with contextlib.suppress(InvalidConfiguration, OSError):
        file = data / FILE_NAME
        values = effective({}, os.environ, file if file.is_file() else None).values
        if values.notify:
            asyncio.run(post(values.notify, values.name or "", (f"the backup has failed: {problem}",)))
    return status


def _remove_old(made: Path, keep: int, before: float) -> None:
    """Remove all but the newest backups whose names are times, and what interrupted ones have left before a time.

    The one that was made now stays, whatever its name: the clock may have been set back.
    """
    folder = made.parent
    others = sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name) and path.name != made.name)
    for old in others[: max(0, len(others) - keep + 1)]:
        old.unlink()
    for left in [path for path in folder.iterdir() if path.lstat().st_mtime < before and not path.is_symlink()]:
        if _HALF.fullmatch(left.name):
            left.unlink()
        elif _COPY.fullmatch(left.name):
            shutil.rmtree(left)
