"""The address of a server, over SSH or over plain TCP: parsed here, without connecting."""

import re
from ipaddress import IPv6Address
from typing import Final

from msgspec import Struct

from protocol.command_line import Misuse
from protocol.language import _

SSH_PORT: Final = 22
SSH_USER: Final = "chwech"  # The default user name at the SSH server; the game identifies players by their keys.

_USER: Final = r"(?:(?P<user>[A-Za-z0-9_][A-Za-z0-9._-]{0,63})@)?"
_NUMBER: Final = r"\[(?P<boxed>[^\]]+)\]|(?P<bare>[^\[\]:]*:[^\[\]:]*:[^\[\]]*)"
_NAME: Final = r"(?P<name>[A-Za-z0-9_][A-Za-z0-9._-]{0,252})"
_PORT: Final = r"(?::(?P<port>[0-9]{1,5}))?"
_PLACE: Final = re.compile(f"{_USER}(?:{_NUMBER}|{_NAME}){_PORT}")
"""An address; if a port follows one of IPv6, that is in brackets."""


class InvalidAddress(Misuse):
    """The text is not an address; the message says what an address looks like."""


class TcpAddress(Struct, frozen=True):
    """A server that is reached over plain TCP."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The address as ``HOST:PORT``; tokens are stored under it."""
        return f"{_bracketed(self.host)}:{self.port}"

    @property
    def place(self) -> str:
        """The address as other players type it."""
        return f"tcp://{self.text}"


class SshAddress(Struct, frozen=True):
    """A server that is reached over SSH."""

    host: str
    """Its name, IP address or alias in ssh_config, as it was typed."""
    port: int = 0
    """Its port; 0 leaves the choice to ssh_config."""
    user: str = ""
    """The user name at the SSH server; an empty text leaves the choice to ssh_config."""

    @property
    def place(self) -> str:
        """The address as other players type it."""
        return self.host if self.port in {0, SSH_PORT} else f"{_bracketed(self.host)}:{self.port}"

    @property
    def known_as(self) -> str:
        """The name under which known_hosts stores the host key."""
        return self.host if self.port in {0, SSH_PORT} else f"[{self.host}]:{self.port}"


def read_place(text: str) -> SshAddress | TcpAddress:
    """Parse ``[USER@]HOST[:PORT]`` for SSH or ``tcp://HOST:PORT`` for plain TCP, or raise ``InvalidAddress``."""
    scheme, divider, rest = text.partition("://")
    address = _read(rest.removesuffix("/") if divider else text)
    if scheme == "tcp" and divider:
        if address is None or not address.port or address.user:
            raise InvalidAddress(
                _("{given} is no address: write HOST:PORT, as in cards.example:7466", given=repr(rest[:60]))
            )
        return TcpAddress(address.host, address.port)
    if divider and scheme != "ssh":
        raise InvalidAddress(
            _("{given} is no address: write HOST, ssh://HOST:PORT or tcp://HOST:PORT", given=repr(text[:60]))
        )
    if address is None:
        raise InvalidAddress(
            _(
                "{given} is no address: write HOST or HOST:PORT, as in cards.example or cards.example:2222",
                given=repr(text[:60]),
            )
        )
    return address


def _read(text: str) -> SshAddress | None:
    """Return the parts of an address; None if it is none."""
    found = _PLACE.fullmatch(text)
    if found is None or (found["port"] and not 0 < int(found["port"]) < 65536):
        return None
    number = found["boxed"] or found["bare"]
    try:
        host = str(number) if number and IPv6Address(number) else found["name"]
    except ValueError:
        return None
    return SshAddress(host, int(found["port"] or 0), found["user"] or "")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
