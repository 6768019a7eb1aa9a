"""What the kernel is told about a connection: how much it may hold back, and how long it believes in a silent peer."""

import socket
from typing import Final

from server.fronts.socket_options import GIVE_UP, known

_OPTIONS: Final = (
    # What the kernel holds back is shown late: little is enough for one screen.
    ("SO_SNDBUF", socket.SOL_SOCKET, 128 * 1024),
    ("TCP_NOTSENT_LOWAT", socket.IPPROTO_TCP, 16 * 1024),
    GIVE_UP,
)
"""Set as far as the kernel knows them."""


def make_patient(connection: socket.socket) -> None:
    """Set the options of a connection that was accepted."""
    for level, option, value in known(_OPTIONS):
        if level == socket.SOL_SOCKET or connection.family != socket.AF_UNIX:
            _set(connection, level, option, value)


def _set(connection: socket.socket, level: int, option: int, value: int) -> None:
    """Set one option; a kernel that does not know it, or a connection already lost, is no fault."""
    try:
        connection.setsockopt(level, option, value)
    except OSError:
        return
