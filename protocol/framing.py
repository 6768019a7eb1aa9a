"""Frames: a 32-bit big-endian length and that many bytes of payload; this file does not know what the payload means."""

from typing import Final

from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError

HEADER: Final = 4  # Bytes of the length prefix.
GREETING_LIMIT: Final = 1024  # The largest frame of a client before the welcome, in bytes.
CLIENT_LIMIT: Final = 16 * 1024  # The largest frame of a client after the welcome, in bytes.
SERVER_LIMIT: Final = 256 * 1024  # The largest frame of a server, in bytes.


def write_frame(payload: bytes, limit: int) -> bytes:
    """Return the frame that holds the payload.

    Raises:
        LocalProtocolError: the payload is empty or larger than the limit.
    """
    if not 0 < len(payload) <= limit:
        text = f"a frame holds 1 to {limit} bytes here, not {len(payload)}"
        raise LocalProtocolError(ErrorCode.INVALID_FRAME, text)
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Cuts a stream of bytes into frames, however it arrives."""

    __slots__ = ("_buffer", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit  # The largest frame accepted, in bytes; it may change between two frames.
        # What has been fed, as it came while that is one frame, which most are.
        self._buffer: bytes | bytearray = b""

    def feed(self, data: bytes) -> None:
        """Buffer received bytes; feed small pieces, because all of them are held until they are read as frames."""
        self._buffer = added(self._buffer, data)

    def next_frame(self) -> bytes | None:
        """Return the payload of the next frame, or None if it is not complete yet.

        Raises:
            RemoteProtocolError: the frame is empty or larger than the limit.
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
        if len(self._buffer) == end:
            self._buffer = b""
        else:
            self._buffer = _growing(self._buffer)
            del self._buffer[:end]
        return payload

    def finish(self) -> None:
        """Note the end of the stream.

        Raises:
            RemoteProtocolError: the stream ended in the middle of a frame.
        """
        if self._buffer:
            text = f"the connection ended in the middle of a frame, after {len(self._buffer)} of its bytes"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)

    def discard(self) -> bytes:
        """Drop everything that has been fed and not read, and return it."""
        dropped = bytes(self._buffer)
        self._buffer = b""
        return dropped


def added(held: bytes | bytearray, data: bytes) -> bytes | bytearray:
    """Return what is held with what has come behind it: where nothing is held, what has come, as it is."""
    if not held:
        return data
    grown = _growing(held)
    grown += data
    return grown


def _growing(held: bytes | bytearray) -> bytearray:
    """Return the same bytes, for what is added and taken in place: many pieces would be copied again and again."""
    return held if isinstance(held, bytearray) else bytearray(held)
