"""Frames: a 32-bit big-endian length and so many bytes; this file does not know what the bytes mean."""

from typing import Final

from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError

HEADER: Final = 4
"""The bytes of the length."""

GREETING_LIMIT: Final = 1024
"""The greatest frame of a client that has not been welcomed."""

CLIENT_LIMIT: Final = 16 * 1024
"""The greatest frame of a client that has been welcomed."""

SERVER_LIMIT: Final = 256 * 1024
"""The greatest frame of a server."""


def write_frame(payload: bytes, limit: int) -> bytes:
    """Give the frame that holds the payload.

    Raises:
        LocalProtocolError: the payload is empty or greater than the limit.
    """
    if not 0 < len(payload) <= limit:
        text = f"a frame holds 1 to {limit} bytes here, not {len(payload)}"
        raise LocalProtocolError(ErrorCode.INVALID_FRAME, text)
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Cuts a stream of bytes into frames, however it arrives."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """The greatest frame that is read; it may change between two frames."""
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Take in bytes; give them in pieces, for what has been fed is held until it is read as frames."""
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """Give the bytes of the next frame, or None as long as it is not complete.

        Raises:
            RemoteProtocolError: a frame is announced that is empty or greater than the limit.
        """
        if len(self._buffer) < HEADER:
            return None
        size = int.from_bytes(self._buffer[:HEADER], "big")
        if not 0 < size <= self.limit:
            text = f"a frame holds 1 to {self.limit} bytes here, not {size}"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)
        end = HEADER + size
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[HEADER:end])
        del self._buffer[:end]
        return payload

    def finish(self) -> None:
        """Take in the end of the stream.

        Raises:
            RemoteProtocolError: it came in the middle of a frame.
        """
        if self._buffer:
            text = f"the connection ended in the middle of a frame, after {len(self._buffer)} of its bytes"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)

    def discard(self) -> None:
        """Forget what has been fed and not read."""
        self._buffer.clear()
