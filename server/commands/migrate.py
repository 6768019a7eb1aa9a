"""The command ``data migrate``: moves everything in a store to one of the other kind."""

import os
import sqlite3

from server.commands.fault import failed
from server.storage.migration import migrate
from server.storage.store import StoreFault


def main(*, source: str, target: str) -> int:
    """Move everything, say what was moved, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        moved = migrate(source, target)
    except (StoreFault, OSError, sqlite3.Error) as problem:
        return failed("data migrate", problem)
    width = max(len(table.name) for table in moved)
    for table in moved:
        print(f"{table.name:<{width}}  {table.rows:>9,} rows  SHA-256 {table.sha256[:16]}…")
    print(f"everything is in {target} now, the same in every table; {source} is as it was")
    return 0
