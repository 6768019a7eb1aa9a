"""The connections of this node that are carried to the node that leads, of which tables of this node take a part.

What a client sends goes to the node that leads, frame by frame, unless a table of this node takes it. What it is sent
comes from both, in whole frames.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final

from protocol.framing import CLIENT_LIMIT, HEADER

MOST_UNREAD: Final = 1024 * 1024
"""Bytes of a table that a client may leave unread before it is cut off."""

Take = Callable[[bytes], bool]
"""Takes the payload of a frame of the client; False if it is to go to the node that leads."""


class CarriedConnection:
    """One connection."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.take: Take | None = None
        """Set while the client is at a table of this node."""
        self._writer = writer
        self._upward = bytearray()
        self._downward = bytearray()
        self._raw = False

    def up(self, data: bytes) -> bytes:
        """Return what of the bytes of a client goes to the node that leads."""
        if self._raw:
            return data
        self._upward += data
        passed: list[bytes] = []
        while HEADER < (end := _frame_end(self._upward)) <= len(self._upward):
            frame = bytes(self._upward[:end])
            del self._upward[:end]
            if self.take is None or not self.take(frame[HEADER:]):
                passed.append(frame)
        if end == HEADER or end > HEADER + CLIENT_LIMIT:
            # The node that leads says what is wrong with it, and ends the connection.
            self._raw = True
            passed.append(bytes(self._upward))
            self._upward.clear()
        return b"".join(passed)

    def down(self, data: bytes) -> bytes:
        """Return the whole frames that have come from the node that leads, and keep the rest."""
        self._downward += data
        whole = 0
        while (end := _frame_end(self._downward, whole)) and end <= len(self._downward):
            whole = end
        frames = bytes(self._downward[:whole])
        del self._downward[:whole]
        return frames

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


def _frame_end(data: bytearray, begin: int = 0) -> int:
    """Return where the frame ends that begins there; 0 if its length has not come yet."""
    if len(data) < begin + HEADER:
        return 0
    return begin + HEADER + int.from_bytes(data[begin : begin + HEADER], "big")
