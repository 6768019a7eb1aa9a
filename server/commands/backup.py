"""The command ``backup``: saves everything that a server needs into one file, also while it runs."""

import argparse
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

from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import add_data
from server.commands.owner import chosen_data
from server.configuration.file import FILE_NAME, InvalidConfiguration
from server.configuration.reading import effective
from server.configuration.values import whole_number
from server.host.notifier import post
from server.storage.backup import COPY_PREFIX, BackupFault, make_backup

_MOST_KEPT: Final = 10_000
_NAMED: Final = re.compile(r"chwech-\d{4}-\d\d-\d\d-\d{6}\.tar")
_HALF: Final = re.compile(rf"{_NAMED.pattern}\.part")
_COPY: Final = re.compile(rf"{re.escape(COPY_PREFIX)}[a-z0-9_]{{8}}")

_MADE_WITHIN: Final = timedelta(days=1)
"""The time after which what is not whole was interrupted."""


class BackupOptions(argparse.Namespace):
    """The parsed command line."""

    target: Path
    data: Path | None = None
    keep: int | None = None


def main(argv: list[str]) -> int:
    """Save a backup, say where, and return the exit status: 0 saved, 1 not saved or not tidied, 2 wrong usage."""
    parser = CommandLine(
        prog="chwech backup",
        description="Save everything that a server needs into one file, also while it runs: games, accounts, the host "
        "key, the configuration. Whoever can read it reads every hand and is your server: keep it to yourself.",
        epilog="chwech restore FILE puts it back.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "target",
        type=Path,
        metavar="FILE",
        help="the file to make; or a folder: there its name is the time; or - for standard output",
    )
    add_data(parser)
    parser.add_argument(
        "--keep",
        type=whole_number(_MOST_KEPT),
        metavar="N",
        help="in a folder: once there is a new backup, remove all but the newest N that were made so, and what "
        "interrupted ones have left",
    )
    options = parser.parse_args(argv, BackupOptions())
    folder = options.target.is_dir()
    if options.keep and not folder:
        parser.error(f"--keep is for backups in a folder, and {options.target} is none: make it first")
    now = datetime.now(UTC)
    target = options.target / f"chwech-{now:%Y-%m-%d-%H%M%S}.tar" if folder else options.target
    data = chosen_data(options.data)
    if str(target) == "-":
        return _write_out(data, now)
    try:
        manifest = make_backup(data, target, now.isoformat(timespec="seconds"))
    except (BackupFault, OSError) as problem:
        return _failed(data, problem)
    names = ", ".join(kept.name for kept in manifest.files)
    print(f"{target}: {names}; {target.stat().st_size / 1e6:.1f} MB")
    try:
        if options.keep is not None:
            _remove_old(target, options.keep, (now - _MADE_WITHIN).timestamp())
    except OSError as problem:
        return failed("backup", f"it is saved, but what is older cannot be removed: {problem}")
    return 0


def _write_out(data: Path, now: datetime) -> int:
    """Write a backup to standard output once it is whole."""
    if sys.stdout.isatty():
        return failed("backup", "a backup is nothing to be shown in a terminal: chwech backup - > FILE")
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
    status = failed("backup", problem)
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
