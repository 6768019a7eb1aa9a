"""The address of a server, over SSH or over plain TCP: parsed here, without connecting."""

import re
from ipaddress import IPv6Address
from typing import Final

from msgspec import Struct

from protocol.language import _

SSH_PORT: Final = 22
SSH_USER: Final = "chwech"
"""The default user name at the SSH server; the game identifies players by their keys."""

_HOST: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,252}")
_USER: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")


class InvalidAddress(ValueError):
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
    if not divider:
        return _read_ssh(text)
    if scheme == "ssh":
        return _read_ssh(rest.removesuffix("/"))
    if scheme == "tcp":
        return TcpAddress(*read_address(rest.removesuffix("/")))
    raise InvalidAddress(
        _("{given} is no address: write HOST, ssh://HOST:PORT or tcp://HOST:PORT", given=repr(text[:60]))
    )


def _read_ssh(text: str) -> SshAddress:
    """Parse an address for SSH; if a port follows an IPv6 address, that is in brackets."""
    user, at, place = text.rpartition("@")
    host, port = _split(place)
    if not (_is_host(host) and (_USER.fullmatch(user) or not at)) or port is None:
        raise InvalidAddress(
            _(
                "{given} is no address: write HOST or HOST:PORT, as in cards.example or cards.example:2222",
                given=repr(text[:60]),
            )
        )
    return SshAddress(host, port, user)


def read_address(text: str) -> tuple[str, int]:
    """Parse ``HOST:PORT``, with an IPv6 address in brackets, or raise ``InvalidAddress``."""
    host, _colon, digits = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    port = _port(digits)
    if not _is_host(host) or port is None:
        raise InvalidAddress(
            _("{given} is no address: write HOST:PORT, as in cards.example:7466", given=repr(text[:60]))
        )
    return host, port


def _split(place: str) -> tuple[str, int | None]:
    """Split a place into host and port; the port is 0 if it is missing, None if it is invalid."""
    if place.startswith("["):
        host, bracket, rest = place[1:].partition("]")
        if bracket and not rest:
            return host, 0
        return host, _port(rest[1:]) if rest.startswith(":") else None
    if place.count(":") != 1:
        return place, 0
    host, _colon, digits = place.partition(":")
    return host, _port(digits)


def _port(digits: str) -> int | None:
    if digits.isascii() and digits.isdecimal() and len(digits) <= 5 and 0 < int(digits) < 65536:
        return int(digits)
    return None


def _is_host(host: str) -> bool:
    if ":" not in host:
        return _HOST.fullmatch(host) is not None
    try:
        IPv6Address(host)
    except ValueError:
        return False
    return True


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
