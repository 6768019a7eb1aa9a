"""The command ``data restore``: puts a backup back, where no server runs."""

import os
from datetime import UTC, datetime
from pathlib import Path

from server.commands.backup import elsewhere
from server.commands.fault import failed
from server.commands.owner import chown_advice
from server.storage.backup import BackupFault, restore
from server.storage.store import StoreFault


def main(*, source: Path, replace: bool, data: Path) -> int:
    """Put a backup back, say so, and return the exit status: 0 done, 1 not done, 2 wrong usage."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    if fault := elsewhere(data, "pg_restore --clean --if-exists --single-transaction chwech.dump --dbname"):
        return failed("data restore", fault)
    aside = f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    try:
        manifest, moved = restore(source, data, aside, replace=replace)
    except (BackupFault, StoreFault, OSError) as problem:
        return failed("data restore", problem)
    print(f"{data} is as it was at {manifest.made_at}; start the server: chwech serve --data {data}")
    if moved is not None:
        print(f"what was there is in {moved}: remove it when all is well")
    owner = data.stat().st_uid
    if owner != os.geteuid():
        print(f"the folder belongs to another user, and its files to you: {chown_advice(data, owner)}")
    return 0
