"""The host key of a server: created once, readable by its owner alone, and refused if others could read it."""

from pathlib import Path
from typing import Final

import asyncssh

from protocol.language import _
from server.fronts.fault import FrontFault
from server.fronts.own_files import Exposed, make_secret, read_secret

ALGORITHM: Final = "ssh-ed25519"

_LARGEST: Final = 64 * 1024


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in a file; a missing file is created.

    Raises:
        FrontFault: the file is damaged, belongs to another user, or others can read it.
    """
    try:
        try:
            data = _read(path)
        except FileNotFoundError:
            make_secret(path, asyncssh.generate_private_key(ALGORITHM).export_private_key())
            data = _read(path)
    except OSError as problem:
        raise FrontFault(
            _("the host key {path} cannot be used: {problem}", path=path, problem=problem.strerror or problem)
        ) from problem
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as problem:
        raise FrontFault(
            _(
                "the host key {path} is damaged or has a passphrase ({problem}): put it back from a copy, "
                "or move it away, and a new one is made that everybody will be warned of",
                path=path,
                problem=problem,
            )
        ) from problem
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


def _read(path: Path) -> bytes:
    exposed = Exposed(
        _("the host key {path} is no regular file: move it away, and a new one is made", path=path),
        _("the host key {path} belongs to another user: chown it, or start the server as that user", path=path),
        _("others can read the host key {path}: chmod 600 {path}", path=path),
    )
    return read_secret(path, _LARGEST, exposed)
