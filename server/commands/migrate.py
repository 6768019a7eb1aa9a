"""The command ``migrate``: moves everything in a store to one of the other kind."""

import argparse
import os
import sqlite3

from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.configuration.values import read_place
from server.storage.migration import migrate
from server.storage.store import StoreFault


class MigrateOptions(argparse.Namespace):
    """The parsed command line."""

    source: str
    target: str


def main(argv: list[str]) -> int:
    """Move everything, say what was moved, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    parser = CommandLine(
        prog="chwech migrate",
        description="Move everything from SQLite to PostgreSQL, or back: while no server runs, into a store that is "
        "empty. Every table is read back and compared before anything holds, and FROM stays as it is.",
        allow_abbrev=False,
    )
    about = "a data directory, or postgresql://USER@HOST/DATABASE"
    parser.add_argument("source", type=read_place, metavar="FROM", help=about)
    parser.add_argument("target", type=read_place, metavar="TO", help=about)
    options = parser.parse_args(argv, MigrateOptions())
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        moved = migrate(options.source, options.target)
    except (StoreFault, OSError, sqlite3.Error) as problem:
        return failed("migrate", problem)
    width = max(len(table.name) for table in moved)
    for table in moved:
        print(f"{table.name:<{width}}  {table.rows:>9,} rows  SHA-256 {table.sha256[:16]}…")
    print(f"everything is in {options.target} now, the same in every table; {options.source} is as it was")
    return 0
