"""Invitations to a server with an allow-list: one-time codes that add a key to it, kept as hashes in one file.

Whoever uses or makes one holds a lock meanwhile, for the processes that draw screens and the command that invites are
several.
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

from server.fronts.allow_list import ALLOWED_KEYS, add_keys
from server.fronts.fault import FrontFault
from server.fronts.own_files import read_start, replace_file
from server.typed_code import ALPHABET, new_code, shown, typed

FILE: Final = "invitations.json"
"""The file in the data directory."""

MOST: Final = 1000
"""Invitations that are valid at once."""

_LOCK: Final = "invitations.lock"
_LENGTH: Final = 12
_BYTES: Final = 8
_CODE: Final = re.compile(rf"[{ALPHABET}]{{{_LENGTH}}}")
_LARGEST: Final = 1 << 20


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a code stands for."""

    uses: int
    until: float
    """When it ends, in seconds since 1970."""


_Invitations = dict[str, Invitation]
"""Invitations by the hashes of their codes; the sixty random bits of a code cannot be found from its hash in years."""


class TooMany(Exception):
    """There are as many invitations as there may be."""


class Invitations:
    """The invitations of a data directory."""

    def __init__(self, data: Path) -> None:
        """Begin without having looked."""
        self._data = data
        self._path = data / FILE

    def make(self, invitation: Invitation, entropy: bytes, now: float) -> str:
        """Keep an invitation, and return its code; those that have ended are removed.

        Args:
            invitation: what is kept.
            entropy: eight random bytes or more.
            now: the time in seconds since 1970.

        Raises:
            TooMany: there are too many.
            OSError: the file is damaged, or cannot be read or written.
        """
        with self._locked():
            valid = self._valid(now)
            if len(valid) >= MOST:
                raise TooMany
            code = new_code(entropy[:_BYTES], _LENGTH)
            self._write(valid | {_digest(code): invitation})
        return shown(code)

    def use(self, code: str, key: str, now: float, day: str) -> bool:
        """Add a key to the allow-list by a code; False if the code is not valid. Each key takes one of its uses.

        Args:
            code: what a visitor has typed.
            key: the fingerprint that they have proven.
            now: the time in seconds since 1970.
            day: today, which is noted beside the key.

        Raises:
            OSError: the file is damaged, or cannot be read or written; the code is as good as before.
        """
        code = typed(code)
        digest = _digest(code)
        # Nobody waits for a lock on behalf of a code that is none.
        if not _CODE.fullmatch(code) or digest not in self._valid(now):
            return False
        with self._locked():
            valid = self._valid(now)
            invitation = valid.get(digest)
            if invitation is None:
                return False
            # The code is used up first: a crash in between costs the invitation, never lets two people in.
            self._write(valid | {digest: replace(invitation, uses=invitation.uses - 1)})
            try:
                add_keys(self._data / ALLOWED_KEYS, {key: f"invited, {day}"})
            except OSError:
                self._write(valid)
                raise
        return True

    def load(self) -> None:
        """Check that the file can be read.

        Raises:
            FrontFault: it is damaged, or cannot be read.
        """
        try:
            self._valid(0.0)
        except OSError as problem:
            raise FrontFault(f"{self._path}: {problem.strerror or problem}") from problem

    def _valid(self, now: float) -> _Invitations:
        """Return the invitations that have neither ended nor been used up."""
        try:
            found = msgspec.json.decode(read_start(self._path, _LARGEST), type=_Invitations)
        except FileNotFoundError:
            return {}
        except msgspec.MsgspecError as problem:
            raise OSError(errno.EINVAL, "it is damaged: move it away", str(self._path)) from problem
        return {digest: one for digest, one in found.items() if one.until > now and one.uses > 0}

    def _write(self, invitations: _Invitations) -> None:
        replace_file(self._path, msgspec.json.encode(invitations), synced=True)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        handle = os.open(self._data / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _digest(code: str) -> str:
    return hashlib.sha256(b"chwech invitation " + code.encode(errors="replace")).hexdigest()
