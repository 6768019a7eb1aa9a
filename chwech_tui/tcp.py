"""Connections over TCP to the server that an address names."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final

from chwech_tui.address import read_address
from protocol.aio import ClientChannel, client_channel
from protocol.chwech import CHWECH
from protocol.codec import Codec

PATIENCE: Final = 10.0
"""Seconds that a server gets to take the connection."""


def dialler(address: str) -> Callable[[], Awaitable[ClientChannel]]:
    """Give what connects to an address.

    Raises:
        InvalidAddress: the text is no address.
    """
    host, port = read_address(address)
    codec = Codec([CHWECH])

    async def dial() -> ClientChannel:
        try:
            reader, writer = await asyncio.wait_for(asyncio.open_connection(host, port), PATIENCE)
        except TimeoutError as error:
            raise OSError(f"{address} does not answer") from error
        except socket.gaierror as error:
            raise OSError(f"no machine is called {host[:60]}") from error
        except ConnectionRefusedError as error:
            raise OSError(f"no server listens at {address}") from error
        return client_channel(reader, writer, codec)

    return dial
