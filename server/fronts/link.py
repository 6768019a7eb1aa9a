"""The link between the machines of one store: TLS of which both ends show, and trust, one certificate in the database.

Whoever cannot read the database gets not one byte past the handshake.
"""

import ssl
import tempfile
from datetime import UTC, datetime
from typing import Final, NamedTuple

# RFC 5280, 4.1.2.5: a certificate without an end. Some small machines start with a clock that is years behind.
_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class LinkTrust(NamedTuple):
    """How either end of the link proves who it is, and knows the other."""

    listening: ssl.SSLContext
    calling: ssl.SSLContext


def link_trust(pem: bytes) -> LinkTrust:
    """Return the trust that a key with its certificate gives.

    Raises:
        ValueError: they are damaged.
    """
    try:
        return LinkTrust(_context(ssl.PROTOCOL_TLS_SERVER, pem), _context(ssl.PROTOCOL_TLS_CLIENT, pem))
    except (ssl.SSLError, UnicodeDecodeError) as problem:
        raise ValueError(f"the key of the link between machines is damaged: {problem}") from problem


def _context(side: int, pem: bytes) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    # Only a file can be loaded.
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem)
        file.flush()
        context.load_cert_chain(file.name)
    text = pem.decode()
    context.load_verify_locations(cadata=text[max(0, text.find(ssl.PEM_HEADER)) :])
    return context


def new_link_key() -> bytes:
    """Return a new P-256 key and its certificate, as PEM."""
    # Loaded for the first start of all machines alone.
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
