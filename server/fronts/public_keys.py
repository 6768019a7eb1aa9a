"""The public keys by which people are known: what is wrong with one, and the list of those that are let in."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from protocol.language import Sentence, sentence
from protocol.text import clean_text
from server.file_lock import written_whole
from server.fronts.own_files import WatchedFile
from server.host.terms import FINGERPRINT

SMALLEST_RSA: Final = 2048  # Minimum size in bits of an RSA key that is accepted.
LARGEST_RSA: Final = 16_384  # Maximum size in bits of an RSA key that is accepted; larger ones take too long to verify.

KEYS: Final = frozenset(
    b"ssh-ed25519 ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 "
    b"sk-ssh-ed25519@openssh.com sk-ecdsa-sha2-nistp256@openssh.com".split()
)
"""Key types accepted at any size, each also the name of its signatures; RSA keys are accepted if large enough."""

SIGNATURES: Final = KEYS | {b"rsa-sha2-256", b"rsa-sha2-512"}  # Accepted signature algorithms: none of them uses SHA-1.

_CELLS: Final = 40


def fingerprint(key: bytes) -> str:
    """Return the fingerprint of a public key, as OpenSSH writes it."""
    return f"SHA256:{base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip('=')}"


def fault_of_key(key: bytes) -> Sentence | None:
    """Return why a public key, as SSH sends it, is not accepted; None if its kind and its size are good."""
    kind, _exponent, modulus = _parts(key)
    if kind == b"ssh-rsa":
        bits = int.from_bytes(modulus).bit_length()
        if SMALLEST_RSA <= bits <= LARGEST_RSA:
            return None
        return sentence(
            "the key {key} is not accepted: an RSA key needs {least} to {most} bits, and it has {n}; "
            "ssh-keygen -t ed25519 makes a better one",
            key=fingerprint(key),
            n=bits,
            least=SMALLEST_RSA,
            most=LARGEST_RSA,
        )
    if kind in KEYS:
        return None
    name = clean_text(kind.decode(errors="replace"), cells=_CELLS)
    if b"-cert-" in kind:
        return sentence(
            "the key {key} is not accepted: it is a certificate ({kind}); the key in it is in the file without -cert",
            key=fingerprint(key),
            kind=name,
        )
    return sentence(
        "the key {key} is not accepted because of its kind, {kind}: ssh-keygen -t ed25519 makes one that is",
        key=fingerprint(key),
        kind=name,
    )


def fault_of_proof(key: bytes, signature: bytes) -> Sentence:
    """Return why a key of a good kind is not accepted with a signature; empty if there was none yet."""
    if not signature:
        return sentence("the key {key} is not accepted: it is damaged", key=fingerprint(key))
    kind = signature_kind(signature)
    if kind not in SIGNATURES:
        return sentence(
            "the key {key} is not accepted with a signature of the kind {kind}: use a newer SSH client, or a key that "
            "ssh-keygen -t ed25519 makes",
            key=fingerprint(key),
            kind=clean_text(kind.decode(errors="replace"), cells=_CELLS),
        )
    return sentence(
        "the key {key} is not accepted: its signature is not valid; a security key has to be touched",
        key=fingerprint(key),
    )


def signature_kind(signature: bytes) -> bytes:
    """Return the name of the algorithm of a signature."""
    return _parts(signature)[0]


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the first three strings that data consists of; empty for those that it lacks."""
    parts, at = [], 0
    for _ in range(3):
        end = at + 4 + int.from_bytes(data[at : at + 4])
        parts.append(data[at + 4 : end])
        at = end
    return parts[0], parts[1], parts[2]


ALLOWED_NAME: Final = "allowed-keys"
"""The copy of the list in the data directory, which the host writes and fronts read."""

_A_FINGERPRINT: Final = re.compile(FINGERPRINT)
_A_KIND: Final = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+")

LISTED: Final = ("allow", "disallow")  # The acts of those who run the server that take keys.


def allowed_keys(path: Path) -> WatchedFile[frozenset[str]]:
    """Return the fingerprints in the copy of the list."""
    return WatchedFile(path, lambda data: msgspec.json.decode(data, type=frozenset[str]), frozenset())


def write_allowed(path: Path, keys: Iterable[str]) -> None:
    """Write the copy of the list: all of it or nothing; raise ``OSError`` if it cannot be written."""
    with written_whole(path, synced=False) as part:
        part.write_bytes(msgspec.json.encode(sorted(keys)))


def read_keys(text: str) -> list[str]:
    """Return the fingerprints of what a text lists: them, or public keys; raise ``ValueError`` of anything else."""
    found = (
        _fingerprint_on(number, line.split()) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    )
    return list(dict.fromkeys(filter(None, found)))


def with_fingerprints(words: Sequence[str]) -> list[str]:
    """Return words with fingerprints in place of a public key; raise ``ValueError`` if nobody can come with the key."""
    match list(words):
        case [act, first, *rest] if act in LISTED and (_A_KIND.fullmatch(first) or _A_FINGERPRINT.fullmatch(first)):
            return [act, "key", *read_keys(" ".join([first, *rest]))]
    return list(words)


def _fingerprint_on(number: int, words: list[str]) -> str:
    """Return the fingerprint on a line; empty for a comment or nothing."""
    match words:
        case [] | [""]:
            return ""
        case [first, *_] if first.startswith("#"):
            return ""
        case [first, *_] if _A_FINGERPRINT.fullmatch(first):
            return first
        case [kind, blob, *_] if _A_KIND.fullmatch(kind) and (data := _decoded(kind, blob)):
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
