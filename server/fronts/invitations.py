"""Invitations to a server with an allow-list: one-time codes that add a key to it, kept in files as hashes.

Each is a file of its own, named by the hash of its code; whoever uses or makes one holds a lock meanwhile, for the
processes that draw screens and the command that invites are several.
"""

import contextlib
import errno
import fcntl
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.fronts.allow_list import ALLOWED_KEYS, add_key
from server.fronts.own_files import replace_file
from server.typed_code import SIGNS, new_code, shown, typed

FOLDER: Final = "invitations"
"""The folder in the data directory."""

MOST: Final = 1000
"""Invitations that are valid at once."""

_LENGTH: Final = 12
_BYTES: Final = 8
_CODE: Final = re.compile(rf"[{SIGNS}]{{{_LENGTH}}}")
_LARGEST: Final = 4096


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a code stands for."""

    uses: int
    until: float
    """When it ends, in seconds since 1970."""


class TooMany(Exception):
    """There are as many invitations as there may be."""


class Invitations:
    """The invitations of a data directory."""

    def __init__(self, data: Path) -> None:
        """Begin without having looked."""
        self._data = data
        self._folder = data / FOLDER

    def make(self, invitation: Invitation, entropy: bytes, now: float) -> str:
        """Keep an invitation, and return its code; those that have ended are removed.

        Args:
            invitation: what is kept.
            entropy: eight random bytes or more.
            now: the time in seconds since 1970.

        Raises:
            TooMany: there are too many.
            OSError: it cannot be written.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        with self._locked():
            if len(self._tidied(now)) >= MOST:
                raise TooMany
            code = new_code(entropy[:_BYTES], _LENGTH)
            _keep(self._path(code), invitation)
        return shown(code)

    def use(self, code: str, key: str, now: float, day: str) -> bool:
        """Add a key to the allow-list by a code; False if the code is not valid. Each key takes one of its uses.

        Args:
            code: what a visitor has typed.
            key: the fingerprint that they have proven.
            now: the time in seconds since 1970.
            day: today, which is noted beside the key.

        Raises:
            OSError: it cannot be written; the code is as good as before.
        """
        code = typed(code)
        path = self._path(code)
        # Nobody waits for a lock, or for a disk, on behalf of a code that is none.
        if not _CODE.fullmatch(code) or not path.exists():
            return False
        with self._locked():
            invitation = _read(path)
            if invitation is None or invitation.until <= now or invitation.uses < 1:
                return False
            # The code is used up first: a crash in between costs the invitation, never lets two people in.
            if invitation.uses > 1:
                _keep(path, replace(invitation, uses=invitation.uses - 1))
            else:
                path.unlink()
            try:
                add_key(self._data / ALLOWED_KEYS, key, f"# invited, {day}")
            except OSError:
                _keep(path, invitation)
                raise
        return True

    def _tidied(self, now: float) -> list[Path]:
        """Remove what has ended or cannot be read, and return the others."""
        found = {path: _read(path) for path in self._folder.iterdir() if path.suffix == ".json"}
        for path, invitation in found.items():
            if invitation is None or invitation.until <= now:
                path.unlink(missing_ok=True)
        return [path for path, invitation in found.items() if invitation is not None and invitation.until > now]

    def _path(self, code: str) -> Path:
        """Return the file of a code; its sixty random bits cannot be found from the name in years."""
        digest = hashlib.sha256(b"chwech invitation " + code.encode(errors="replace")).hexdigest()
        return self._folder / f"{digest}.json"

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        handle = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _keep(path: Path, invitation: Invitation) -> None:
    replace_file(path, msgspec.json.encode(invitation), synced=True)


def _read(path: Path) -> Invitation | None:
    """Return an invitation; None if it is none, or is gone."""
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(_LARGEST), type=Invitation)
    except msgspec.MsgspecError:
        return None
    except OSError as problem:
        if problem.errno == errno.ENOENT:
            return None
        raise
