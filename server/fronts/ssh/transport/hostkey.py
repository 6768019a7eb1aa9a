"""The host key of a server: created once, readable by its owner alone, and refused if others could read it."""

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final

import asyncssh

from protocol.language import _
from server.fronts.fault import FrontFault

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
            _make(path)
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
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise FrontFault(
                _("the host key {path} is no regular file: move it away, and a new one is made", path=path)
            )
        if about.st_uid != os.geteuid():
            raise FrontFault(
                _("the host key {path} belongs to another user: chown it, or start the server as that user", path=path)
            )
        if about.st_mode & 0o077:
            raise FrontFault(_("others can read the host key {path}: chmod 600 {path}", path=path))
        return file.read(_LARGEST)


def _make(path: Path) -> None:
    """Create a key; if several fronts do so at once, all use the first one's."""
    data = asyncssh.generate_private_key(ALGORITHM).export_private_key()
    # The key is written completely under a temporary name, then linked into place unless another one is there by then.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    _write(draft, data)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no links: there, a front that starts at the same moment may read half a key, and
        # restarts.
        with contextlib.suppress(FileExistsError):
            _write(path, data)
    finally:
        draft.unlink()


def _write(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)
