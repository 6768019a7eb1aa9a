"""The way in and out of one connection: it stands between the socket and asyncssh, which bounds neither.

Whatever arrives is counted before asyncssh sees it, a little at a time, and reading stops where somebody sends too
much. What cannot be sent stops the session that writes (`Flow`), and reading too: nobody can ask for answers and not
take them. A connection that is not let in costs no more than this file.
"""

import asyncio
import enum
import itertools
import socket
from collections.abc import Callable
from typing import Final, cast

import asyncssh

from server.fronts.door import address_key
from server.fronts.ssh.transport.connection_log import Journal
from server.fronts.ssh.transport.flow import WatchedFlow
from server.fronts.ssh.transport.guard import Guard, Offence, Stay
from server.fronts.ssh.transport.limits import READ_AT_ONCE
from server.fronts.ssh.transport.socket_options import make_patient
from server.host.rate_limit import TokenBucket


class GatePhase(enum.Enum):
    """How far a connection has come."""

    STRANGER = enum.auto()
    """Nobody knows who it is."""

    IDLE = enum.auto()
    """Authentication is complete, and no session has started."""

    BUSY = enum.auto()
    """Its session has started."""


class Gatehouse:
    """What all connections of a front share."""

    def __init__(
        self, guard: Guard, connect: "Callable[[Gate], asyncssh.SSHServerConnection]", journal: Journal
    ) -> None:
        """Begin with no gate open.

        Args:
            guard: who decides whether a connection is let in.
            connect: makes what speaks SSH on a connection that was let in.
            journal: what is said of connections.
        """
        self.guard: Final = guard
        """Who decides whether a connection is let in."""
        self.limits: Final = guard.limits
        """The bounds of each connection."""
        self.connect: Final = connect
        """Makes what speaks SSH on a connection that was let in."""
        self.journal: Final = journal
        """What is said of connections."""
        self.numbers: Final = itertools.count(1)
        """Counts connections."""
        self.gates: Final[set[Gate]] = set()
        """The connections that are let in and not closed."""
        self.emptied: Final = asyncio.Event()
        """Set whenever the last of them has closed."""
        now = asyncio.get_running_loop().time()
        self.pace: Final = TokenBucket(guard.limits.handshakes_per_second, guard.limits.handshakes_at_once, now)
        """How fast strangers are served."""
        # What is read goes on to asyncssh before anything else is read: one buffer does for all.
        self.buffer: Final = bytearray(READ_AT_ONCE)
        """Where what is read lies for a moment."""


