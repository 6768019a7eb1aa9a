"""The bridge for clients that speak the protocol themselves: it carries bytes between an SSH channel and the host.

Both directions apply backpressure, so that little is ever buffered; a side that accepts nothing for long is cut off. Of
the traffic, the bridge understands only the greeting and the goodbye. A client whose greeting lists ``INTERRUPTIONS``
keeps its channel when the host is lost: it is told, greets again, and is connected to the next host.
"""

import asyncio
import contextlib
import socket
from typing import Final

import asyncssh

from protocol.errors import ProtocolError
from protocol.framing import HEADER, SERVER_LIMIT, write_frame
from protocol.language import sentence
from protocol.messages import INTERRUPTIONS, Goodbye, Hello, Interrupted
from protocol.wording import wording
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor
from server.fronts.ssh.transport.limiter import Flow

KEPT: Final = 1024
"""Bytes kept of each frame: greetings and goodbyes are no longer."""


class PassingFrames:
    """Follows the frames of one direction."""

    def __init__(self) -> None:
        self._header = b""
        self._begun = b""
        self._left = 0

    @property
    def between(self) -> bool:
        """True if the last frame is complete and the next one has not begun."""
        return not self._header and not self._left

    def follow(self, data: bytes) -> list[bytes]:
        """Follow passing bytes, and return the frames that they complete, each cut to its first ``KEPT`` bytes."""
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
"""Seconds that a client may take to greet again."""

HOST_SECONDS: Final = 30.0

PAUSE: Final = 0.1
"""Seconds between two attempts to reach the next host."""

PATIENCE: Final = 30.0
"""Seconds that either side may accept no data."""

LINGER: Final = 5.0
"""Seconds that the host has for its last output after the client has ended its own."""

CHUNK: Final = 16 * 1024

HELD: Final = 32 * 1024
"""Bytes of a client that may wait for the host before reading from the client is paused."""

OVER: Final = 0
"""Exit status: one of the sides has ended the conversation."""

AWAY: Final = 75
"""Exit status: the host is away or was lost, or the client accepted no data; reconnecting makes sense."""


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
        self._held = bytearray()
        self._stirred = asyncio.Event()
        self._opened = asyncio.Event()
        self._paused = False
        self._ended = False
        self._upward = PassingFrames()
        self._downward = PassingFrames()
        self._last_words = b""
        self._greets_again: bool | None = None

    def receive(self, data: bytes) -> None:
        """Accept bytes from the client."""
        self._held += data
        self._stirred.set()
        if len(self._held) > HELD and not self._paused:
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
        while True:
            status = await self._cross(host)
            if not self._goes_on():
                return status
            following = await self._next_host()
            if following is None:
                return AWAY
            host = following

    async def _cross(self, host: socket.socket) -> int:
        with host:
            upward = asyncio.create_task(self._carry_up(host))
            try:
                return await self._carry_down(host)
            finally:
                upward.cancel()
                await asyncio.gather(upward, return_exceptions=True)

    def _goes_on(self) -> bool:
        """Return True if the host was lost and the client can cope with that."""
        if self._ended or not self._greets_again or not self._downward.between:
            return False
        try:
            return not isinstance(self._dialler.codec.decode_server(self._last_words), Goodbye)
        except ProtocolError:
            # The last frame was too long for a goodbye, or there was none.
            return True

    async def _next_host(self) -> socket.socket | None:
        """Tell the client, wait for its greeting, then for the next host; None if either does not arrive in time."""
        text = sentence("the game server was lost and is starting again")
        lost = Interrupted(text, wording(text))
        try:
            await self._is_free()
            self._drop()
            self._channel.write(write_frame(self._dialler.codec.encode_server(lost), SERVER_LIMIT))
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await self._greeting()
            async with asyncio.timeout(HOST_SECONDS):
                host = await self._reach()
        except OSError:
            return None
        self._held[:0] = greeting
        self._upward = PassingFrames()
        return host

    def _drop(self) -> None:
        """Drop what was meant for the lost host: it may have been lost before it heard even the greeting."""
        self._upward.follow(bytes(self._held))
        self._held.clear()
        if self._paused:
            self._paused = False
            self._channel.resume_reading()

    async def _greeting(self) -> bytes:
        """Return the next greeting as a frame; earlier frames were meant for the lost host and are dropped."""
        while data := await self._next():
            for frame in self._upward.follow(data):
                if self._read_greeting(frame) is not None:
                    return write_frame(frame, KEPT)
        raise ConnectionResetError("the client has ended")

    async def _reach(self) -> socket.socket:
        while True:
            try:
                return await self._dialler.open(self._visitor)
            except OSError:
                await asyncio.sleep(PAUSE)

    def _heed(self, data: bytes) -> None:
        """Find out from the greeting whether the client can greet again."""
        for frame in self._upward.follow(data):
            if self._greets_again is None:
                greeting = self._read_greeting(frame)
                self._greets_again = greeting is not None and INTERRUPTIONS in greeting.features

    def _read_greeting(self, frame: bytes) -> Hello | None:
        try:
            message = self._dialler.codec.decode_client(frame)
        except ProtocolError:
            return None
        return message if isinstance(message, Hello) else None

    async def _carry_down(self, host: socket.socket) -> int:
        """Carry bytes from the host to the client until the host ends or the client accepts nothing for too long."""
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
        """Wait until the client accepts output; a ``TimeoutError`` if it accepts none for too long."""
        while not self._flow.open:
            self._opened.clear()
            async with asyncio.timeout(PATIENCE):
                await self._opened.wait()
        return True

    async def _carry_up(self, host: socket.socket) -> None:
        """Carry bytes to the host until the client ends; then, or if the host stalls, shut the host connection down."""
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
        """Wait for the next bytes of the client; empty once it has ended."""
        while not self._held and not self._ended:
            self._stirred.clear()
            await self._stirred.wait()
        data = bytes(self._held[:CHUNK])
        del self._held[:CHUNK]
        if self._paused and len(self._held) <= HELD // 2:
            self._paused = False
            self._channel.resume_reading()
        return data
