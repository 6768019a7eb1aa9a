"""Carries bytes between two connections until both have ended; each direction waits for its receiver."""

import asyncio
import contextlib
from typing import Final, Protocol

from server.fronts.remote.stream import CHUNK

PATIENCE: Final = 30.0
"""Seconds that a receiver may accept no data."""

LINGER: Final = 5.0
"""Seconds that the second direction has after the first one has ended."""


class Pipe(Protocol):
    """One end of a connection."""

    async def receive(self) -> bytes:
        """Return the next bytes; none at the end."""

    async def send(self, data: bytes) -> None:
        """Send bytes, and wait while the receiver is slow."""

    async def end(self) -> None:
        """Send no more."""


class LocalPipe:
    """The end of a connection on this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        # Bytes that the receiver has not taken yet hold back the next piece.
        writer.transport.set_write_buffer_limits(0)

    async def receive(self) -> bytes:
        """Return the next bytes; none at the end."""
        return await self._reader.read(CHUNK)

    async def send(self, data: bytes) -> None:
        """Send bytes, and wait while the receiver is slow."""
        self._writer.write(data)
        await self._writer.drain()

    async def end(self) -> None:
        """Send no more."""
        self._writer.write_eof()

    def close(self) -> None:
        """Close the connection; what the receiver has not taken by now is lost."""
        self._writer.transport.abort()
        problem = self._reader.exception()
        if problem is not None:
            # The streams keep the exception of the broken connection, and its traceback would keep every frame.
            problem.__traceback__ = None


async def relay(one: Pipe, other: Pipe) -> None:
    """Carry bytes in both directions until both have ended; the caller closes the connections.

    A connection that breaks, or accepts nothing for too long, ends both directions.
    """
    directions = [asyncio.create_task(_carry(*way)) for way in ((one, other), (other, one))]
    try:
        ended, others = await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        if others and all(direction.result() for direction in ended):
            await asyncio.wait(others, timeout=LINGER)
    finally:
        for direction in directions:
            direction.cancel()
        await asyncio.gather(*directions, return_exceptions=True)


async def _carry(source: Pipe, target: Pipe) -> bool:
    """Carry bytes until the source ends; False if a connection has broken."""
    with contextlib.suppress(OSError):
        while data := await source.receive():
            async with asyncio.timeout(PATIENCE):
                await target.send(data)
        await target.end()
        return True
    return False
