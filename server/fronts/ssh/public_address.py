"""The address by which people reach this server, as every command and invitation of the front writes it."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from chwech_tui.address import SSH_PORT, SSH_USER

_COMMAND: Final = re.compile(r"\bssh (?P<terminal>-t )?(?P<user>chwech|guest)@HOST\b|\bchwech join HOST\b")
"""The commands of our own sentences, in which ``HOST`` stands for the server."""


class PublicAddress(Struct, frozen=True):
    """A host and a port that a person types."""

    host: str = "HOST"
    """A host name or an IP address; ``HOST`` where it is unknown: an SSH client does not send what was typed."""

    port: int = SSH_PORT

    @property
    def known(self) -> bool:
        """True if the host is known, so that the commands work as they stand."""
        return self.host != "HOST"

    def ssh(self, words: str = "", *, terminal: bool = False, user: str = SSH_USER) -> str:
        """Return the command that connects, with these words after the host; a terminal is asked for if needed."""
        port = "" if self.port == SSH_PORT else f"-p {self.port} "
        return f"ssh {port}{'-t ' if terminal else ''}{user}@{self.host} {words}".rstrip()

    @property
    def join(self) -> str:
        """The command of a client of one's own."""
        host = f"[{self.host}]" if ":" in self.host and self.port != SSH_PORT else self.host
        return f"chwech join {host}" if self.port == SSH_PORT else f"chwech join {host}:{self.port}"

    def fill(self, text: str) -> str:
        """Return one of our own sentences with the address in its commands; never for text from other people."""

        def written(found: re.Match[str]) -> str:
            user = found["user"]
            return self.ssh(terminal=bool(found["terminal"]), user=user) if user else self.join

        return _COMMAND.sub(written, text)


UNKNOWN: Final = PublicAddress()
"""The address of a server that knows nothing of itself."""


def reached_at(local: object, peer: object) -> PublicAddress:
    """Return the address that a visitor connected to, if others can use it, too.

    Behind address translation the server sees a private address of its own, which leads nobody there from outside. So a
    private one counts only for a visitor from a private network, and one of this machine alone never does.

    Args:
        local: the local name of the socket, as asyncio gives it.
        peer: the name of its other end.
    """
    if not (isinstance(local, tuple) and isinstance(peer, tuple) and len(local) >= 2 and peer):
        return UNKNOWN
    try:
        port = int(local[1])
        here, there = (_bare(str(name[0])) for name in (local, peer))
    except ValueError:
        return UNKNOWN
    usable = here.is_global or (here.is_private and there.is_private and not here.is_link_local)
    if not usable or here.is_loopback or here.is_unspecified:
        return PublicAddress(port=port)
    return PublicAddress(str(here), port)


def _bare(text: str) -> IPv4Address | IPv6Address:
    """Read an address; one of IPv4 that is written as IPv6 becomes what people type."""
    address = ip_address(text.partition("%")[0])
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
