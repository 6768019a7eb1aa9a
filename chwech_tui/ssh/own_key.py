"""A key that this client makes for a person who has none; it is who they are, so it is made and kept with care."""

import os
import tempfile
from pathlib import Path
from typing import Final

import asyncssh

from chwech_tui.ssh.identity_file import UnusableKey, read_identity, unlock

FILE_NAME: Final = "id_ed25519"
"""The file in the data directory."""


def own_key(data: Path) -> tuple[asyncssh.SSHKey, bool]:
    """Give the key that is kept in the data directory, and whether it was made just now.

    Raises:
        UnusableKey: it cannot be read or made.
    """
    path = data / FILE_NAME
    made = not path.exists()
    if made:
        _make(path)
    return unlock(path, read_identity(path)), made


def _make(path: Path) -> None:
    """Make a key, whole or not at all; where another client was quicker, theirs is the key."""
    key = asyncssh.generate_private_key("ssh-ed25519", comment="chwech")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A file made so is for its owner alone from the first moment.
        number, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(key.export_private_key())
                file.flush()
                os.fsync(file.fileno())
            _put(Path(draft), path)
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as error:
        raise UnusableKey(f"no key can be made in {path.parent}: {error.strerror or error}") from error


def _put(draft: Path, path: Path) -> None:
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
