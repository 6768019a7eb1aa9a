"""The bridge for people's own clients: it carries bytes between an SSH channel and the host.

Whoever is slow is waited for in both directions, so that little is ever held; who takes nothing for long is let go.
Of what passes it understands the greeting and the goodbye alone. A client whose greeting says that it knows how
(``INTERRUPTIONS``) keeps its channel when the host is lost: it is told so, greets again, and gets the next host.
"""

import asyncio
import contextlib
import socket
from typing import Final, Protocol

from protocol.errors import ProtocolError
from protocol.framing import HEADER, SERVER_LIMIT, write_frame
from protocol.messages import INTERRUPTIONS, Goodbye, Hello, Interrupted
from server.fronts.ssh.line import HostDialler
from server.fronts.ssh.transport.authentication import Visitor
from server.fronts.ssh.transport.flow import Flow

KEPT: Final = 1024
"""The bytes that are kept of a frame: greetings and goodbyes are no longer."""


class PassingFrames:
    """Follows the frames of one direction."""

    def __init__(self) -> None:
        """Begin before the first frame."""
        self._header = b""
        self._begun = b""
        self._left = 0

    @property
    def between(self) -> bool:
        """Whether the last frame is whole and the next one has not begun."""
        return not self._header and not self._left

    def follow(self, data: bytes) -> list[bytes]:
        """Take in what passes, and give the frames that it ends, each as its first ``KEPT`` bytes."""
        ended, at = [], 0
        while at < len(data):
            if not self._left:
                wanted = HEADER - len(self._header)
                self._header += data[at : at + wanted]
                at += wanted
                if len(self._header) < HEADER:
                    break
                self._left = int.from_bytes(self._header, "big")
                self._begun = b""
            else:
                piece = data[at : at + self._left]
                self._begun += piece[: KEPT - len(self._begun)]
                self._left -= len(piece)
                at += len(piece)
            if not self._left:
                ended.append(self._begun)
                self._header = b""
        return ended


GREETING_SECONDS: Final = 10.0
"""How long a client may take to greet again."""

HOST_SECONDS: Final = 30.0
"""How long the next host is waited for."""

PAUSE: Final = 0.1
"""Seconds between two looks for it."""

PATIENCE: Final = 30.0
"""Seconds that either side may take nothing."""

LINGER: Final = 5.0
"""Seconds that the host has for its last words, once the client has said its own."""

CHUNK: Final = 16 * 1024
"""The most bytes that are read or sent at once."""

HELD: Final = 32 * 1024
"""The bytes of a client that may wait for the host before the client is held back."""

OVER: Final = 0
"""Exit status: one of the sides has ended the conversation."""

AWAY: Final = 75
"""Exit status: the host is away or was lost, or the client took nothing; coming back makes sense."""


class ByteChannel(Protocol):
    """What is needed of an ``asyncssh.SSHServerChannel`` of bytes."""

    def write(self, data: bytes, /) -> None:
        """Send bytes as soon as the client takes them."""
        ...

    def write_stderr(self, data: bytes, /) -> None:
        """Send bytes to where the client's errors go."""
        ...

    def set_write_buffer_limits(self, high: int, /) -> None:
        """Say how many unsent bytes hold the flow."""
        ...

    def pause_reading(self) -> None:
        """Take no more from the client than its window lets through."""
        ...

    def resume_reading(self) -> None:
        """Take more from the client again; what came in meanwhile comes at once."""
        ...

    def abort(self) -> None:
        """Close the channel and forget what was not sent."""
        ...


