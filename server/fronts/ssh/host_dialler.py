"""The way from a front to the host: over the host's own socket, starting with the visitor's passport.

A client that speaks the protocol itself is bridged: its frames are carried to the host and back.
"""

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import socket
from pathlib import Path
from typing import Final

import asyncssh

from protocol.aio import ByteStream, ClientChannel, client_channel
from protocol.codec import Codec
from protocol.connection import CLIENT_LIMIT, HEADER, SERVER_LIMIT, FrameReader, write_frame
from protocol.errors import ProtocolError, RemoteProtocolError
from protocol.language import N_, _, sentence
from protocol.messages import INTERRUPTIONS, Goodbye, Hello, Interrupted, wording
from protocol.people import AdminReply
from server.fronts.ssh.transport.connection import Visitor
from server.fronts.ssh.transport.limiter import Flow
from server.host.terms import Passport, write_passport

PATIENCE: Final = 5.0  # Seconds that the host has to accept a connection.

AWAY_SECONDS: Final = 4.0
"""Seconds for which a host is waited for that has just gone, as for an update; screens go on the moment it is there."""

_ANSWER: Final = 4096

_PAUSE: Final = 0.05  # Seconds before a host whose queue is full is tried again.

STARTING: Final = N_("the game server is starting again, which takes a moment")
"""What visitors are told while no host is running, marked for translation."""

SILENT: Final = N_("the game server does not answer now")
"""What visitors are told when the host is running but accepts nothing, marked for translation."""


