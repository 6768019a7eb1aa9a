"""The allow-list of a server: a file of keys or fingerprints, one a line; the operator and invitations add to it.

It is read again whenever the file has changed, so that whoever is taken from it is refused from then on.
"""

import base64
import binascii
import contextlib
import errno
import io
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from server.fronts.fault import FrontFault
from server.fronts.public_keys import fault_of_key, fingerprint
from server.fronts.watched_list import WatchedList
from server.host.terms import FINGERPRINT

ALLOWED_KEYS: Final = "allowed_keys"
"""The file in the data directory."""

LARGEST: Final = 1024 * 1024
"""The most bytes of the file: some ten thousand people."""

_FINGERPRINT: Final = re.compile(FINGERPRINT)
_KIND: Final = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+")


def read_allowed(text: str) -> frozenset[str]:
    """Return the fingerprints that a text lists: as such, or as public keys in the form of ``authorized_keys``.

    Raises:
        FrontFault: a line is neither, or a key that nobody can come with.
    """
    found = (_fingerprint(number, line.split()) for number, line in enumerate(text.split("\n"), 1))
    return frozenset(filter(None, found))


def _readable(line: str) -> frozenset[str]:
    """Return what a line lists; nothing if it is wrong."""
    with contextlib.suppress(FrontFault):
        return read_allowed(line)
    return frozenset()


def _fingerprint(number: int, words: list[str]) -> str:
    """Return the fingerprint on a line; empty for a comment or nothing."""
    match words:
        case [] | [""]:
            return ""
        case [first, *_] if first.startswith("#"):
            return ""
        case [first, *_] if _FINGERPRINT.fullmatch(first):
            return first
        case [kind, blob, *_] if _KIND.fullmatch(kind) and (data := _decoded(kind, blob)):
            fault = fault_of_key(data)
            if fault:
                raise FrontFault(f"line {number}: {fault}")
            return fingerprint(data)
    raise FrontFault(
        f"line {number}, {' '.join(words)[:40]!r}, is neither a public key (ssh-ed25519 AAAA… NAME, without options "
        "before it) nor a fingerprint (SHA256:…)"
    )


def _decoded(kind: str, blob: str) -> bytes:
    """Return the key in base64 if it is of this kind; empty otherwise."""
    try:
        data = base64.b64decode(blob, validate=True)
    except (binascii.Error, ValueError):
        return b""
    length = int.from_bytes(data[:4], "big")
    return data if data[4 : 4 + length] == kind.encode() and len(data) > 4 + length else b""


class AllowList(WatchedList[frozenset[str]]):
    """The keys that are let in; none while there is no file."""

    def __init__(self, path: Path) -> None:
        """Begin without having read the file."""
        super().__init__(path, read_allowed, frozenset(), LARGEST)

    def __len__(self) -> int:
        return len(self.listed)

    def look(self) -> bool:
        """Read the file if it has changed; one that is wrong when it is first read counts as far as it is right.

        Otherwise a bad line would lock out everybody when the list is switched on.
        """
        changed = super().look()
        if not self.listed:
            with contextlib.suppress(OSError, UnicodeDecodeError, FrontFault):
                self.listed = frozenset().union(*map(_readable, self._text().split("\n")))
        return changed

    def holds(self, key: str) -> bool:
        """Return True if a key is on the list; where the file has become wrong, the list before it holds."""
        self.look()
        return bool(key) and key in self.listed


def _write_whole(file: io.FileIO, line: bytes) -> None:
    if file.write(line) != len(line):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file.fileno())


def add_keys(path: Path, keys: Mapping[str, str]) -> None:
    """Add fingerprints to the file, each on a line of its own with a comment; the file is made where there is none.

    Raises:
        OSError: it cannot be written, or would be too large to be read; nothing is added then.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    with io.FileIO(handle, "r+") as file:
        size = file.seek(0, os.SEEK_END)
        ends = size == 0 or os.pread(handle, 1, size - 1) == b"\n"
        lines = "".join(f"{key} # {comment}\n" for key, comment in keys.items())
        line = ("" if ends else "\n").encode() + lines.encode()
        if size + len(line) > LARGEST:
            raise OSError(errno.EFBIG, f"more than {LARGEST} bytes cannot be read")
        try:
            _write_whole(file, line)
        except OSError:
            os.ftruncate(handle, size)
            raise
