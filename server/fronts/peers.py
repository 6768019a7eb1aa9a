"""Connections to peers: how limits tell addresses apart, and what the kernel does for those that may fall silent."""

import contextlib
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Final


def address_key(peername: object) -> str:
    """Return the key that limits count by: an IPv4 address, an IPv6 /64 network, or this machine."""
    if not isinstance(peername, tuple) or not peername:
        return "this machine"
    try:
        address = ip_address(str(peername[0]).partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.compressed if address.ipv4_mapped else address.exploded[:19]
    return address.compressed


Option = tuple[str, int, int]
"""The name of an option, its level, and its value."""

ASK_AGAIN: Final[Option] = ("TCP_RTO_MAX_MS", socket.IPPROTO_TCP, 2_000)
"""Linux (6.15) retransmits to a silent peer at least this often (in ms), so that a repaired network is noticed soon."""

_NUMBERS: Final = {"TCP_NOTSENT_LOWAT": 25, "TCP_RTO_MAX_MS": 44}
"""Linux options that this version of Python may have no name for."""


def give_up(seconds: int) -> Option:
    """Return the option with which Linux ends a connection whose peer has acknowledged nothing for this long."""
    return "TCP_USER_TIMEOUT", socket.IPPROTO_TCP, seconds * 1000


PATIENT: Final = (
    ("SO_KEEPALIVE", socket.SOL_SOCKET, 1),
    ("TCP_KEEPIDLE", socket.IPPROTO_TCP, 30),
    ("TCP_KEEPINTVL", socket.IPPROTO_TCP, 10),
    ("TCP_KEEPCNT", socket.IPPROTO_TCP, 3),
    ASK_AGAIN,
    # Whoever is at the other end reconnects automatically, so a silent connection need not be kept for long.
    give_up(20),
)
"""How long the kernel keeps a connection whose peer is silent."""


def tell_kernel(connection: socket.socket, options: Iterable[Option]) -> None:
    """Set these options; options unknown to the kernel and sockets already closed are ignored."""
    for name, level, value in options:
        number = getattr(socket, name, None) or _NUMBERS.get(name)
        if number is not None and (level == socket.SOL_SOCKET or connection.family != socket.AF_UNIX):
            with contextlib.suppress(OSError):
                connection.setsockopt(level, number, value)
