"""The connections of this node that are carried to the node that leads, of which tables of this node take a part.

What a client sends goes to the node that leads, frame by frame, unless a table of this node takes it. What it is sent
comes from both, in whole frames.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final

from protocol.errors import RemoteProtocolError
from protocol.framing import CLIENT_LIMIT, HEADER, SERVER_LIMIT, FrameReader, write_frame

MOST_UNREAD: Final = 1024 * 1024
"""Bytes of a table that a client may leave unread before it is cut off."""

Take = Callable[[bytes], bool]
"""Takes the payload of a frame of the client; False if it is to go to the node that leads."""


class WholeFrames:
    """Cuts a stream of frames where one ends; what is no frame goes through as it comes, for others to judge."""

    def __init__(self, limit: int) -> None:
        self._reader = FrameReader(limit)
        self._raw = False

    def feed(self, data: bytes) -> tuple[list[bytes], bytes]:
        """Return the frames that are whole by now, and whatever has come behind them that is none."""
        if self._raw:
            return [], data
        self._reader.feed(data)
        frames: list[bytes] = []
        try:
            while (payload := self._reader.next_frame()) is not None:
                frames.append(write_frame(payload, self._reader.limit))
        except RemoteProtocolError:
            self._raw = True
            return frames, self._reader.discard()
        return frames, b""


class CarriedConnection:
    """One connection."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.take: Take | None = None
        """Set while the client is at a table of this node."""
        self._writer = writer
        self._upward = WholeFrames(CLIENT_LIMIT)
        self._downward = WholeFrames(SERVER_LIMIT)

    def up(self, data: bytes) -> bytes:
        """Return what of the bytes of a client goes to the node that leads."""
        frames, rest = self._upward.feed(data)
        return b"".join([frame for frame in frames if self.take is None or not self.take(frame[HEADER:])]) + rest

    def down(self, data: bytes) -> bytes:
        """Return the whole frames that have come from the node that leads, and keep the rest."""
        frames, rest = self._downward.feed(data)
        return b"".join(frames) + rest

    def say(self, frames: bytes) -> None:
        """Send the client frames of a table of this node; one that reads too slowly is cut off."""
        if self._writer.is_closing():
            return
        self._writer.write(frames)
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self._writer.transport.abort()


class CarriedConnections:
    """All of them, by their pipes."""

    def __init__(self) -> None:
        self._connections: dict[str, CarriedConnection] = {}

    def get(self, pipe: str) -> CarriedConnection | None:
        """Return the connection that goes through a pipe; None if it has ended."""
        return self._connections.get(pipe)

    @contextlib.contextmanager
    def counted(self, pipe: str, writer: asyncio.StreamWriter) -> Iterator[CarriedConnection]:
        """Give a connection, which can be found as long as the context lasts."""
        one = self._connections[pipe] = CarriedConnection(writer)
        try:
            yield one
        finally:
            del self._connections[pipe]
