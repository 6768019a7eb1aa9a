"""Socket options of SSH connections: how much the kernel may buffer, and how long it keeps a silent peer."""

import socket
from typing import Final

from server.fronts.socket_options import ASK_AGAIN, give_up, tell_kernel

SILENCE: Final = 40
"""Seconds that a peer may acknowledge nothing: an ssh client cannot reconnect by itself, so give the network time."""

_OPTIONS: Final = (
    # Data in the kernel's buffer reaches the screen late: a small buffer is enough for one screen.
    ("SO_SNDBUF", socket.SOL_SOCKET, 128 * 1024),
    ("TCP_NOTSENT_LOWAT", socket.IPPROTO_TCP, 16 * 1024),
    ASK_AGAIN,
    give_up(SILENCE),
)


def make_patient(connection: socket.socket) -> None:
    """Set the options of an accepted connection."""
    tell_kernel(connection, _OPTIONS)
