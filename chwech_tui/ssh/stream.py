"""The bytes of the protocol on a channel of an SSH connection that is there for nothing else."""

import asyncio
from typing import Final

import asyncssh

from protocol.text import clean_text

LINGER: Final = 2.0
"""Seconds that the last words get to go out."""

PARTING: Final = 0.5
"""Seconds in which a server that has ended the channel may end the connection, and say why."""

LONGEST_WORDS: Final = 400
"""How much is read of what a server says beside the protocol, in bytes."""

_CELLS: Final = 200


class SshStream:
    """Reads from the channel and writes to it; all that can go wrong with it is an ``OSError``."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        writer: asyncssh.SSHWriter[bytes],
        reader: asyncssh.SSHReader[bytes],
        errors: asyncssh.SSHReader[bytes],
    ) -> None:
        """Take over the connection: it ends with the channel."""
        self._connection = connection
        self._writer = writer
        self._reader = reader
        self._errors = errors
        self._end: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        """Whether the server has ended the channel, or the connection is gone."""
        return self._reader.at_eof()

    async def read(self, n: int, /) -> bytes:
        """Give some bytes, n at most; none when no more will come."""
        try:
            return await self._reader.read(n)
        except asyncssh.Error as error:
            raise ConnectionResetError(clean_text(error.reason, cells=_CELLS)) from error

    def write(self, data: bytes, /) -> None:
        """Take bytes at once, to be sent when that is possible."""
        self._writer.write(data)

    async def drain(self) -> None:
        """Wait until not too much is held back."""
        try:
            await self._writer.drain()
        except asyncssh.Error as error:
            raise ConnectionResetError(clean_text(error.reason, cells=_CELLS)) from error

    def close(self) -> None:
        """Send what is held back, then end, and the connection with it."""
        if self._end is None:
            self._writer.close()
            self._end = asyncio.create_task(self._leave())

    async def wait_closed(self) -> None:
        """Wait until the end has come."""
        if self._end is not None:
            await asyncio.shield(self._end)

    async def last_words(self) -> str:
        """Give what the server said beside the protocol before the end; an empty text where it said nothing."""
        try:
            async with asyncio.timeout(LINGER):
                said = await self._errors.read(LONGEST_WORDS)
        except (TimeoutError, OSError, asyncssh.Error):
            said = b""
        return clean_text(said.decode(errors="replace"), cells=_CELLS)

    async def _leave(self) -> None:
        ended_by_server = self._reader.at_eof()
        try:
            async with asyncio.timeout(LINGER):
                await self._writer.wait_closed()
            async with asyncio.timeout(PARTING if ended_by_server else 0):
                await self._connection.wait_closed()
        except TimeoutError:
            pass
        finally:
            self._connection.close()
        await self._connection.wait_closed()
