"""Limits how many connections a listener accepts, in total and per address, and closes them."""

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
    """A listener that cannot be opened; the text says why and what helps."""


def address_key(peername: object) -> str:
    """Return the key that limits count by: an IPv4 address, an IPv6 /64 network, or this machine."""
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
"""Maximum number of concurrent connections through one door."""

CONNECTIONS_OF_ONE: Final = 32
"""Maximum number of concurrent connections from one address."""

ARRIVALS_PER_SECOND: Final = 1.0
"""Sustained rate of new connections from one address."""

ARRIVALS_AT_ONCE: Final = 64.0
"""Burst of new connections from one address."""

WRITE_BUFFER: Final = 512 * 1024
"""Bytes that may be buffered for one connection before its writer has to wait."""


class Door:
    """Accepts connections to a host, within limits."""

    def __init__(self, host: Host, codec: Codec) -> None:
        self._host = host
        self._codec = codec
        self._inside = Headcount()
        self._arrivals = TokenBuckets(ARRIVALS_PER_SECOND, ARRIVALS_AT_ONCE)
        self._regulars = Regulars()

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends, or refuse it if there is no room."""
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
        """Return why a connection from this address is refused; empty if it is accepted."""
        if not self._arrivals.take(address, 1.0, asyncio.get_running_loop().time()):
            return "you connect too often: wait a minute"
        return self._inside.refusal(address, CONNECTIONS_OF_ONE, CONNECTIONS)


async def end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Close a connection; a client that does not read its last bytes loses them."""
    writer.close()
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await writer.wait_closed()
    except OSError:
        writer.transport.abort()
    problem = reader.exception()
    if problem is not None:
        # The streams keep the exception of the broken connection: its traceback would keep every frame that waited for
        # them.
        problem.__traceback__ = None
