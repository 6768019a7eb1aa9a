"""The host key of a server: created once, readable by its owner alone, and refused if others could read it."""

from pathlib import Path
from typing import Final

import asyncssh

from protocol.language import _
from server.fronts.fault import FrontFault
from server.fronts.host_key_file import damaged, read_host_key, unusable
from server.fronts.own_files import make_secret

ALGORITHM: Final = "ssh-ed25519"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in a file; a missing file is created.

    Raises:
        FrontFault: the file is damaged, belongs to another user, or others can read it.
    """
    try:
        try:
            data = read_host_key(path)
        except FileNotFoundError:
            make_secret(path, asyncssh.generate_private_key(ALGORITHM).export_private_key())
            data = read_host_key(path)
    except OSError as problem:
        raise unusable(path, problem) from problem
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as problem:
        raise damaged(path, problem) from problem
    if key.get_algorithm() != ALGORITHM:
        raise FrontFault(
            _(
                "the host key {path} is of the kind {kind}: {needed} is needed",
                path=path,
                kind=key.get_algorithm(),
                needed=ALGORITHM,
            )
        )
    return key
