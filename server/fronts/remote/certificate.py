"""The certificate of a host or of a front on another machine: self-signed, made once, known by its fingerprint.

Nobody issues it and it never ends: either side knows the other by what its operator has copied.
"""

import base64
import hashlib
import os
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from server.fronts.fault import FrontFault
from server.fronts.own_files import Exposed, make_secret, read_secret

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
            make_secret(path, _new_pem())
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
    exposed = Exposed(
        f"the key {path} is no regular file: move it away, and a new one is made",
        f"the key {path} belongs to another user: chown it, or start the program as that user",
        f"others can read the key {path}: chmod 600 {path}",
    )
    return read_secret(path, _LARGEST, exposed).decode(errors="replace")


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
