"""Limits one connection in both directions: it sits between the socket and asyncssh, which limits neither.

Incoming bytes are counted in small pieces before asyncssh sees them, and reading pauses if a client sends too much.
Output that cannot be sent pauses both the session that writes (`Flow`) and reading, so that a client cannot request
answers without accepting them. A refused connection costs no more than this file.
"""

import asyncio
import contextvars
import itertools
import socket
from collections import Counter
from collections.abc import Callable
from typing import Final, cast

import asyncssh
from asyncssh.constants import EXTENDED_DATA_STDERR

from server.fronts.peers import ASK_AGAIN, ConnectionLog, address_key, give_up, tell_kernel
from server.fronts.ssh.transport.guard import FULL, READ_AT_ONCE, AdmittedConnection, Guard, HandshakeStage, Offence
from server.host.limits import TokenBucket


def _nothing() -> None:
    """Do nothing: no callback is registered."""


class Flow:
    """Output flow: open, or held for one or more reasons; that of a session is held while its connection's is."""

    def __init__(
        self,
        held: Callable[[], None] = _nothing,
        freed: Callable[[], None] = _nothing,
        connection: "Flow | None" = None,
    ) -> None:
        self._held = held
        self._freed = freed
        self._connection = connection
        self.sessions: Final[dict[Flow, None]] = {}  # The flows of the sessions that have a callback.
        self._reasons: set[str] = set()
        self._opened: Callable[[], None] = _nothing

    @property
    def open(self) -> bool:
        """True if output may be written now."""
        return not self._reasons and (self._connection is None or self._connection.open)

    def hold(self, reason: str) -> None:
        """Pause output until this reason is released."""
        was_free = not self._reasons
        self._reasons.add(reason)
        if was_free:
            self._held()

    def release(self, reason: str) -> None:
        """Release a reason; if it was the last one, call the registered callback."""
        if reason not in self._reasons:
            return
        self._reasons.remove(reason)
        self.go_on()
        # The callback may have written so much that the flow is held again.
        if not self._reasons:
            self._freed()

    def on_open(self, call: Callable[[], None]) -> None:
        """Register the callback to run each time that output may be written again, replacing the previous one."""
        self._opened = call
        if self._connection is not None:
            self._connection.sessions[self] = None

    def forget(self) -> None:
        """Drop the callback."""
        self._opened = _nothing
        self.sessions.clear()
        if self._connection is not None:
            self._connection.sessions.pop(self, None)

    def go_on(self) -> None:
        """Run the callbacks of this flow and of its sessions, as far as they are open."""
        if self.open:
            self._opened()
        for session in tuple(self.sessions):
            session.go_on()


_PIECE: Final = 32 * 1024


