"""The public keys by which people are known: what is wrong with one that is not accepted; pure, for any bytes."""

import base64
import hashlib
from typing import Final

from protocol.language import Sentence, sentence
from protocol.text import clean_text

SMALLEST_RSA: Final = 2048
"""Minimum size in bits of an RSA key that is accepted."""

LARGEST_RSA: Final = 16_384
"""Maximum size in bits of an RSA key that is accepted; larger ones take too long to verify."""

KEYS: Final = frozenset(
    b"ssh-ed25519 ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 "
    b"sk-ssh-ed25519@openssh.com sk-ecdsa-sha2-nistp256@openssh.com".split()
)
"""Key types accepted at any size, each also the name of its signatures; RSA keys are accepted if large enough."""

SIGNATURES: Final = KEYS | {b"rsa-sha2-256", b"rsa-sha2-512"}
"""Accepted signature algorithms: none of them uses SHA-1."""

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
