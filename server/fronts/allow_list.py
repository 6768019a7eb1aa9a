"""The allow-list as fronts read it, and as whoever runs the server writes it: public keys or fingerprints."""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from server.fronts.own_files import WatchedFile, replace_file
from server.fronts.public_keys import fault_of_key, fingerprint
from server.host.terms import FINGERPRINT

ALLOWED_NAME: Final = "allowed-keys"
"""The copy of the list in the data directory, which the host writes and fronts read."""

_FINGERPRINT: Final = re.compile(FINGERPRINT)
_KIND: Final = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+")

LISTED: Final = ("allow", "disallow")
"""The acts of those who run the server that take keys."""


def allowed_keys(path: Path) -> WatchedFile[frozenset[str]]:
    """Return the fingerprints in the copy of the list."""
    return WatchedFile(path, lambda data: msgspec.json.decode(data, type=frozenset[str]), frozenset())


def write_allowed(path: Path, keys: Iterable[str]) -> None:
    """Write the copy of the list: all of it or nothing.

    Raises:
        OSError: it cannot be written.
    """
    replace_file(path, msgspec.json.encode(sorted(keys)))


def read_keys(text: str) -> list[str]:
    """Return the fingerprints that a text lists, one a line: as such, or as public keys as in ``authorized_keys``.

    Raises:
        ValueError: a line is neither, or a key that nobody can come with.
    """
    found = (
        _fingerprint(number, line.split()) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    )
    return list(dict.fromkeys(filter(None, found)))


def with_fingerprints(words: Sequence[str]) -> list[str]:
    """Return the words of a command with fingerprints in place of a public key.

    Raises:
        ValueError: it is a key that nobody can come with.
    """
    match list(words):
        case [act, first, *rest] if act in LISTED and (_KIND.fullmatch(first) or _FINGERPRINT.fullmatch(first)):
            return [act, "key", *read_keys(" ".join([first, *rest]))]
    return list(words)


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
                raise ValueError(f"line {number}: {fault}")
            return fingerprint(data)
    raise ValueError(
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