class ChannelOutput:
    """The output side of one channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], flow: Flow) -> None:
        """Start open; with a limit of zero, the channel reports at once when it has unsent data."""
        self._channel = channel
        self._flow = flow
        # Timers and callbacks of the channel must not keep alive the app that wrote last.
        self._outside = contextvars.copy_context()
        channel.set_write_buffer_limits(high=0)

    def send(self, data: bytes) -> None:
        """Write at once; does nothing if the visitor has disconnected."""
        self._write(data, None)

    async def deliver(self, data: bytes, *, aside: bool = False) -> None:
        """Write all data as fast as the visitor accepts it, and wait for the end; ``aside`` means standard error.

        Without the wait, an exit status sent afterwards could arrive before the end of the data.
        """
        for start in range(0, len(data), _PIECE):
            await self._opening()
            self._write(data[start : start + _PIECE], EXTENDED_DATA_STDERR if aside else None)
        await self._opening()

    def finish(self, status: int) -> None:
        """Send the exit status and close."""
        self._outside.run(self._channel.exit, status)

    def lost(self) -> None:
        """Release everything: the channel is closed."""
        self._flow.forget()
        # asyncssh drops what it could not send without a word, and the connection must not be cut for that later.
        self._flow.release("channel")

    def _write(self, data: bytes, kind: int | None) -> None:
        try:
            self._outside.run(self._channel.write, data, kind)
        except OSError:
            # The visitor has disconnected; the channel reports that to the session.
            return

    async def _opening(self) -> None:
        while not self._flow.open:
            opened = asyncio.Event()
            self._flow.on_open(opened.set)
            await opened.wait()


SILENCE: Final = 40
"""Seconds that a peer may acknowledge nothing: an ssh client cannot reconnect by itself, so give the network time."""

SOCKET_OPTIONS: Final = (
    # Data in the kernel's buffer reaches the screen late: a small buffer is enough for one screen.
    ("SO_SNDBUF", socket.SOL_SOCKET, 128 * 1024),
    ("TCP_NOTSENT_LOWAT", socket.IPPROTO_TCP, 16 * 1024),
    ASK_AGAIN,
    give_up(SILENCE),
)


_TURNED_AWAY: Final = 64
"""Refused connections that stay open so that the client can read why; the oldest is closed first."""

_READING_SECONDS: Final = 2.0  # Seconds for which such a connection stays open.


_VERSION_LINE: Final = b"SSH-2.0-chwech\r\n"
_DISCONNECT: Final = 1
_NOT_ALLOWED: Final = 1  # SSH_DISCONNECT_HOST_NOT_ALLOWED_TO_CONNECT.

_BLOCK: Final = 8
_LEAST_PADDING: Final = 4


def farewell(words: str) -> bytes:
    """Return the bytes of an SSH server that disconnects before keys are exchanged, with words that ssh shows.

    Source: RFC 4253, sections 4.2, 6 and 11.1.
    """
    text = words.encode()
    payload = bytes([_DISCONNECT]) + _NOT_ALLOWED.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + bytes(4)
    padding = _BLOCK - (5 + len(payload)) % _BLOCK
    padding += _BLOCK if padding < _LEAST_PADDING else 0
    return _VERSION_LINE + (1 + len(payload) + padding).to_bytes(4, "big") + bytes([padding]) + payload + bytes(padding)


class ConnectionRegistry:
    """An open port, and the state that all its connections share."""

    def __init__(
        self, guard: Guard, connect: "Callable[[ConnectionLimiter], asyncssh.SSHServerConnection]", log: ConnectionLog
    ) -> None:
        self.server: asyncio.Server | None = None  # What accepts connections.
        self.guard: Final = guard
        self.limits: Final = guard.limits
        self.connect: Final = connect
        self.log: Final = log
        self.numbers: Final = itertools.count(1)
        self.connections: Final[set[ConnectionLimiter]] = set()
        """The connections that were accepted and are not closed."""
        self._emptied: Final = asyncio.Event()
        self.refused: Final[Counter[str]] = Counter()  # How often connections were refused or penalised, by reason.
        self._loop = asyncio.get_running_loop()
        self._pace = TokenBucket(guard.limits.handshakes, self._loop.time())
        self._queue: dict[ConnectionLimiter, None] = {}
        """The strangers that wait for this front to exchange keys, in order of arrival."""
        self._turn: asyncio.TimerHandle | None = None
        # One buffer serves all connections: what is read goes on to asyncssh before anything else is read.
        self.buffer: Final = bytearray(READ_AT_ONCE)
        self._turned_away: dict[asyncio.Transport, asyncio.TimerHandle] = {}

    @property
    def port(self) -> int:
        """The port; 0 without one."""
        name = self.server.sockets[0].getsockname() if self.server is not None and self.server.sockets else 0
        return name[1] if isinstance(name, tuple) else 0

    def pause(self) -> None:
        """Leave new connections in the queue, for other processes with the same socket; none that is begun is lost."""
        for sock in self.server.sockets if self.server is not None else ():
            self._loop.remove_reader(sock.fileno())

    def stop(self) -> None:
        """Stop accepting connections."""
        if self.server is not None:
            self.server.close()

    async def close(self) -> None:
        """Stop accepting connections, and end the existing ones."""
        self.stop()
        for limiter in tuple(self.connections):
            limiter.part("the server ends")
        await self.emptied()

    async def emptied(self) -> None:
        """Wait until no connection is left."""
        while self.connections:
            await self._emptied.wait()

    def enter(self, limiter: "ConnectionLimiter") -> None:
        """Record that a connection was accepted."""
        self.connections.add(limiter)
        self._emptied.clear()

    def leave(self, limiter: "ConnectionLimiter") -> None:
        """Record that a connection is closed; it may never have been accepted."""
        self._queue.pop(limiter, None)
        self.connections.discard(limiter)
        if not self.connections:
            self._emptied.set()

    def queues(self, limiter: "ConnectionLimiter") -> bool:
        """Queue a stranger while more of them exchange keys than the pace allows; False if it need not wait."""
        seconds = self._pace.spend(0.0, self._loop.time())
        if not self._queue and seconds <= 0:
            return False
        self._queue[limiter] = None
        self._turn = self._turn or self._loop.call_later(seconds, self._take_turns)
        return True

    def keys_exchanged(self) -> None:
        """Charge one key exchange of a stranger to the pace: those who vanish before that cost others no time."""
        self._pace.spend(1.0, self._loop.time())

    def _take_turns(self) -> None:
        self._turn = None
        while self._queue:
            seconds = self._pace.spend(0.0, self._loop.time())
            if seconds > 0:
                self._turn = self._loop.call_later(seconds, self._take_turns)
                return
            limiter = next(iter(self._queue))
            del self._queue[limiter]
            limiter.take_turn()

    def turn_away(self, transport: asyncio.Transport, words: bytes) -> None:
        """Refuse a connection, with words that ssh shows.

        If it were closed at once, a client that is about to write would show `Broken pipe` instead.
        """
        transport.write(words)
        self._turned_away[transport] = self._loop.call_later(_READING_SECONDS, self._turned, transport)
        if len(self._turned_away) > _TURNED_AWAY:
            self._turned(next(iter(self._turned_away)))

    def _turned(self, transport: asyncio.Transport) -> None:
        self._turned_away.pop(transport).cancel()
        transport.abort()


class ConnectionLimiter(asyncio.BufferedProtocol):
    """The limits of one connection."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        self.registry: Final = registry
        self.flow: Final = Flow(self._held, lambda: self._forget("stuck"))
        self.number = 0
        self.address = ""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._connection: asyncssh.SSHServerConnection | None = None
        self._admitted: AdmittedConnection | None = None
        self._is_cut = False
        self.displaced = False  # True if it was ended to make room for another, which is no fault of its own.
        self._early = b""  # What a stranger has sent while it waits to exchange keys.
        self._allowed: int | None = registry.limits.stranger_bytes
        """The bytes that may still come; None once a session has started, which has a rate instead."""
        self._budget = TokenBucket(registry.limits.session_bytes, self._loop.time())
        self._names = itertools.count()
        self._sessions = 0  # The number of channels.
        self._running: set[object] = set()  # The channels on which a session has started and not ended.
        self._deadlines: dict[str, asyncio.TimerHandle] = {}
        self._unread: set[str] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection, or close it at once."""
        self._transport = cast("asyncio.Transport", transport)
        self.address = address_key(transport.get_extra_info("peername"))
        banned = self.registry.guard.ban(self.address)
        if banned:
            self.registry.refused["banned"] += 1
            self.registry.log.info("a connection from %s is refused: it is banned", self.address)
            self.registry.turn_away(self._transport, farewell(banned))
            return
        answer = self.registry.guard.admit(self.address, self._make_room)
        if isinstance(answer, str):
            self.registry.refused["not_admitted"] += 1
            self.registry.log.refusal(self.address, answer)
            # The first line is for programs that count the versions they get: this is no accepted connection.
            self.registry.turn_away(self._transport, f"{answer}\r\n".encode() + farewell(answer))
            return
        self._admitted = answer
        self.number = next(self.registry.numbers)
        self.registry.enter(self)
        tell_kernel(cast("socket.socket", transport.get_extra_info("socket")), SOCKET_OPTIONS)
        self.registry.log.info("connection %d comes from %s", self.number, self.address)
        self._connection = self.registry.connect(self)
        self._expect_keys()
        self._connection.connection_made(transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer to read into."""
        return self.registry.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on what was read, or cut the connection if it is too much."""
        if self._connection is None or self._admitted is None or self._is_cut:
            return
        if not self._count(nbytes):
            self.cut(Offence.FLOOD, "it sends more than anybody needs")
            return
        data = bytes(self.registry.buffer[:nbytes])
        if self._admitted.progress is HandshakeStage.KEYED:
            self._connection.data_received(data)
        elif self.registry.queues(self):
            self._admitted.advance(HandshakeStage.QUEUED)
            self._early += data
            self._forget("handshake")
        else:
            self._admitted.advance(HandshakeStage.SPOKEN)
            self._connection.data_received(data)

    def take_turn(self) -> None:
        """Exchange keys with a stranger that has waited for it."""
        if self._connection is not None and self._admitted is not None:
            early, self._early = self._early, b""
            self._admitted.advance(HandshakeStage.SPOKEN)
            self._expect_keys()
            self._connection.data_received(early)

    def eof_received(self) -> None:
        """Pass on the end of input."""
        if self._connection is not None:
            self._connection.eof_received()

    def pause_writing(self) -> None:
        """Pause the session: the peer does not accept what was written."""
        self.flow.hold("connection")
        self._stop_reading("output")

    def resume_writing(self) -> None:
        """Resume the session."""
        self.flow.release("connection")
        self._read_again("output")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and release everything."""
        for deadline in self._deadlines.values():
            deadline.cancel()
        self._deadlines.clear()
        connection, self._connection = self._connection, None
        self._transport = None
        if self._admitted is not None:
            self._admitted.end()
        # Without this, the session and its flow would keep each other alive.
        self.flow.forget()
        self.flow.hold("closed")
        self.registry.leave(self)
        if connection is not None:
            connection.connection_lost(exc)

    def cut(self, offence: Offence, reason: str) -> None:
        """Abort the connection, and penalise its address."""
        if self._connection is None or self._is_cut:
            return
        self._is_cut = True
        self.punish(offence)
        say = self.registry.log.warning if offence is Offence.FLOOD else self.registry.log.info
        say("connection %d from %s is cut: %s", self.number, self.address, reason)
        self._connection.abort()

    def punish(self, offence: Offence) -> None:
        """Penalise the address of the connection."""
        if self._admitted is not None:
            self.registry.refused[offence.name.lower()] += 1
            self.registry.guard.punish(self.address, offence)

    def part(self, reason: str) -> None:
        """Disconnect, and tell the peer why."""
        if self._connection is not None:
            self.registry.log.info("connection %d is ended: %s", self.number, reason)
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, reason)

    def _make_room(self) -> None:
        self.displaced = True
        self.part(FULL)

    def trust(self, key: str) -> None:
        """Enter the authenticated phase, with this key or as a guest."""
        if self._connection is None or self._admitted is None:
            return
        self._admitted.trust(key)
        limits = self.registry.limits
        self._allowed = limits.idle_bytes
        self._limit("session", limits.session_seconds, lambda: self.part("no session was started"))

    def open_session(self) -> Flow | str:
        """Return the flow of one more session, or why there cannot be one: all but the first count as arrivals."""
        number, beside, guard = next(self._names), self._sessions > 0, self.registry.guard
        if number and self._admitted is not None and (refusal := guard.add_session(self._admitted, beside=beside)):
            return refusal
        self._sessions += 1
        name = f"stuck {number}"
        return Flow(lambda: self._held(name), lambda: self._forget(name), self.flow)

    def start(self, channel: object) -> None:
        """Enter the phase of a started session."""
        self._allowed = None
        self._running.add(channel)
        self._forget("session")

    def finish(self, channel: object, seconds: float) -> None:
        """Record that a session has ended; if no other is running, the connection may stay for so many seconds."""
        self._running.discard(channel)
        if self._connection is not None and not self._running:
            self._limit("session", seconds, lambda: self.part("the session has ended"))

    def close_session(self, channel: object) -> None:
        """Record that the channel of a session is closed."""
        self._sessions -= 1
        if self._sessions and self._admitted is not None:
            self.registry.guard.leave(self._admitted)
        limits = self.registry.limits
        self.finish(channel, limits.session_seconds if self._sessions else limits.linger_seconds)

    def renew_keys(self) -> None:
        """Pause output: during a key exchange, asyncssh would buffer everything that is written."""
        self.flow.hold("keys")

    def keys_renewed(self) -> None:
        """Resume output: this side has new keys."""
        if self._admitted is not None and self._admitted.progress is not HandshakeStage.KEYED:
            self._admitted.advance(HandshakeStage.KEYED)
            self.registry.keys_exchanged()
        self._forget("handshake")
        self.flow.release("keys")

    def _expect_keys(self) -> None:
        seconds = self.registry.limits.handshake_seconds
        self._limit("handshake", seconds, lambda: self.cut(Offence.TOO_SLOW, "no keys were exchanged"))

    def _count(self, count: int) -> bool:
        """Return True if this many more bytes are allowed; a session may exceed its rate, but is then slowed."""
        if self._allowed is not None:
            self._allowed -= count
            return self._allowed >= 0
        seconds = self._budget.spend(count, self._loop.time())
        if seconds > 0:
            self._stop_reading("budget")
            self._limit("budget", seconds, lambda: self._read_again("budget"))
        return True

    def _held(self, name: str = "stuck") -> None:
        """Set a deadline for the peer to accept output or to finish a key exchange."""
        if self._connection is not None:
            seconds = self.registry.limits.stuck_seconds
            self._limit(name, seconds, lambda: self.cut(Offence.TOO_SLOW, "it takes no output"))

    def _stop_reading(self, reason: str) -> None:
        """Pause reading: further input waits in the sender's own machine."""
        self._unread.add(reason)
        if self._transport is not None:
            self._transport.pause_reading()

    def _read_again(self, reason: str) -> None:
        self._unread.discard(reason)
        if self._transport is not None and not self._unread:
            self._transport.resume_reading()

    def _limit(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        self._forget(name)
        self._deadlines[name] = self._loop.call_later(seconds, self._pass, name, call)

    def _pass(self, name: str, call: Callable[[], None]) -> None:
        self._deadlines.pop(name, None)
        call()

    def _forget(self, name: str) -> None:
        deadline = self._deadlines.pop(name, None)
        if deadline is not None:
            deadline.cancel()
