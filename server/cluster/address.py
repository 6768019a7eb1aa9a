"""Where a cluster keeps its journal: the addresses of its NATS servers, and the name of the journal there."""

import ipaddress
import re
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

NAME: Final = "chwech"
"""The name of a journal if the address has none."""

PORT: Final = 4222

MONITOR_PORT: Final = 8222
"""Where a NATS server shows its state, if nobody says otherwise."""

CREDENTIALS_NAME: Final = "nats_credentials"
"""The file in the data directory with a line ``USER:PASSWORD`` for the NATS servers; none if they ask for nothing."""

_SCHEMES: Final = ("nats", "tls")
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_PLACE: Final = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[A-Za-z0-9_.-]{1,253}))(?::(?P<port>[0-9]{1,5}))?")
_PORTS: Final = range(1, 65536)
_FORM: Final = "write nats://HOST:PORT,HOST:PORT,HOST:PORT or the same with tls://, and perhaps /NAME"


class InvalidAddress(ValueError):
    """A text that is no address of a cluster; the message says what would be one."""


class ClusterAddress(NamedTuple):
    """The servers that hold a journal, and its name."""

    servers: tuple[str, ...]
    """Each as a URL."""

    name: str
    user: str | None = None
    password: str | None = None
    kept_in: Path = Path(CREDENTIALS_NAME)
    """The file in which user and password are looked for."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of the servers, without ports."""
        return tuple(urlsplit(server).hostname or "" for server in self.servers)

    @property
    def encrypted(self) -> bool:
        """True if nothing may be sent to a server before the connection is encrypted."""
        return self.servers[0].startswith("tls://")

    def __str__(self) -> str:
        """Write it without user and password."""
        scheme = urlsplit(self.servers[0]).scheme
        return f"{scheme}://{','.join(server.partition('://')[2] for server in self.servers)}/{self.name}"


def read_cluster(text: str) -> ClusterAddress:
    """Read the address of a cluster.

    Raises:
        InvalidAddress: it is none.
    """
    scheme, mark, rest = text.partition("://")
    if "@" in text:
        raise InvalidAddress(
            f"a password in an address is read by others: write USER:PASSWORD into the file {CREDENTIALS_NAME} in the "
            "data directory"
        )
    places, slash, name = rest.partition("/")
    if scheme not in _SCHEMES or not mark or not places:
        raise InvalidAddress(f"{text!r} is no address of a cluster: {_FORM}")
    if slash and _NAME.fullmatch(name) is None:
        raise InvalidAddress(f"{name!r} is no name of a journal: it has 1 to 32 letters, digits, - and _")
    servers = tuple(f"{scheme}://{_with_port(place.strip(), text)}" for place in places.split(","))
    return ClusterAddress(servers, name or NAME)


def with_credentials(address: ClusterAddress, data: Path) -> ClusterAddress:
    """Return the address with the file in a data directory for user and password, and with them if it is there.

    Raises:
        InvalidAddress: the file holds something else, or others may read it.
        OSError: it cannot be read.
    """
    path = data / CREDENTIALS_NAME
    if not path.exists():
        return address._replace(kept_in=path)
    if path.stat().st_mode & 0o077:
        raise InvalidAddress(f"others may read {path}: chmod 600 {path}")
    try:
        user, colon, password = path.read_text("utf-8").strip().partition(":")
    except UnicodeDecodeError as problem:
        raise InvalidAddress(f"{path} holds no line USER:PASSWORD, but bytes that are no text in UTF-8") from problem
    if not (user and colon and password) or "\n" in password:
        raise InvalidAddress(f"{path} holds no line USER:PASSWORD: write one")
    return address._replace(user=user, password=password, kept_in=path)


def _with_port(place: str, text: str) -> str:
    """Return ``HOST:PORT``.

    Raises:
        InvalidAddress: it is neither that nor a host alone.
    """
    found = _PLACE.fullmatch(place)
    if found is None or not (found["host"] or _is_ipv6(found["six"])):
        raise InvalidAddress(f"{place!r} in {text!r} is no host with a port: {_FORM}")
    port = int(found["port"] or PORT)
    if port not in _PORTS:
        raise InvalidAddress(f"{place!r} in {text!r} has no port from 1 to {_PORTS[-1]}: {_FORM}")
    host = f"[{found['six']}]" if found["six"] else found["host"]
    return f"{host.lower()}:{port}"


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True
