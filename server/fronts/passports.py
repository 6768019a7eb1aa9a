"""The door for front processes: each connection begins with the passport of the person that the front speaks for."""

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
"""Seconds within which a front has to send the passport."""

VISITORS: Final = 512
"""Maximum number of concurrent connections through all fronts."""

VISITORS_OF_ONE: Final = 16
"""Maximum number of concurrent connections through all fronts from one address."""


class PassportDoor:
    """Accepts connections that a front vouches for; every process that can reach this door is trusted."""

    def __init__(self, host: Host, codec: Codec) -> None:
        self._host = host
        self._codec = codec
        self._inside = Headcount()
        self._arriving = 0

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends; without a passport it is closed at once."""
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        try:
            passport = await self._passport(reader)
            if passport is not None:
                await self._serve(reader, writer, passport)
        finally:
            await end(reader, writer)

    async def _passport(self, reader: asyncio.StreamReader) -> Passport | None:
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
        channel = server_channel(reader, writer, self._codec)
        refusal = self._inside.refusal(passport.address, VISITORS_OF_ONE, VISITORS)
        if refusal:
            with contextlib.suppress(OSError):
                await channel.send(Goodbye(ErrorCode.TOO_MANY.value, refusal))
            return
        with self._inside.counted(passport.address):
            await self._host.serve(channel, passing(passport))


async def _first_frame(reader: asyncio.StreamReader) -> bytes:
    """Read exactly one frame, and no byte of what follows it.

    Raises:
        RemoteProtocolError: the frame is empty or longer than a passport.
        EOFError: the connection ended first.
    """
    size = int.from_bytes(await reader.readexactly(HEADER), "big")
    if not 0 < size <= PASSPORT_LIMIT:
        text = f"a passport has 1 to {PASSPORT_LIMIT} bytes, not {size}"
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)
    return await reader.readexactly(size)
