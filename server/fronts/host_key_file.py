"""The file of the host key, as far as it can be judged without the library that loads the key."""

import os
import stat
from pathlib import Path
from typing import Final

from protocol.language import _
from server.fronts.fault import FrontFault

_LARGEST: Final = 64 * 1024


def read_host_key(path: Path) -> bytes:
    """Return what is in the file.

    Raises:
        FrontFault: it belongs to another user, or others can read it.
        OSError: it cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise FrontFault(
                _("the host key {path} is no regular file: move it away, and a new one is made", path=path)
            )
        if about.st_uid != os.geteuid():
            text = _(
                "the host key {path} belongs to another user: chown it, or start the server as that user", path=path
            )
            raise FrontFault(text)
        if about.st_mode & 0o077:
            raise FrontFault(_("others can read the host key {path}: chmod 600 {path}", path=path))
        return file.read(_LARGEST)


def check_host_key(path: Path) -> None:
    """Check that a server could begin with the key; where there is none, it makes one.

    Raises:
        FrontFault: it could not.
    """
    try:
        data = read_host_key(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as problem:
        raise unusable(path, problem) from problem
    first = data.partition(b"\n")[0]
    if not (first.startswith(b"-----BEGIN ") and first.rstrip().endswith(b"PRIVATE KEY-----")):
        raise damaged(path, "it is no private key")


def unusable(path: Path, problem: OSError) -> FrontFault:
    """Return the fault of a file that cannot be read or made."""
    return FrontFault(
        _("the host key {path} cannot be used: {problem}", path=path, problem=problem.strerror or problem)
    )


def damaged(path: Path, problem: object) -> FrontFault:
    """Return the fault of a file in which there is no key that can be used."""
    return FrontFault(
        _(
            "the host key {path} is damaged or has a passphrase ({problem}): put it back from a copy, "
            "or move it away, and a new one is made that everybody will be warned of",
            path=path,
            problem=problem,
        )
    )
