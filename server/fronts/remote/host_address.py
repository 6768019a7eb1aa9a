"""The address of a host on another machine, as the command line of a front has it; it loads nothing else."""

import re
from argparse import ArgumentTypeError
from typing import Final, NamedTuple

_FINGERPRINT: Final = re.compile(r"[A-Za-z0-9_-]{43}")
SHA256: Final = "sha256="
"""What precedes a fingerprint behind an address."""

_HOST: Final = re.compile(r"\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}))")
_GREATEST_PORT: Final = 65535


class HostAddress(NamedTuple):
    """Where a host listens for fronts."""

    host: str
    port: int
    pin: str = ""
    """The fingerprint of its certificate; empty if none was named."""

    def __str__(self) -> str:
        """Write it as ``HOST:PORT``, with an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def option(self) -> str:
        """The address with its fingerprint, as it is copied."""
        return f"{self}#{SHA256}{self.pin}" if self.pin else str(self)


def read_host_address(text: str) -> HostAddress:
    """Parse ``HOST:PORT``, or ``HOST:PORT#sha256=FINGERPRINT``.

    Raises:
        ArgumentTypeError: the text is no such address.
    """
    where, mark, pin = text.partition("#")
    host, colon, port = where.rpartition(":")
    found = _HOST.fullmatch(host)
    number = int(port) if colon and port.isascii() and port.isdecimal() and len(port) < 6 else 0
    fits = not mark or (pin.startswith(SHA256) and _FINGERPRINT.fullmatch(pin.removeprefix(SHA256)))
    if found is None or not 0 < number <= _GREATEST_PORT or not fits:
        raise ArgumentTypeError(
            f"{text[:120]!r} is no address of a host: write HOST:PORT, or copy the line that chwech fronts shows there"
        )
    return HostAddress(found["six"] or found["name"], number, pin.removeprefix(SHA256))
