"""The command ``restore``: puts a backup back, where no server runs."""

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import add_data
from server.commands.owner import chosen_data, chown_advice
from server.storage.backup import BackupFault
from server.storage.restore import restore
from server.storage.store import StoreFault


class RestoreOptions(argparse.Namespace):
    """The parsed command line."""

    source: Path
    data: Path | None = None
    replace: bool = False


def main(argv: list[str]) -> int:
    """Put a backup back, say so, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    parser = CommandLine(
        prog="chwech restore",
        description="Put back what chwech backup has saved, into a folder that no server uses. All of it is checked "
        "first.",
        allow_abbrev=False,
    )
    parser.add_argument("source", type=Path, metavar="FILE", help="the backup")
    add_data(parser)
    parser.add_argument(
        "--replace", action="store_true", help="move what is there aside, into a folder in DIR, instead of refusing"
    )
    options = parser.parse_args(argv, RestoreOptions())
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    data = chosen_data(options.data)
    aside = f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    try:
        manifest, moved = restore(options.source, data, aside, replace=options.replace)
    except (BackupFault, StoreFault, OSError) as problem:
        return failed("restore", problem)
    print(f"{data} is as it was at {manifest.made_at}; start the server: chwech serve --data {data}")
    if moved is not None:
        print(f"what was there is in {moved}: remove it when all is well")
    owner = data.stat().st_uid
    if owner != os.geteuid():
        print(f"the folder belongs to another user, and its files to you: {chown_advice(data, owner)}")
    return 0
