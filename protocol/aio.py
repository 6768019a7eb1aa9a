"""Channels: typed messages over asyncio streams, or between two ends in memory; the one file here that awaits.

A channel has one reader at a time; any number of tasks may send. Time limits are the caller's business.
"""

import asyncio
from typing import Final, Generic, Protocol

from protocol.codec import Codec
from protocol.connection import Connection, ConnectionState, R, S, connection_of_client, connection_of_server
from protocol.messages import FromClient, FromServer

_CHUNK: Final = 16 * 1024  # The most bytes read at once.


class ByteReader(Protocol):
    """A source of bytes, such as an ``asyncio.StreamReader``."""

    async def read(self, n: int, /) -> bytes:
        """Return up to n bytes; none at the end of the stream."""


class ByteWriter(Protocol):
    """A sink of bytes, such as an ``asyncio.StreamWriter``."""

    def write(self, data: bytes, /) -> None:
        """Queue bytes without waiting."""

    async def drain(self) -> None:
        """Wait until the queue is short enough."""

    def close(self) -> None:
        """Close the stream once the queue is sent."""

    async def wait_closed(self) -> None:
        """Wait until the stream is closed."""


class Channel(Generic[S, R]):
    """Sends and receives messages: S is what this side sends, R is what it receives."""

    __slots__ = ("_closed", "_connection", "_reader", "_writer")

    def __init__(self, reader: ByteReader, writer: ByteWriter, connection: Connection[S, R]) -> None:
        self._reader = reader
        self._writer = writer
        self._connection = connection
        self._closed = False

    @property
    def state(self) -> ConnectionState:
        """The state of the connection."""
        return self._connection.state

    async def receive(self) -> R | None:
        """Wait for the next message; None once the connection has ended.

        Raises:
            RemoteProtocolError: the peer broke the protocol. While the state is still ``OPEN``, refuse the message and
                receive on; otherwise a server says goodbye, and either side closes the channel.
        """
        message = self._connection.next_message()
        if message is not None:
            # A peer that sends a great many messages at once must not keep all others waiting.
            await asyncio.sleep(0)
            return message
        while message is None:
            if self.state in (ConnectionState.BROKEN, ConnectionState.CLOSED):
                return None
            data = await self._read()
            if not data:
                self._connection.receive_end()
                return None
            self._connection.receive_data(data)
            message = self._connection.next_message()
        return message

    async def send(self, message: S) -> None:
        """Send a message, and wait while the peer is slow to read.

        Raises:
            LocalProtocolError: the message must not be sent now, or cannot be written; nothing was sent.
            ConnectionError: the connection has ended, on either side.
        """
        self.put(message)
        await self.drain()

    def put(self, *messages: S | bytes) -> int:
        """Send messages without waiting, and return their size in bytes; ``drain`` before that becomes too much.

        Bytes are frames of messages that may be sent now.

        Raises:
            LocalProtocolError: one must not be sent now, or cannot be written; none was sent.
            ConnectionError: the connection has ended, on either side.
        """
        if self._closed or self._connection.state is ConnectionState.CLOSED:
            raise ConnectionResetError("the connection has ended")
        data = b"".join(
            [message if isinstance(message, bytes) else self._connection.send(message) for message in messages]
        )
        self._writer.write(data)
        return len(data)

    async def drain(self) -> None:
        """Wait while the peer is slow to read.

        Raises:
            ConnectionError: the connection has ended.
        """
        await self._writer.drain()

    def close(self) -> None:
        """Close the channel once everything is sent; the peer gets no goodbye."""
        self._closed = True
        self._writer.close()

    async def wait_closed(self) -> None:
        """Wait until the channel is closed, whether or not everything could be sent."""
        try:
            await self._writer.wait_closed()
        except OSError:
            return

    async def _read(self) -> bytes:
        """Return the next bytes; none once the connection has ended."""
        try:
            return await self._reader.read(_CHUNK)
        except OSError:
            return b""


ClientChannel = Channel[FromClient, FromServer]
"""A client's end."""

ServerChannel = Channel[FromServer, FromClient]
"""A server's end."""


def client_channel(reader: ByteReader, writer: ByteWriter, codec: Codec) -> ClientChannel:
    """Return a client's end of a new connection over these streams."""
    return Channel(reader, writer, connection_of_client(codec))


def server_channel(reader: ByteReader, writer: ByteWriter, codec: Codec) -> ServerChannel:
    """Return a server's end of a new connection over these streams."""
    return Channel(reader, writer, connection_of_server(codec))
