"""Connections over TCP to the server that an address names."""

import asyncio
import socket
from collections.abc import Awaitable, Callable

from chwech_tui.address import read_address
from chwech_tui.reach import reach
from chwech_tui.remote import remote_channel
from protocol.aio import ClientChannel
from protocol.chwech import CHWECH
from protocol.codec import Codec


def dialler(address: str) -> Callable[[], Awaitable[ClientChannel]]:
    """Give what connects to an address.

    Raises:
        InvalidAddress: the text is no address.
    """
    host, port = read_address(address)
    codec = Codec([CHWECH])

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
