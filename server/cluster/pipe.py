"""A pipe carries the bytes of one connection between two nodes, over NATS, in order and never more than are wanted.

NATS itself may lose what it carries when a server or a connection dies. So what is carried is numbered, and a pipe with
a gap is cut, like any lost connection: its client connects again. Nothing waits for a pipe to be mended.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from server.host.terms import Via
from server.tasks import raise_fault

WINDOW: Final = 256 * 1024
"""Bytes that may be under way before the other side has taken some."""

PIECE: Final = 32 * 1024
"""The most bytes that are said at once."""

UNSENT: Final = 64 * 1024
"""Bytes that may wait for the window before whoever writes them has to wait, unless somebody says otherwise."""


class Kind(IntEnum):
    """What one end says to the other."""

    DATA = 0
    """Bytes, with the number of those before them."""

    TAKEN = 1
    """How many bytes somebody has received."""

    END = 2
    """That no more comes, in either direction, after so many bytes."""


Say = Callable[[Kind, int, bytes], None]
"""Says something to the other end, which hears it later, in order, or never."""


class Pipe(asyncio.Transport):
    """One end of a pipe, under a reader and a writer as those of a socket; what the other end says goes to ``hear``."""

    def __init__(self, say: Say, number: str = "", other: str = "", address: str = "") -> None:
        """Begin with what it is called, the node at the other end, and the address from which a connection comes."""
        super().__init__({"peername": (address, 0) if address else "", "via": Via(other, number)})
        self.number = number
        loop = asyncio.get_running_loop()
        self._say, self._loop = say, loop
        self.reader = asyncio.StreamReader(loop=loop)
        self._protocol: asyncio.BaseProtocol = asyncio.StreamReaderProtocol(self.reader, loop=loop)
        self.writer = asyncio.StreamWriter(self, self._protocol, self.reader, loop)
        self._protocol.connection_made(self)
        self._unsent = bytearray()
        self._most = UNSENT
        self._held: deque[bytes] = deque()
        """What has come while nobody wanted more."""
        self._reads, self._writes = True, True
        self._closing = self._cut = False
        self.sent = 0
        """The number of bytes that were sent."""
        self.heard = 0
        """The number of bytes that came from the other end."""
        self.given = 0
        """The number of those bytes that were handed to the reader here."""
        self._taken = self._told = 0

    @property
    def is_cut(self) -> bool:
        """True once nothing comes through any more."""
        return self._cut

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, as soon as there is room for them; what is written behind the end is dropped."""
        if self._closing:
            return
        if not self._unsent and len(data) <= PIECE and self.sent - self._taken < WINDOW:
            # The usual case; asyncio's streams write bytes.
            self._send(bytes(data))
            return
        self._unsent += data
        self._pump()

    def close(self) -> None:
        """Tell the other end, once everything is sent, that no more comes."""
        self._closing = True
        self._pump()

    def abort(self) -> None:
        """Tell the other end at once that no more comes, in either direction."""
        if not self._cut:
            self._say(Kind.END, self.sent, b"")
        self.cut()

    def cut(self) -> None:
        """Let nothing through any more; what has come before is still read."""
        if self._cut:
            return
        self._closing = self._cut = True
        self._unsent.clear()
        self._hand_over_all()
        self._loop.call_soon(self._protocol.connection_lost, None)

    def hear(self, kind: Kind, number: int, data: bytes) -> None:
        """Take what the other end says."""
        if kind is Kind.TAKEN:
            self.note_taken(number)
        elif number != self.heard or kind is Kind.END:
            self.cut()
        elif not self._cut:
            self.heard += len(data)
            self._held.append(data)
            self._hand_over()

    def note_taken(self, number: int) -> None:
        """Note how many bytes somebody has received at the other end."""
        self._taken = max(self._taken, number)
        self._pump()

    def _pump(self) -> None:
        """Send what there is room for, and let more be written or not."""
        while self._unsent and self.sent - self._taken < WINDOW:
            piece = bytes(self._unsent[:PIECE])
            del self._unsent[:PIECE]
            self._send(piece)
        if self._closing and not self._unsent:
            self.abort()
        elif self._writes and len(self._unsent) > self._most:
            self._writes = False
            self._protocol.pause_writing()
        elif not self._writes and len(self._unsent) <= self._most // 4:
            self._writes = True
            self._protocol.resume_writing()

    def _send(self, piece: bytes) -> None:
        number, self.sent = self.sent, self.sent + len(piece)
        self._say(Kind.DATA, number, piece)

    def _hand_over(self) -> None:
        """Hand what has come to the reader while it wants more, and let the other end know."""
        while self._held and self._reads:
            self._hand(self._held.popleft())
        if self.given - self._told >= WINDOW // 4 and not self._cut:
            self._told = self.given
            self._say(Kind.TAKEN, self.given, b"")

    def _hand_over_all(self) -> None:
        while self._held:
            self._hand(self._held.popleft())

    def _hand(self, data: bytes) -> None:
        assert isinstance(self._protocol, asyncio.Protocol)
        self.given += len(data)
        self._protocol.data_received(data)

    def pause_reading(self) -> None:
        """Hold what comes."""
        self._reads = False

    def resume_reading(self) -> None:
        """Let the reader have it."""
        self._reads = True
        self._hand_over()

    def is_reading(self) -> bool:
        """Return True if what comes goes to the reader."""
        return self._reads

    def is_closing(self) -> bool:
        """Return True if nothing can be written any more."""
        return self._closing

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set how many bytes may wait for the window; when they are a quarter of it, more may be written."""
        self._most = UNSENT if high is None else high
        self._pump()

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait for the window."""
        return len(self._unsent)

    def can_write_eof(self) -> bool:
        """Return False: both directions end together."""
        return False

    def get_protocol(self) -> Any:  # noqa: ANN401 - as the standard library has it
        """Return what reads and writes."""
        return self._protocol


Through = Callable[[bytes], bytes]
"""Returns what is to be carried on of what has come, and of what was kept before."""


async def carry(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    pipe: Pipe,
    up: Through = bytes,
    down: Through = bytes,
) -> None:
    """Carry everything between a connection and a pipe until one of them ends, then end both.

    What ``up`` or ``down`` raises is raised.
    """
    ways = [asyncio.create_task(_copy(reader, pipe.writer, up)), asyncio.create_task(_copy(pipe.reader, writer, down))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        pipe.close()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    raise_fault(*ways)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: Through) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(PIECE):
            if passed := through(data):
                writer.write(passed)
                await writer.drain()
