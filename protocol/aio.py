"""Channels: typed messages over asyncio streams, or between two ends in memory; the one file here that awaits.

A channel has one reader at a time; any number of tasks may send. Time limits are the caller's business. A server has a
stream of its own, which does what an ``asyncio.StreamReader`` and an ``asyncio.StreamWriter`` do together, as far as
doors need it, in a fraction of their memory.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol

from protocol.codec import Codec
from protocol.connection import Connection, ConnectionState, R, S, added, connection_of_client, connection_of_server
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

    def put(self, *messages: S) -> int:
        """Send messages without waiting, and return their size in bytes; ``drain`` before that becomes too much.

        Raises:
            LocalProtocolError: one must not be sent now, or cannot be written; none was sent.
            ConnectionError: the connection has ended, on either side.
        """
        if self._closed or self._connection.state is ConnectionState.CLOSED:
            raise ConnectionResetError("the connection has ended")
        data = b"".join(map(self._connection.send, messages))
        self._writer.write(data)
        return len(data)

    async def drain(self) -> None:
        """Wait while the peer is slow to read; raise ``ConnectionError`` if the connection has ended."""
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


LIMIT: Final = 64 * 1024  # Bytes that may wait to be read before the peer has to wait.


class _Arriving(threading.local):
    """Where bytes arrive, for all connections of a loop: a thread runs one, and while it reads, others run theirs.

    They are taken at once. For a plain protocol asyncio makes 256 kB a read.
    """

    def __init__(self) -> None:
        self.place = memoryview(bytearray(LIMIT))


_ARRIVING: Final = _Arriving()


Serve = Callable[["ByteStream", "ByteStream"], Coroutine[Any, Any, None]]
"""Serves a connection until it ends: what is read of it, and what is written."""


@dataclass(eq=False, repr=False, slots=True)
class ByteStream(asyncio.BufferedProtocol):
    """Both halves of a connection; one task reads."""

    _serve: Serve | None = None
    """Called with it as reader and as writer once the connection is made."""
    _loop: asyncio.AbstractEventLoop = field(init=False, default_factory=asyncio.get_running_loop)
    _held: bytes | bytearray = field(init=False, default=b"")
    """What has come, as it came while that is one piece, which most are."""
    _ended: bool = field(init=False, default=False)
    _lost: bool = field(init=False, default=False)
    _reading: bool = field(init=False, default=True)
    _problem: Exception | None = field(init=False, default=None)
    _transport: asyncio.Transport | None = field(init=False, default=None)
    _task: "asyncio.Task[None] | None" = field(init=False, default=None)
    # Futures, each while someone waits for it: for bytes, for room to write, for the end.
    _news: "asyncio.Future[None] | None" = field(init=False, default=None)
    _room: "asyncio.Future[None] | None" = field(init=False, default=None)
    _closed: "asyncio.Future[None] | None" = field(init=False, default=None)

    @property
    def transport(self) -> asyncio.Transport:
        """The transport of the connection."""
        assert self._transport is not None
        return self._transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._serve is not None:
            self._task = self._loop.create_task(self._serve(self, self))
            self._task.add_done_callback(self._served)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where the next bytes are put."""
        del sizehint
        return _ARRIVING.place

    def buffer_updated(self, nbytes: int) -> None:
        """Keep bytes until they are read; let the peer wait once there are too many."""
        self._held = added(self._held, bytes(_ARRIVING.place[:nbytes]))
        _wake(self._news)
        if self._reading and len(self._held) > 2 * LIMIT:
            self._reading = False
            self.transport.pause_reading()

    def eof_received(self) -> bool:
        """Note that nothing more comes; what is to be sent is still sent, but over TLS, which ends as a whole."""
        self._ended = True
        _wake(self._news)
        return self.get_extra_info("sslcontext") is None

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end, and its cause if it was not in good order."""
        self._ended = self._lost = True
        self._problem = exc
        for waiter in (self._news, self._room, self._closed):
            _wake(waiter)

    def pause_writing(self) -> None:
        """Let ``drain`` wait."""
        self._room = self._loop.create_future()

    def resume_writing(self) -> None:
        """Let ``drain`` go on."""
        _wake(self._room)
        self._room = None

    async def read(self, n: int, /) -> bytes:
        """Return up to n bytes; none at the end of the stream."""
        while not self._held and not self._ended:
            self._news = self._loop.create_future()
            await self._news
        if self._problem is not None:
            raise self._problem
        return self._take(n)

    async def readexactly(self, n: int) -> bytes:
        """Return n bytes; raise ``IncompleteReadError`` if the stream ends before that."""
        while len(self._held) < n and not self._ended:
            self._news = self._loop.create_future()
            await self._news
        if self._problem is not None:
            raise self._problem
        if len(self._held) < n:
            raise asyncio.IncompleteReadError(bytes(self._held), n)
        return self._take(n)

    def exception(self) -> Exception | None:
        """Return what has broken the connection."""
        return self._problem

    def write(self, data: bytes, /) -> None:
        """Queue bytes without waiting."""
        self.transport.write(data)

    async def drain(self) -> None:
        """Wait until the queue is short enough."""
        if self._problem is None and self.transport.is_closing():
            # The end of the connection is noted in the next turn of the loop.
            await asyncio.sleep(0)
        if self._room is not None and not self._lost:
            # Several may wait, and none of them is to cancel this for the others.
            await asyncio.shield(self._room)
        if self._lost:
            raise self._problem or ConnectionResetError("the connection has ended")

    def close(self) -> None:
        """Close the connection once the queue is sent."""
        self.transport.close()

    async def wait_closed(self) -> None:
        """Wait until the connection is closed."""
        if not self._lost:
            self._closed = self._closed or self._loop.create_future()
            await asyncio.shield(self._closed)
        if self._problem is not None:
            raise self._problem

    def get_extra_info(self, name: str, default: object = None) -> Any:  # noqa: ANN401  # it depends on the name
        """Return what the transport knows of the connection."""
        return self.transport.get_extra_info(name, default)

    def _take(self, n: int) -> bytes:
        data = bytes(self._held[:n])
        self._held = self._held[n:]
        if not self._reading and len(self._held) <= LIMIT:
            self._reading = True
            self.transport.resume_reading()
        return data

    def _served(self, task: "asyncio.Task[None]") -> None:
        """Report a fault, which ends only this connection."""
        # A connection must not keep its task, which has kept the connection.
        self._task = None
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            context = {"message": "a connection fails", "exception": fault, "transport": self._transport}
            self._loop.call_exception_handler(context)
        if task.cancelled() or fault is not None:
            self.transport.close()


def _wake(waiter: "asyncio.Future[None] | None") -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)