class Gate(asyncio.BufferedProtocol):
    """The way in and out of one connection."""

    def __init__(self, house: Gatehouse) -> None:
        """Wait for the socket."""
        self.house: Final = house
        """What it shares with the others."""
        self.flow: Final = WatchedFlow(self._held, lambda: self._forget("stuck"))
        """Whether output may be written."""
        self.phase = GatePhase.STRANGER
        """How far the connection has come."""
        self.number = 0
        """Which connection it is; 0 for one that is not let in."""
        self.address = ""
        """Where it comes from."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._connection: asyncssh.SSHServerConnection | None = None
        self._stay: Stay | None = None
        self._is_cut = False
        self._received = 0
        self._budget = TokenBucket(house.limits.bytes_per_second, house.limits.bytes_at_once, self._loop.time())
        self._deadlines: dict[str, asyncio.TimerHandle] = {}
        self._unread: set[str] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection in, or close it at once."""
        self._transport = cast("asyncio.Transport", transport)
        self.address = address_key(transport.get_extra_info("peername"))
        answer = self.house.guard.admit(self.address)
        if isinstance(answer, str):
            self.house.journal.note("a connection from %s is refused: %s", self.address, answer)
            self._transport.write(f"{answer}\r\n".encode())
            self._transport.abort()
            return
        self._stay = answer
        self.number = next(self.house.numbers)
        self.house.gates.add(self)
        self.house.emptied.clear()
        make_patient(cast("socket.socket", transport.get_extra_info("socket")))
        self.house.journal.note("connection %d comes from %s", self.number, self.address)
        self._connection = self.house.connect(self)
        self._expect_keys()
        self._connection.connection_made(transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Give where to read into."""
        return self.house.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Hand on what was read, if it is not too much."""
        if self._connection is None or self._is_cut:
            return
        if self._count(nbytes):
            self._connection.data_received(bytes(self.house.buffer[:nbytes]))
        else:
            self.cut(Offence.FLOOD, "it sends more than anybody needs")

    def eof_received(self) -> None:
        """Hand on that nothing more will come."""
        if self._connection is not None:
            self._connection.eof_received()

    def pause_writing(self) -> None:
        """Stop the session: the peer does not take what was written."""
        self.flow.hold("connection")
        self._stop_reading("output")

    def resume_writing(self) -> None:
        """Let the session go on."""
        self.flow.release("connection")
        self._read_again("output")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more, and let go of everything."""
        for deadline in self._deadlines.values():
            deadline.cancel()
        self._deadlines.clear()
        connection, self._connection = self._connection, None
        self._transport = None
        if self._stay is not None:
            self._stay.end()
        # Nobody waits any more: the session and its flow shall not keep each other alive.
        self.flow.forget()
        self.flow.hold("closed")
        self.house.gates.discard(self)
        if not self.house.gates:
            self.house.emptied.set()
        if connection is not None:
            connection.connection_lost(exc)

    def cut(self, offence: Offence, reason: str) -> None:
        """End the connection at once, and remember why."""
        if self._connection is None or self._is_cut:
            return
        self._is_cut = True
        self.punish(offence)
        say = self.house.journal.warn if offence is Offence.FLOOD else self.house.journal.note
        say("connection %d from %s is cut: %s", self.number, self.address, reason)
        self._connection.abort()

    def punish(self, offence: Offence) -> None:
        """Remember what the connection has done."""
        if self._stay is not None:
            self._stay.punish(offence)

    def part(self, reason: str) -> None:
        """End the connection, and tell the peer why."""
        if self._connection is not None:
            self.house.journal.note("connection %d is ended: %s", self.number, reason)
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, reason)

    def trust(self, key: str) -> None:
        """Go on to a connection that has completed authentication, with this key or as a guest."""
        if self._connection is None or self._stay is None:
            return
        self._stay.trust(key)
        self.phase = GatePhase.IDLE
        self._received = 0
        seconds = self.house.limits.session_seconds
        self._limit("session", seconds, lambda: self.part("no session was started"))

    def start(self) -> None:
        """Go on to a connection whose session has started."""
        self.phase = GatePhase.BUSY
        self._forget("session")

    def finish(self) -> None:
        """Go on to a connection whose session has ended: it has nothing left to do."""
        if self._connection is not None:
            seconds = self.house.limits.linger_seconds
            self._limit("session", seconds, lambda: self.part("the session has ended"))

    def renew_keys(self) -> None:
        """Hold output back: asyncssh would keep whatever is written until both sides have new keys."""
        self.flow.hold("keys")

    def keys_renewed(self) -> None:
        """Let output go on: this side has new keys."""
        self._forget("handshake")
        self.flow.release("keys")

    def _expect_keys(self) -> None:
        """Give a stranger some time to exchange keys."""
        limits = self.house.limits
        seconds = limits.crowded_seconds if self.house.guard.crowded else limits.handshake_seconds
        self._limit("handshake", seconds, lambda: self.cut(Offence.TOO_SLOW, "no keys were exchanged"))

    def _queue(self) -> None:
        """Let a stranger who begins to speak wait for their turn, where many do."""
        seconds = self.house.pace.spend(1, self._loop.time())
        if seconds > 0:
            self._stop_reading("turn")
            self._forget("handshake")
            self._limit("turn", seconds, self._take_turn)

    def _take_turn(self) -> None:
        """Go on with a stranger."""
        self._expect_keys()
        self._read_again("turn")

    def _count(self, count: int) -> bool:
        """Say whether so many bytes more are allowed; from a session they always are, but the next ones may wait."""
        limits = self.house.limits
        if self.phase is GatePhase.BUSY:
            seconds = self._budget.spend(count, self._loop.time())
            if seconds > 0:
                self._stop_reading("budget")
                self._limit("budget", seconds, lambda: self._read_again("budget"))
            return True
        if self.phase is GatePhase.STRANGER and not self._received:
            self._queue()
        self._received += count
        return self._received <= (limits.stranger_bytes if self.phase is GatePhase.STRANGER else limits.idle_bytes)

    def _held(self) -> None:
        """Wait for the peer to take its output, or to finish a key exchange, but not for ever."""
        if self._connection is not None:
            seconds = self.house.limits.stuck_seconds
            self._limit("stuck", seconds, lambda: self.cut(Offence.TOO_SLOW, "it takes no output"))

    def _stop_reading(self, reason: str) -> None:
        """Read nothing: what comes waits in the sender's own machine."""
        self._unread.add(reason)
        if self._transport is not None:
            self._transport.pause_reading()

    def _read_again(self, reason: str) -> None:
        """Take a reason away, and read again if it was the last one."""
        self._unread.discard(reason)
        if self._transport is not None and not self._unread:
            self._transport.resume_reading()

    def _limit(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Let something happen in so many seconds, unless it is forgotten before."""
        self._forget(name)
        self._deadlines[name] = self._loop.call_later(seconds, self._pass, name, call)

    def _pass(self, name: str, call: Callable[[], None]) -> None:
        """Do what a deadline was for."""
        self._deadlines.pop(name, None)
        call()

    def _forget(self, name: str) -> None:
        """Take a deadline back."""
        deadline = self._deadlines.pop(name, None)
        if deadline is not None:
            deadline.cancel()
