"""The certificate of a host or of a front on another machine: self-signed, made once, known by its fingerprint.

Nobody issues it and it never ends: either side knows the other by what its operator has copied.
"""

import base64
import contextlib
import hashlib
import os
import secrets
import ssl
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from server.fronts.fault import FrontFault

HOST_CERTIFICATE: Final = "fronts_key.pem"
"""The file in the data directory of a host."""

FRONT_CERTIFICATE: Final = "front_key.pem"
"""The file in the data directory of a front."""

_LARGEST: Final = 64 * 1024

# RFC 5280, 4.1.2.5: a certificate without an end. Some small machines start with a clock that is years behind.
_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class Certificate(NamedTuple):
    """A certificate with its key."""

    path: Path
    """The file with both, as PEM."""

    der: bytes

    @property
    def fingerprint(self) -> str:
        """Its SHA-256 fingerprint."""
        return fingerprint(self.der)

    @property
    def text(self) -> str:
        """The certificate without the key, in base64 on one line."""
        return base64.b64encode(self.der).decode()


def fingerprint(der: bytes) -> str:
    """Return the fingerprint of a certificate: 43 characters of base64 as in the name of a file (RFC 4648, 5)."""
    return base64.urlsafe_b64encode(hashlib.sha256(der).digest()).decode().rstrip("=")


def load_certificate(path: Path) -> Certificate:
    """Return the certificate in a file; a missing file is made.

    Raises:
        FrontFault: the file is damaged, belongs to another user, or others can read it.
    """
    try:
        if not os.path.lexists(path):
            _make(path)
        text = _read(path)
    except OSError as problem:
        raise FrontFault(f"the key {path} cannot be used: {problem.strerror or problem}") from problem
    try:
        der = ssl.PEM_cert_to_DER_cert(text[max(0, text.find(ssl.PEM_HEADER)) :])
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(path)
    except (ValueError, OSError) as problem:
        raise FrontFault(
            f"the key {path} is damaged: put it back from a copy, or move it away, and a new one is made "
            "that the other side has to be told of"
        ) from problem
    return Certificate(path, der)


def _read(path: Path) -> str:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise FrontFault(f"the key {path} is no regular file: move it away, and a new one is made")
        if about.st_uid != os.geteuid():
            raise FrontFault(f"the key {path} belongs to another user: chown it, or start the program as that user")
        if about.st_mode & 0o077:
            raise FrontFault(f"others can read the key {path}: chmod 600 {path}")
        return file.read(_LARGEST).decode(errors="replace")


def _make(path: Path) -> None:
    """Make a key; of two programs that do so at once, both use the first one's."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_new_pem())
            file.flush()
            os.fsync(handle)
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def _new_pem() -> bytes:
    """Return a new P-256 key and its certificate."""
    # Loaded for a first start alone.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    nobody = x509.Name([])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(nobody)
        .issuer_name(nobody)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)
