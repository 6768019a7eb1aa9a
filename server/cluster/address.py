"""Where a cluster keeps its journal: the addresses of its NATS servers, and the name of the journal there."""

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

NAME: Final = "chwech"
"""The name of a journal if the address has none."""

PORT: Final = 4222

MONITOR_PORT: Final = 8222
"""Where a NATS server shows its state, if nobody says otherwise."""

_SCHEMES: Final = ("nats", "tls")
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_FORM: Final = "write nats://HOST:PORT,HOST:PORT,HOST:PORT or the same with tls://, and perhaps /NAME"


class InvalidAddress(ValueError):
    """A text that is no address of a cluster; the message says what would be one."""


class ClusterAddress(NamedTuple):
    """The servers that hold a journal, and its name."""

    servers: tuple[str, ...]
    """Each as a URL, with the user name and password if there are any."""

    name: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of the servers, without ports."""
        return tuple(urlsplit(server).hostname or "" for server in self.servers)

    def __str__(self) -> str:
        """Write it without user name and password."""
        scheme = urlsplit(self.servers[0]).scheme
        places = (server.rpartition("@")[2].rpartition("/")[2] for server in self.servers)
        return f"{scheme}://{','.join(places)}/{self.name}"


def read_cluster(text: str) -> ClusterAddress:
    """Read the address of a cluster; a user name and a password before the first host hold for all of them.

    Raises:
        InvalidAddress: it is none.
    """
    scheme, mark, rest = text.partition("://")
    places, slash, name = rest.partition("/")
    if scheme not in _SCHEMES or not mark or not places:
        raise InvalidAddress(f"{text.rpartition('@')[2]!r} is no address of a cluster: {_FORM}")
    if slash and _NAME.fullmatch(name) is None:
        raise InvalidAddress(f"{name!r} is no name of a journal: it has 1 to 32 letters, digits, - and _")
    user, at, hosts = places.rpartition("@")
    servers = tuple(f"{scheme}://{user}{at}{_with_port(host, text)}" for host in hosts.split(","))
    return ClusterAddress(servers, name or NAME)


def _with_port(place: str, text: str) -> str:
    """Return ``HOST:PORT``.

    Raises:
        InvalidAddress: it is neither that nor a host alone.
    """
    try:
        found = urlsplit(f"//{place}")
        host, port = found.hostname, found.port
    except ValueError:
        host, port = None, None
    if not host or found.path or found.username is not None:
        raise InvalidAddress(f"{place!r} in {text.rpartition('@')[2]!r} is no host with a port: {_FORM}")
    return f"[{host}]:{port or PORT}" if ":" in host else f"{host}:{port or PORT}"
