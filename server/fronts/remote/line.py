"""The line between a front on another machine and its host: what is said on it, and how long it may be silent."""

import asyncio
from typing import Final, Literal

import msgspec
from msgspec import Struct

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import HEADER, write_frame
from server.fronts.allow_list import ALLOWED_KEYS
from server.fronts.banned import BANNED_NAME
from server.fronts.remote.stream import TlsStream

BEAT_SECONDS: Final = 2.0
"""Seconds between two beats of either side."""

SILENT_SECONDS: Final = 10.0
"""Seconds after which a silent line counts as cut."""

LARGEST_FILE: Final = 1024 * 1024
"""Bytes of a file that is passed on."""

HOST_LIMIT: Final = LARGEST_FILE + 1024
"""The largest frame of a host, in bytes."""

FRONT_LIMIT: Final = 64
"""The largest frame of a front, in bytes."""

COPIED: Final = (BANNED_NAME, ALLOWED_KEYS)
"""The files of a host that its fronts read too."""


class Beat(Struct, frozen=True, tag="beat"):
    """A sign of life."""


class HostFile(Struct, frozen=True, tag="file"):
    """A file of the host, as it is now."""

    name: Literal["banned-addresses", "allowed_keys"]
    data: bytes


class NotNow(Struct, frozen=True, tag="not now"):
    """The host cannot be reached behind its gateway: try again."""


FromHost = Beat | HostFile | NotNow

_DECODER: Final[msgspec.msgpack.Decoder[FromHost]] = msgspec.msgpack.Decoder(FromHost)


def write_message(message: FromHost) -> bytes:
    """Return the frame of a message."""
    return write_frame(msgspec.msgpack.encode(message), HOST_LIMIT)


class LineReader:
    """Reads frames from a stream, and nothing beyond them."""

    def __init__(self, stream: TlsStream, limit: int) -> None:
        """``limit`` is the largest frame, in bytes."""
        self._stream = stream
        self._limit = limit
        self._buffer = b""

    async def frame(self) -> bytes:
        """Return the payload of the next frame.

        Raises:
            RemoteProtocolError: it is empty or too large.
            OSError: the connection has ended.
        """
        size = int.from_bytes(await self._exactly(HEADER), "big")
        if not 0 < size <= self._limit:
            text = f"a frame has 1 to {self._limit} bytes here, not {size}"
            raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text)
        return await self._exactly(size)

    @property
    def rest(self) -> bytes:
        """The bytes that have arrived behind the frames that were read."""
        return self._buffer

    async def _exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            data = await self._stream.receive()
            if not data:
                raise ConnectionResetError("the connection has ended")
            self._buffer += data
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken


def read_message(payload: bytes) -> FromHost:
    """Decode a message of a host.

    Raises:
        RemoteProtocolError: it is none.
    """
    try:
        return _DECODER.decode(payload)
    except msgspec.MsgspecError as problem:
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, f"this is no message of a host: {problem}") from problem


async def keep_beating(stream: TlsStream) -> None:
    """Send beats until the connection breaks.

    Raises:
        OSError: it has broken.
    """
    while True:
        await stream.send(write_message(Beat()))
        await asyncio.sleep(BEAT_SECONDS)
