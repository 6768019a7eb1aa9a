"""A door for many: how many fit through at once and from where, and what becomes of a connection in the end."""

import asyncio
import contextlib
from ipaddress import IPv6Address, ip_address
from typing import Final

from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.messages import Goodbye
from server.fronts.regulars import Regulars
from server.host.host import Host
from server.host.limits import FLUSH_SECONDS
from server.host.rate_limit import Headcount, TokenBuckets
from server.host.terms import PUBLIC


class FrontFault(Exception):
    """A door that cannot be opened; the text says why and what helps."""


def address_key(peername: object) -> str:
    """Give what counts as one address: an IPv4 address, an IPv6 network of 64 bits, or this machine."""
    if not isinstance(peername, tuple) or not peername:
        return "this machine"
    try:
        address = ip_address(str(peername[0]).partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.compressed if address.ipv4_mapped else address.exploded[:19]
    return address.compressed


CONNECTIONS: Final = 512
"""Connections through one door at once."""

CONNECTIONS_OF_ONE: Final = 32
"""Connections from one address at once."""

ARRIVALS_PER_SECOND: Final = 1.0
"""How often one address may connect for long."""

ARRIVALS_AT_ONCE: Final = 64.0
"""How often one address may connect in a burst."""

WRITE_BUFFER: Final = 512 * 1024
"""Bytes that may wait for one connection before whoever writes has to wait too."""


class Door:
    """Lets connections in to a host."""

    def __init__(self, host: Host, codec: Codec) -> None:
        """Begin with nobody inside."""
        self._host = host
        self._codec = codec
        self._inside = Headcount()
        self._arrivals = TokenBuckets(ARRIVALS_PER_SECOND, ARRIVALS_AT_ONCE)
        self._regulars = Regulars()

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection to its end, or say that there is no room for it."""
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        address = address_key(writer.get_extra_info("peername"))
        refusal = self._refusal(address)
        try:
            with self._inside.counted(address):
                await self._serve(reader, writer, address, refusal)
        finally:
            await end(reader, writer)

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, refusal: str
    ) -> None:
        """Serve somebody, or say why not."""
        channel = server_channel(reader, writer, self._codec)
        now = asyncio.get_running_loop().time
        if refusal:
            with contextlib.suppress(OSError):
                await channel.send(Goodbye(ErrorCode.TOO_MANY.value, refusal))
            return
        whose = ""

        def know(account: str) -> None:
            nonlocal whose
            whose = account
            if self._regulars.enter(address, account, now()):
                self._arrivals.give(address, 1.0)

        try:
            await self._host.serve(channel, PUBLIC, know)
        finally:
            self._regulars.leave(address, whose, now())

    def _refusal(self, address: str) -> str:
        """Say why a connection from this address is not let in; nothing if it is."""
        if not self._arrivals.take(address, 1.0, asyncio.get_running_loop().time()):
            return "you connect too often: wait a minute"
        return self._inside.refusal(address, CONNECTIONS_OF_ONE, CONNECTIONS)


async def end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Close a connection; a client that does not take its last bytes loses them."""
    writer.close()
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await writer.wait_closed()
    except OSError:
        writer.transport.abort()
    problem = reader.exception()
    if problem is not None:
        # The streams keep how the line broke: its frames would keep all that has ever waited for them.
        problem.__traceback__ = None
