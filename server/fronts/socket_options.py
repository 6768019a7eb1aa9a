"""What the kernel is told about a connection, as far as it knows it; it need not be Linux, nor a TCP socket."""

import socket
from collections.abc import Iterable
from typing import Final

Option = tuple[str, int, int]
"""The name of an option, its level, and its value."""

ASK_AGAIN: Final[Option] = ("TCP_RTO_MAX_MS", socket.IPPROTO_TCP, 2_000)
"""Linux (6.15) asks a silent peer again at least every so many milliseconds, so that a healed line is soon noticed."""

_NUMBERS: Final = {"TCP_NOTSENT_LOWAT": 25, "TCP_RTO_MAX_MS": 44}
"""Options of Linux that this Python may have no name for."""


def give_up(seconds: int) -> Option:
    """Give the option by which Linux ends a connection whose peer takes nothing for so long."""
    return "TCP_USER_TIMEOUT", socket.IPPROTO_TCP, seconds * 1000


def tell_kernel(connection: socket.socket, options: Iterable[Option]) -> None:
    """Set these options; what the kernel does not know, and a connection that is lost already, is no fault."""
    for name, level, value in options:
        number = getattr(socket, name, None) or _NUMBERS.get(name)
        if number is not None and (level == socket.SOL_SOCKET or connection.family != socket.AF_UNIX):
            _set(connection, level, number, value)


def _set(connection: socket.socket, level: int, number: int, value: int) -> None:
    """Set one option, if that is possible."""
    try:
        connection.setsockopt(level, number, value)
    except OSError:
        return
