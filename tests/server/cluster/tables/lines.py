"""Lines in memory, whose other end is a list of what was said or another line."""

import asyncio

import msgspec
from msgspec import Raw

from protocol.framing import FrameReader, write_frame
from server.cluster.tables.line import LARGEST, Line
from server.cluster.tables.messages import FromLeader, FromNode, Message

TURNS = 50
"""Turns of the loop in which everything in memory has been said, heard and answered."""


async def settle() -> None:
    """Let everything happen that waits for nothing else."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


class Wire:
    """What a line writes to: it keeps the frames, and hands them on if somebody reads them."""

    def __init__(self, reader: asyncio.StreamReader | None = None) -> None:
        """Write for this reader, or for nobody."""
        self.frames: list[bytes] = []
        self.closed = False
        self.broken = False
        self._reader = reader

    def write(self, data: bytes, /) -> None:
        """Keep a frame."""
        if self.broken:
            raise ConnectionResetError("broken")
        self.frames.append(data)
        if self._reader is not None:
            self._reader.feed_data(data)

    def close(self) -> None:
        """Let the reader see the end."""
        self.closed = True
        if self._reader is not None and not self._reader.at_eof():
            self._reader.feed_eof()


class Scripted:
    """The far end of a line, which says what the test says."""

    def __init__(self, heard: object, says: object) -> None:
        """Begin with the union of what it hears, and of what it says: the line listens for the latter."""
        self._decoder = msgspec.msgpack.Decoder(heard)
        self._reader = asyncio.StreamReader(limit=1 << 30)
        self.wire = Wire()
        self.line: Line = Line(self._reader, self.wire, says)  # type: ignore[type-arg]
        self._read = 0

    def say(self, message: Message, request: int = 0) -> None:
        """Say a message."""
        self.say_raw(write_frame(msgspec.msgpack.encode([(request, message)]), LARGEST))

    def say_raw(self, data: bytes) -> None:
        """Say any bytes."""
        self._reader.feed_data(data)

    def hang_up(self) -> None:
        """Say nothing more."""
        self._reader.feed_eof()

    def heard(self) -> list[tuple[int, Message]]:
        """Return what the line has said since this was asked before: requests have numbers."""
        frames = FrameReader(LARGEST)
        found: list[tuple[int, Message]] = []
        new, self._read = self.wire.frames[self._read :], len(self.wire.frames)
        for data in new:
            frames.feed(data)
        while (frame := frames.next_frame()) is not None:
            for request, message in msgspec.msgpack.decode(frame, type=list[tuple[int, Raw]]):
                found.append((request, self._decoder.decode(message)))
        return found


def two_lines() -> tuple[Line[FromNode], Line[FromLeader], Wire, Wire]:
    """Give the lines of a node that leads and of another, and what each writes to."""
    at_leader, at_node = asyncio.StreamReader(limit=1 << 30), asyncio.StreamReader(limit=1 << 30)
    to_node, to_leader = Wire(at_node), Wire(at_leader)
    return Line(at_leader, to_node, FromNode), Line(at_node, to_leader, FromLeader), to_node, to_leader
