"""Connections over TCP to the server at an address."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final

from chwech_tui.address import read_address
from chwech_tui.remote import remote_channel
from protocol.aio import ClientChannel
from protocol.codec import Codec
from protocol.dialects import DIALECTS

TRIES: Final = (2.5, 2.5, 5.0)
"""The time-out of each attempt, in seconds: a kernel retries ever more rarely, so a new attempt connects sooner."""


async def reach(host: str, port: int) -> socket.socket:
    """Return a socket connected to a port.

    Raises:
        OSError: the connection failed; a ``TimeoutError`` if there was no answer.
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
    """Try the addresses of a host one after the other."""
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


def dialler(address: str) -> Callable[[], Awaitable[ClientChannel]]:
    """Return a function that connects to an address.

    Raises:
        InvalidAddress: the text is not an address.
    """
    host, port = read_address(address)
    codec = Codec(DIALECTS)

    async def dial() -> ClientChannel:
        try:
            reader, writer = await asyncio.open_connection(sock=await reach(host, port))
        except TimeoutError as error:
            raise OSError(f"{address} does not answer") from error
        except socket.gaierror as error:
            raise OSError(f"no machine is called {host[:60]}") from error
        except ConnectionRefusedError as error:
            raise OSError(f"no server listens at {address}") from error
        return remote_channel(reader, writer, codec)

    return dial
