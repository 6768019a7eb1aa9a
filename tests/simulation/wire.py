"""Connections in memory that can be cut, and that can hang: what is sent then arrives late, or never."""

import asyncio

from protocol.aio import ClientChannel, ServerChannel, client_channel, server_channel
from tests.server.host.world import CODEC

STUCK = 2000  # Bytes that are sent into a connection that hangs before whoever sends them has to wait.


class Hose:
    """Bytes in one direction."""

    def __init__(self) -> None:
        """Begin empty."""
        self.ended = False
        self._hangs = False
        self._ends = False
        self._held = bytearray()
        self._stuck = bytearray()
        self._readable = asyncio.Event()
        self._writable = asyncio.Event()

    async def read(self, n: int, /) -> bytes:
        """Give some bytes, n at most; none when no more will come."""
        while not self._held and not self.ended:
            self._readable.clear()
            await self._readable.wait()
        data = bytes(self._held[:n])
        del self._held[:n]
        return data

    def put(self, data: bytes) -> None:
        """Take bytes, which arrive at once unless the connection hangs."""
        if not self.ended:
            (self._stuck if self._hangs else self._held).extend(data)
            self._readable.set()

    async def drained(self) -> None:
        """Wait while too much is stuck."""
        while self._hangs and len(self._stuck) > STUCK:
            self._writable.clear()
            await self._writable.wait()

    def end(self) -> None:
        """Let nothing more in; that it has ended arrives like everything else."""
        if self._hangs:
            self._ends = True
        else:
            self.cut()

    def cut(self) -> None:
        """End, and lose what is stuck."""
        self.ended = True
        self._hangs = False
        self._readable.set()
        self._writable.set()

    def hang(self) -> None:
        """Let nothing arrive."""
        self._hangs = not self.ended

    def thaw(self) -> None:
        """Let all arrive that is stuck."""
        if not self._hangs:
            return
        self._hangs = False
        self._held += self._stuck
        self._stuck.clear()
        self.ended = self._ends
        self._readable.set()
        self._writable.set()


class End:
    """The writing half of one end: it closes both directions, as a socket does."""

    def __init__(self, outgoing: Hose, incoming: Hose) -> None:
        """Write to the one; close both."""
        self._outgoing = outgoing
        self._incoming = incoming

    def write(self, data: bytes, /) -> None:
        """Hand the bytes to the peer."""
        self._outgoing.put(data)

    async def drain(self) -> None:
        """Wait until the peer has read enough."""
        await self._outgoing.drained()
        if self._outgoing.ended:
            raise ConnectionResetError("the peer has gone")

    def close(self) -> None:
        """End both directions, this side's own at once."""
        self._outgoing.end()
        self._incoming.cut()

    async def wait_closed(self) -> None:
        """Return at once."""


class Wire:
    """A connection."""

    def __init__(self) -> None:
        """Lay it."""
        self._up, self._down = Hose(), Hose()
        self.client: ClientChannel = client_channel(self._down, End(self._up, self._down), CODEC)
        """The end of the client."""
        self.server: ServerChannel = server_channel(self._up, End(self._down, self._up), CODEC)
        """The end of the server."""
        self.hung = False  # Whether it has ever hung.

    def cut(self) -> None:
        """End it for both."""
        self._up.cut()
        self._down.cut()

    def hang(self) -> None:
        """Let nothing arrive any more, with neither side knowing."""
        self.hung = True
        self._up.hang()
        self._down.hang()

    def thaw(self) -> None:
        """Let all arrive that is stuck."""
        self._up.thaw()
        self._down.thaw()
