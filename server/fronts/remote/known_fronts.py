"""The fronts on other machines that a host lets in: a file of certificates with names, one a line.

It is read again whenever it has changed, so that a front which is taken from it is cut off.
"""

import base64
import binascii
import re
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from server.fronts.fault import FrontFault
from server.fronts.own_files import replace_file
from server.fronts.remote.certificate import fingerprint
from server.fronts.watched_list import WatchedList

ALLOWED_FRONTS: Final = "allowed_fronts"
"""The file in the data directory."""

MOST: Final = 64
"""The most fronts of a host."""

_LARGEST: Final = 256 * 1024
_LARGEST_CERTIFICATE: Final = 2048
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_SEQUENCE: Final = 0x30
_LONG: Final = 0x80
"""The bit that says that so many bytes of the length follow; a certificate has one or two of them."""


class KnownFront(NamedTuple):
    """A front that is let in."""

    name: str
    der: bytes
    """Its certificate."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its certificate."""
        return fingerprint(self.der)

    @property
    def line(self) -> str:
        """Its line of the file."""
        return f"{base64.b64encode(self.der).decode()} {self.name}\n"


def read_name(text: str) -> str:
    """Return the name of a front.

    Raises:
        FrontFault: it is none.
    """
    if _NAME.fullmatch(text):
        return text
    raise FrontFault(f"{text[:40]!r} is no name of a front: up to 32 letters, digits, dots and hyphens, such as attic")


def read_certificate(text: str) -> bytes:
    """Return the certificate that a front has shown in base64.

    Raises:
        FrontFault: it is none.
    """
    try:
        der = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        der = b""
    if _is_whole(der) and len(der) <= _LARGEST_CERTIFICATE and _can_be_loaded(der):
        return der
    raise FrontFault(
        f"{text[:40]!r} is no certificate of a front: copy the whole line that chwech front has shown there"
    )


def _is_whole(der: bytes) -> bool:
    """Return True if these bytes are one sequence of DER from the first to the last."""
    if len(der) < 2 or der[0] != _SEQUENCE or der[1] not in {_LONG | 1, _LONG | 2}:
        return False
    start = 2 + (der[1] & ~_LONG)
    return int.from_bytes(der[2:start], "big") == len(der) - start


def _can_be_loaded(der: bytes) -> bool:
    """Return True if TLS takes these bytes for a certificate, as the gateway needs it."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(cadata=der)
    except ssl.SSLError:
        return False
    return True


def read_fronts(text: str) -> tuple[KnownFront, ...]:
    """Return the fronts that a text lists.

    Raises:
        FrontFault: a line is wrong, or lists what another one lists already.
    """
    fronts = tuple(_fronts(text))
    if len(fronts) > MOST:
        raise FrontFault(f"{len(fronts)} fronts are too many: {MOST} at most")
    return fronts


def _fronts(text: str) -> Iterator[KnownFront]:
    seen: set[str | bytes] = set()
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 2:
            raise FrontFault(f"line {number} has no name after the certificate")
        try:
            front = KnownFront(read_name(words[1]), read_certificate(words[0]))
        except FrontFault as problem:
            raise FrontFault(f"line {number}: {problem}") from problem
        if {front.name, front.der} & seen:
            raise FrontFault(f"line {number}: the front {front.name} is there already")
        seen |= {front.name, front.der}
        yield front


class KnownFronts(WatchedList[tuple[KnownFront, ...]]):
    """The fronts that are let in; none while there is no file."""

    def __init__(self, data: Path) -> None:
        """Begin without having read the file of a data directory."""
        super().__init__(data / ALLOWED_FRONTS, read_fronts, (), _LARGEST)

    def named(self, name: str) -> KnownFront | None:
        """Return the front of this name."""
        return next((front for front in self.listed if front.name == name), None)

    def of(self, der: bytes) -> KnownFront | None:
        """Return the front with this certificate."""
        return next((front for front in self.listed if front.der == der), None)

    def write(self, fronts: tuple[KnownFront, ...]) -> None:
        """Write these fronts in place of those before: all of them or none.

        Raises:
            OSError: it cannot be written.
        """
        replace_file(self.path, "".join(front.line for front in fronts).encode("ascii"), synced=True)
