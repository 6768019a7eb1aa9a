"""Both ends of a connection in memory, for tests without a socket."""

import asyncio

from protocol.aio import ClientChannel, ServerChannel, client_channel, server_channel
from protocol.codec import Codec


def pair(codec: Codec, held: int = 64 * 1024) -> tuple[ClientChannel, ServerChannel]:
    """Return both ends of a new connection in memory; a sender waits while more than ``held`` bytes are unread."""
    up, down = _Pipe(held), _Pipe(held)
    return client_channel(down, _PipeEnd(up, down), codec), server_channel(up, _PipeEnd(down, up), codec)


class _Pipe:
    """Bytes in one direction, with the back-pressure of a real stream."""

    def __init__(self, high: int) -> None:
        self.ended = False
        self._high = high
        self._held = bytearray()
        self._readable = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()

    async def read(self, n: int, /) -> bytes:
        """Return up to n bytes; none at the end of the stream."""
        await self._readable.wait()
        data = bytes(self._held[:n])
        del self._held[:n]
        if not self._held and not self.ended:
            self._readable.clear()
        if len(self._held) <= self._high:
            self._drained.set()
        return data

    def put(self, data: bytes) -> None:
        """Buffer bytes until they are read; after the end they are dropped."""
        if self.ended:
            return
        self._held += data
        self._readable.set()
        if len(self._held) > self._high:
            self._drained.clear()

    async def drained(self) -> None:
        """Wait until the buffer is below its limit."""
        await self._drained.wait()

    def end(self) -> None:
        """Accept no more bytes; buffered ones can still be read."""
        self.ended = True
        self._readable.set()
        self._drained.set()


class _PipeEnd:
    """The writing half of one end: it closes both directions, as a socket does."""

    def __init__(self, outgoing: _Pipe, incoming: _Pipe) -> None:
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
        """End both directions."""
        self._outgoing.end()
        self._incoming.end()

    async def wait_closed(self) -> None:
        """Return at once: what was written has arrived."""
