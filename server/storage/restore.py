"""Puts a backup into a data directory that no server uses; what was there is moved aside, never deleted."""

from pathlib import Path
from tempfile import TemporaryDirectory

from server.defaults import DATABASE_NAME
from server.storage.backup import BackupFault, Manifest, unpack_backup
from server.storage.copies import sync
from server.storage.lock import DirectoryLock


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
