"""The door for the fronts: each connection begins with the passport of the person whom the front speaks for."""

import asyncio
import contextlib
from typing import Final

from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import HEADER
from protocol.messages import Goodbye
from server.fronts.door import WRITE_BUFFER, end
from server.host.host import Host
from server.host.rate_limit import Headcount
from server.host.terms import PASSPORT_LIMIT, Passport, passing, read_passport

PASSPORT_SECONDS: Final = 5.0
"""A front shows the passport within this time."""

VISITORS: Final = 512
"""Connections through all fronts at once."""

VISITORS_OF_ONE: Final = 16
"""Connections through all fronts from one address at once."""


class PassportDoor:
    """Lets people in to a host whom a front vouches for; whoever can come to this door is believed."""

    def __init__(self, host: Host, codec: Codec) -> None:
        """Begin with nobody inside."""
        self._host = host
        self._codec = codec
        self._inside = Headcount()
        self._arriving = 0

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection to its end; without a passport it is closed at once."""
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        try:
            passport = await self._passport(reader)
            if passport is not None:
                await self._serve(reader, writer, passport)
        finally:
            await end(reader, writer)

    async def _passport(self, reader: asyncio.StreamReader) -> Passport | None:
        """Read the passport; None where there is none."""
        if self._arriving >= VISITORS:
            return None
        self._arriving += 1
        try:
            async with asyncio.timeout(PASSPORT_SECONDS):
                return read_passport(await _first_frame(reader))
        except (RemoteProtocolError, EOFError, OSError):
            return None
        finally:
            self._arriving -= 1

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passport: Passport) -> None:
        """Serve somebody, or say that there is no room for them."""
        channel = server_channel(reader, writer, self._codec)
        refusal = self._inside.refusal(passport.address, VISITORS_OF_ONE, VISITORS)
        if refusal:
            with contextlib.suppress(OSError):
                await channel.send(Goodbye(ErrorCode.TOO_MANY.value, refusal))
            return
        with self._inside.counted(passport.address):
            await self._host.serve(channel, passing(passport))


async def _first_frame(reader: asyncio.StreamReader) -> bytes:
    """Read one frame, and not a byte of what follows it.

    Raises:
        RemoteProtocolError: it is empty or greater than a passport.
        EOFError: the connection ended before.
    """
    size = int.from_bytes(await reader.readexactly(HEADER), "big")
    if not 0 < size <= PASSPORT_LIMIT:
        text = f"a passport has 1 to {PASSPORT_LIMIT} bytes, not {size}"
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)
    return await reader.readexactly(size)