class HostDialler:
    """Makes connections to the host."""

    def __init__(self, host: Path, codec: Codec) -> None:
        self._socket = host
        self.codec: Final = codec
        self._secret = secrets.token_bytes(32)
        self._one = asyncio.Lock()
        self._was_there = False  # True from a connection to the host until it has been away for too long.

    async def dial(self, visitor: Visitor, *, looks: bool = False) -> ClientChannel:
        """Return a channel with the passport sent, perhaps of one who ``looks``; raise ``OSError``, which says why."""
        connection = await self.open(visitor, looks=looks)
        _, stream = await asyncio.get_running_loop().create_unix_connection(ByteStream, sock=connection)
        return client_channel(stream, stream, self.codec)

    async def open(self, visitor: Visitor, *, looks: bool = False) -> socket.socket:
        """Return a socket on which only the visitor's passport has been sent, for callers that carry bytes.

        The socket is non-blocking, and this process buffers nothing of it: unread data stays with the host.

        Raises:
            OSError: as for ``dial``.
        """
        return await self._sent(Passport(visitor.key, visitor.address, looks, self._ticket(visitor)))

    async def ask(self, *words: str, address: str, key: str = "") -> bool:
        """Ask the host for something in the name of this front; return False if it was not done.

        Raises:
            OSError: as for ``dial``; or the host cannot store it now.
        """
        with await self._sent(Passport(key, address, asks=words)) as connection:
            async with asyncio.timeout(PATIENCE):
                answer = b""
                while piece := await asyncio.get_running_loop().sock_recv(connection, _ANSWER):
                    answer += piece
        if len(answer) <= HEADER:
            raise ConnectionResetError(_(STARTING))
        reply = self.codec.unpack(AdminReply, answer[HEADER:])
        if reply.lines:
            raise OSError(_("the server cannot store this now: try again later"))
        return not reply.refused

    async def _sent(self, passport: Passport) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(0)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._connect(connection)
                await asyncio.get_running_loop().sock_sendall(connection, write_passport(passport))
        except OSError as problem:
            connection.close()
            raise self._explained(problem) from problem
        except BaseException:
            connection.close()
            raise
        return connection

    async def _connect(self, connection: socket.socket) -> None:
        """Connect once the host has room; one that was there and is away is waited for, since the next one starts."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (AWAY_SECONDS if self._was_there else 0.0)
        # One tries for all: hundreds that try again and again would keep the next host from starting.
        async with self._one:
            while True:
                if self._taken(connection, until):
                    return
                await asyncio.sleep(_PAUSE)

    def _taken(self, connection: socket.socket, until: float) -> bool:
        """Return True if the host has room for the connection, False if it is worth another try.

        Connecting to a Unix socket never waits, and the event loop's own way would mistake a full queue for success.
        """
        try:
            connection.connect(str(self._socket))
        except BlockingIOError:
            return False
        except (FileNotFoundError, ConnectionRefusedError):
            if asyncio.get_running_loop().time() < until:
                return False
            self._was_there = False
            raise
        self._was_there = True
        return True

    def _explained(self, problem: OSError) -> OSError:
        if isinstance(problem, FileNotFoundError | ConnectionError):
            return ConnectionRefusedError(_(STARTING))
        if isinstance(problem, TimeoutError):
            return TimeoutError(_(SILENT))
        return OSError(_("the game server cannot be reached ({problem})", problem=problem.strerror or problem))

    def _ticket(self, visitor: Visitor) -> str:
        """Return the token by which the host recognises a guest on every connection of the same SSH connection."""
        if not visitor.guest:
            return ""
        return hmac.digest(self._secret, visitor.number.to_bytes(8, "big"), hashlib.sha256).hex()


GREETING_SECONDS: Final = 10.0  # Seconds that a client may take to greet again.

HOST_SECONDS: Final = 30.0

PAUSE: Final = 0.1  # Seconds between two attempts to reach the next host.

STALLED: Final = 30.0
"""Seconds that the host may accept no data; of a client that accepts none the limiter cuts the connection."""

LINGER: Final = 5.0  # Seconds that the host has for its last output after the client has ended its own.

CHUNK: Final = 16 * 1024

HELD: Final = 32 * 1024  # Bytes of a client that may wait for the host before reading from the client is paused.
OVER: Final = 0  # Exit status: one of the sides has ended the conversation.
AWAY: Final = 75  # Exit status: the host is away or was lost, or the client accepted no data; reconnecting makes sense.


class Bridge:
    """One connection of a client that speaks the protocol itself."""

    def __init__(
        self, channel: "asyncssh.SSHServerChannel[bytes]", flow: Flow, visitor: Visitor, dialler: HostDialler
    ) -> None:
        """Prepare to ``run``, as the only listener of the flow; the owner of the channel passes on input."""
        self._channel = channel
        self._flow = flow
        self._visitor = visitor
        self._dialler = dialler
        self._upward = FrameReader(CLIENT_LIMIT)
        self._held = 0  # The bytes of the client that wait for the host.
        self._stirred = asyncio.Event()
        self._opened = asyncio.Event()
        self._paused = False
        self._ended = False
        self._last_words = b""
        self._greets_again: bool | None = None

    def receive(self, data: bytes) -> None:
        """Accept bytes from the client."""
        self._upward.feed(data)
        self._held += len(data)
        self._stirred.set()
        if self._held > HELD and not self._paused:
            self._paused = True
            self._channel.pause_reading()

    def end_input(self) -> None:
        """Record that the client sends no more; it may still receive, as long as its owner keeps the channel open."""
        self._ended = True
        self._stirred.set()

    async def run(self) -> int:
        """Carry bytes until one side ends; return the exit status with which the owner then closes the channel."""
        try:
            host = await self._dialler.open(self._visitor)
        except OSError as problem:
            with contextlib.suppress(OSError):
                self._channel.write_stderr(f"chwech: {problem}\n".encode())
            return AWAY
        # Any bytes that the client has not accepted yet hold back the next piece.
        self._channel.set_write_buffer_limits(0)
        self._flow.on_open(self._opened.set)
        greeting = b""
        while True:
            status = await self._cross(host, greeting)
            if not self._goes_on():
                return status
            if (following := await self._next_host()) is None:
                return AWAY
            host, greeting = following

    async def _cross(self, host: socket.socket, greeting: bytes) -> int:
        with host:
            upward = asyncio.create_task(self._carry_up(host, greeting))
            try:
                return await self._carry_down(host)
            finally:
                upward.cancel()
                await asyncio.gather(upward, return_exceptions=True)

    def _goes_on(self) -> bool:
        """Return True if the host was lost and the client can cope with that."""
        if self._ended or not self._greets_again:
            return False
        try:
            return not isinstance(self._dialler.codec.read_server(self._last_words)[0], Goodbye)
        except ProtocolError:
            # There was no frame yet.
            return True

    async def _next_host(self) -> tuple[socket.socket, bytes] | None:
        """Tell the client, wait for its greeting, then for the next host; None if either does not arrive in time.

        What comes before the greeting was meant for the lost host, and is dropped.
        """
        text = sentence("the game server was lost and is starting again")
        lost = Interrupted(text, wording(text))
        try:
            await self._is_free()
            # The host may have been lost before it heard even the greeting.
            while self._taken():
                pass
            self._channel.write(write_frame(self._dialler.codec.encode_server(lost), SERVER_LIMIT))
            async with asyncio.timeout(GREETING_SECONDS):
                while (greeting := await self._next()) and self._read_greeting(greeting) is None:
                    pass
            async with asyncio.timeout(HOST_SECONDS):
                return (await self._reach(), greeting) if greeting else None
        except OSError:
            return None

    async def _reach(self) -> socket.socket:
        while True:
            try:
                return await self._dialler.open(self._visitor)
            except OSError:
                await asyncio.sleep(PAUSE)

    def _read_greeting(self, framed: bytes) -> Hello | None:
        try:
            message = self._dialler.codec.decode_client(framed[HEADER:])
        except ProtocolError:
            return None
        return message if isinstance(message, Hello) else None

    async def _carry_down(self, host: socket.socket) -> int:
        """Carry bytes from the host to the client until the host ends."""
        loop, frames, self._last_words = asyncio.get_running_loop(), FrameReader(SERVER_LIMIT), b""
        try:
            while await self._is_free() and (data := await loop.sock_recv(host, CHUNK)):
                frames.feed(data)
                while (frame := frames.next_frame()) is not None:
                    self._last_words = frame
                    self._channel.write(write_frame(frame, SERVER_LIMIT))
        except OSError:
            return AWAY
        return OVER

    async def _is_free(self) -> bool:
        """Wait until the client accepts output."""
        while not self._flow.open:
            self._opened.clear()
            await self._opened.wait()
        return True

    async def _carry_up(self, host: socket.socket, greeting: bytes) -> None:
        """Carry frames to the host until the client ends; then, or if the host stalls, end the connection to it."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while data := greeting or await self._next():
                greeting = b""
                if self._greets_again is None:
                    said = self._read_greeting(data)
                    self._greets_again = said is not None and INTERRUPTIONS in said.features
                async with asyncio.timeout(STALLED):
                    await loop.sock_sendall(host, data)
            host.shutdown(socket.SHUT_WR)
            await asyncio.sleep(LINGER)
        with contextlib.suppress(OSError):
            host.shutdown(socket.SHUT_RDWR)

    async def _next(self) -> bytes:
        """Wait for the next frame of the client, with its length; empty once it has ended."""
        while not (data := self._taken()) and not self._ended:
            self._stirred.clear()
            await self._stirred.wait()
        return data

    def _taken(self) -> bytes:
        """Return the next frame that has come, empty if there is none; what is no frame is the last, to be refused."""
        try:
            frame = self._upward.next_frame()
            data = write_frame(frame, CLIENT_LIMIT) if frame is not None else b""
        except RemoteProtocolError:
            self._ended, data = True, self._upward.discard()
        self._held -= len(data)
        if self._paused and self._held <= HELD // 2:
            self._paused = False
            self._channel.resume_reading()
        return data
