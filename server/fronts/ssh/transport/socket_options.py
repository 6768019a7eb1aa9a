"""How much of a connection the kernel may hold back, and how long it believes in a silent peer."""

import socket
from typing import Final

from server.fronts.socket_options import ASK_AGAIN, give_up, tell_kernel

SILENCE: Final = 40
"""Seconds that a peer may take nothing: somebody's ssh cannot come back by itself, so a line has time to heal."""

_OPTIONS: Final = (
    # What the kernel holds back is shown late: little is enough for one screen.
    ("SO_SNDBUF", socket.SOL_SOCKET, 128 * 1024),
    ("TCP_NOTSENT_LOWAT", socket.IPPROTO_TCP, 16 * 1024),
    ASK_AGAIN,
    give_up(SILENCE),
)


def make_patient(connection: socket.socket) -> None:
    """Set the options of a connection that was accepted."""
    tell_kernel(connection, _OPTIONS)