class Bridge:
    """One connection of a client that speaks the protocol itself."""

    def __init__(self, channel: ByteChannel, flow: Flow, visitor: Visitor, line: HostDialler) -> None:
        """Make a bridge that nothing crosses yet: ``run`` opens it.

        Args:
            channel: where the client is; its owner hands in what comes by ``feed`` and ``feed_eof``.
            flow: whether the channel takes output; nobody else may be called when it opens.
            visitor: who the client is.
            line: the way to the host.
        """
        self._channel = channel
        self._flow = flow
        self._visitor = visitor
        self._line = line
        self._held = bytearray()
        self._stirred = asyncio.Event()
        self._opened = asyncio.Event()
        self._paused = False
        self._ended = False
        self._upward = PassingFrames()
        self._downward = PassingFrames()
        self._last_words = b""
        self._greets_again: bool | None = None

    def feed(self, data: bytes) -> None:
        """Take in bytes from the client."""
        self._held += data
        self._stirred.set()
        if len(self._held) > HELD and not self._paused:
            self._paused = True
            self._channel.pause_reading()

    def feed_eof(self) -> None:
        """Take in that the client sends no more; it may still listen, as long as its owner keeps the channel open."""
        self._ended = True
        self._stirred.set()

    async def run(self) -> int:
        """Carry bytes until one side ends; give the status with which the owner of the channel then closes it."""
        try:
            host = await self._line.open(self._visitor)
        except OSError as problem:
            with contextlib.suppress(OSError):
                self._channel.write_stderr(f"chwech: {problem}\n".encode())
            return AWAY
        # Whatever the client has not taken yet holds the next piece back.
        self._channel.set_write_buffer_limits(0)
        self._flow.on_open(self._opened.set)
        while True:
            status = await self._cross(host)
            if not self._goes_on():
                return status
            following = await self._next_host()
            if following is None:
                return AWAY
            host = following

    async def _cross(self, host: socket.socket) -> int:
        """Carry bytes until one side ends."""
        with host:
            upward = asyncio.create_task(self._carry_up(host))
            try:
                return await self._carry_down(host)
            finally:
                upward.cancel()
                await asyncio.gather(upward, return_exceptions=True)

    def _goes_on(self) -> bool:
        """Say whether the host was lost, and the client knows what to do then."""
        if self._ended or not self._greets_again or not self._downward.between:
            return False
        try:
            return not isinstance(self._line.codec.decode_server(self._last_words), Goodbye)
        except ProtocolError:
            # Too long for a goodbye, or nothing was said at all.
            return True

    async def _next_host(self) -> socket.socket | None:
        """Tell the client, wait for its greeting, and then for the next host; None where one of them does not come."""
        lost = Interrupted("the game server was lost and is starting again")
        try:
            await self._is_free()
            self._channel.write(write_frame(self._line.codec.encode_server(lost), SERVER_LIMIT))
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await self._greeting()
            async with asyncio.timeout(HOST_SECONDS):
                host = await self._reach()
        except OSError:
            return None
        self._held[:0] = greeting
        self._upward = PassingFrames()
        return host

    async def _greeting(self) -> bytes:
        """Give the next greeting as a frame; what comes before it was meant for the host that is lost.

        Raises:
            ConnectionResetError: the client has ended.
        """
        while data := await self._next():
            for frame in self._upward.follow(data):
                if self._read_greeting(frame) is not None:
                    return write_frame(frame, KEPT)
        raise ConnectionResetError("the client has ended")

    async def _reach(self) -> socket.socket:
        """Connect to the host as soon as there is one."""
        while True:
            try:
                return await self._line.open(self._visitor)
            except OSError:
                await asyncio.sleep(PAUSE)

    def _heed(self, data: bytes) -> None:
        """Find out from the greeting whether the client can greet again."""
        for frame in self._upward.follow(data):
            if self._greets_again is None:
                greeting = self._read_greeting(frame)
                self._greets_again = greeting is not None and INTERRUPTIONS in greeting.features

    def _read_greeting(self, frame: bytes) -> Hello | None:
        """Give the greeting that a frame is; None where it is something else."""
        try:
            message = self._line.codec.decode_client(frame)
        except ProtocolError:
            return None
        return message if isinstance(message, Hello) else None

    async def _carry_down(self, host: socket.socket) -> int:
        """Carry from the host to the client until the host ends, or the client takes nothing."""
        loop = asyncio.get_running_loop()
        try:
            while await self._is_free() and (data := await loop.sock_recv(host, CHUNK)):
                self._channel.write(data)
                self._last_words = (self._downward.follow(data) or [self._last_words])[-1]
        except TimeoutError:
            self._channel.abort()
            self._ended = True
            return AWAY
        except OSError:
            return AWAY
        return OVER

    async def _is_free(self) -> bool:
        """Wait until the client takes output.

        Raises:
            TimeoutError: it takes none for too long.
        """
        while not self._flow.open:
            self._opened.clear()
            async with asyncio.timeout(PATIENCE):
                await self._opened.wait()
        return True

    async def _carry_up(self, host: socket.socket) -> None:
        """Carry from the client to the host until the client ends; then, or if the host takes nothing, end the host."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while data := await self._next():
                self._heed(data)
                async with asyncio.timeout(PATIENCE):
                    await loop.sock_sendall(host, data)
            host.shutdown(socket.SHUT_WR)
            await asyncio.sleep(LINGER)
        with contextlib.suppress(OSError):
            host.shutdown(socket.SHUT_RDWR)

    async def _next(self) -> bytes:
        """Give the next bytes of the client; none once it has ended."""
        while not self._held and not self._ended:
            self._stirred.clear()
            await self._stirred.wait()
        data = bytes(self._held[:CHUNK])
        del self._held[:CHUNK]
        if self._paused and len(self._held) <= HELD // 2:
            self._paused = False
            self._channel.resume_reading()
        return data
