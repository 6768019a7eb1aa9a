"""Options of sockets as far as the kernel knows them; it need not be Linux."""

import socket
from collections.abc import Iterable, Iterator
from typing import Final

Option = tuple[str, int, int]
"""The name of an option, its level, and its value."""

GIVE_UP: Final[Option] = ("TCP_USER_TIMEOUT", socket.IPPROTO_TCP, 20_000)
"""Linux ends a connection whose peer takes nothing for so many milliseconds."""

_NUMBERS: Final = {"TCP_NOTSENT_LOWAT": 25}
"""Options of Linux that this Python may have no name for."""


def known(options: Iterable[Option]) -> Iterator[tuple[int, int, int]]:
    """Give the level, the number and the value of those that there are here."""
    for name, level, value in options:
        number = getattr(socket, name, None) or _NUMBERS.get(name)
        if number is not None:
            yield level, number, value
