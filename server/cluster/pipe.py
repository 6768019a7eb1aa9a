"""A pipe carries the bytes of one connection between two nodes, over NATS, in order and never more than are wanted.

NATS itself may lose what it carries when a server or a connection dies. So what is carried is numbered, and a pipe with
a gap is cut, like any lost connection: its client connects again. Nothing waits for a pipe to be mended.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

from server.cluster.nats_client import NATS_FAULTS

WINDOW: Final = 256 * 1024
"""Bytes that may be under way before the other side has taken some."""

PIECE: Final = 32 * 1024
"""The most bytes of one message."""

_NUMBER: Final = 8
_DATA, _TAKEN, _END = b"D", b"T", b"E"

Publish = Callable[[bytes], Awaitable[None]]


class Pipe:
    """One end of a pipe; what comes from the other end is handed to ``hear``."""

    def __init__(self, publish: Publish) -> None:
        self._publish = publish
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()
        self._room = asyncio.Event()
        self._room.set()
        self._cut = False
        self.sent = 0
        """The number of bytes that were sent."""
        self.heard = 0
        """The number of bytes that came from the other end."""
        self.given = 0
        """The number of those bytes that somebody has received here."""
        self._taken = self._told = 0

    async def send(self, data: bytes) -> None:
        """Send bytes, once there is room for them.

        Raises:
            ConnectionError: the pipe is cut.
        """
        for start in range(0, len(data), PIECE):
            await self._room.wait()
            piece = data[start : start + PIECE]
            await self._say(_DATA, self.sent, piece)
            self.sent += len(piece)
            self._weigh()

    async def receive(self) -> bytes:
        """Return the next bytes; none at the end, or if the pipe is cut."""
        data = b"" if self._cut and self._arrived.empty() else await self._arrived.get()
        self.given += len(data)
        if self.given - self._told >= WINDOW // 4 and not self._cut:
            self._told = self.given
            with contextlib.suppress(ConnectionError):
                await self._say(_TAKEN, self.given)
        return data

    async def end(self) -> None:
        """Tell the other end that no more comes, in either direction."""
        with contextlib.suppress(ConnectionError):
            await self._say(_END, self.sent)
        self.cut()

    def hear(self, said: bytes) -> None:
        """Take a message of the other end."""
        kind, number, data = said[:1], int.from_bytes(said[1 : 1 + _NUMBER], "big"), said[1 + _NUMBER :]
        if kind == _TAKEN:
            self.note_taken(number)
        elif number != self.heard or kind == _END:
            self.cut()
        else:
            self.heard += len(data)
            self._arrived.put_nowait(data)

    def note_taken(self, number: int) -> None:
        """Note how many bytes somebody has received at the other end."""
        self._taken = max(self._taken, number)
        self._weigh()

    def cut(self) -> None:
        """Let nothing through any more."""
        if not self._cut:
            self._cut = True
            self._room.set()
            self._arrived.put_nowait(b"")

    def _weigh(self) -> None:
        if self.sent - self._taken < WINDOW or self._cut:
            self._room.set()
        else:
            self._room.clear()

    async def _say(self, kind: bytes, number: int, data: bytes = b"") -> None:
        if self._cut:
            raise ConnectionResetError("the connection to the other node is cut")
        try:
            await self._publish(kind + number.to_bytes(_NUMBER, "big") + data)
        except NATS_FAULTS as problem:
            self.cut()
            raise ConnectionResetError("the connection to the other node is lost") from problem


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pipe: Pipe) -> None:
    """Carry everything between a connection and a pipe until one of them ends, then end both."""
    ways = [asyncio.create_task(_up(reader, pipe)), asyncio.create_task(_down(pipe, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        await pipe.end()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _up(reader: asyncio.StreamReader, pipe: Pipe) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(PIECE):
            await pipe.send(data)


async def _down(pipe: Pipe, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await pipe.receive():
            writer.write(data)
            await writer.drain()
