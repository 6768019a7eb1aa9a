"""TCP connections that are made soon once a line works again, however long it was dead."""

import asyncio
import socket
from typing import Final

TRIES: Final = (2.5, 2.5, 5.0)
"""Seconds of each attempt: a kernel asks ever more rarely, so one that begins anew gets through sooner."""


async def reach(host: str, port: int) -> socket.socket:
    """Give a connection to a port.

    Raises:
        OSError: there is none; a ``TimeoutError`` where nobody answers.
    """
    for seconds in TRIES[:-1]:
        try:
            async with asyncio.timeout(seconds):
                return await _connect(host, port)
        except TimeoutError:
            continue
    async with asyncio.timeout(TRIES[-1]):
        return await _connect(host, port)


async def _connect(host: str, port: int) -> socket.socket:
    """Try one address of a host after the other."""
    loop = asyncio.get_running_loop()
    problem = OSError(f"{host} has no address")
    for family, kind, number, _, address in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, number)
        connection.settimeout(0)
        try:
            await loop.sock_connect(connection, address)
        except OSError as error:
            connection.close()
            problem = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise problem
