"""An SSH front in this process, with sessions that only say who came, for tests of the way in."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncssh

from server.fronts.ssh.transport.connection import Visitor
from server.fronts.ssh.transport.guard import FrontLimits, Guard
from server.fronts.ssh.transport.limiter import Flow
from server.fronts.ssh.transport.listener import Listener, listen_ssh
from server.host.limits import Rate

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
"""What the fronts of these tests are known by."""

ROOMY = FrontLimits(connections_of_one=512, strangers_of_one=64, arrivals=Rate(1e6, 1e6), penalty_felt=1e9)
"""Bounds for tests in which everybody comes from the same address, again and again."""


class Stub(asyncssh.SSHServerSession[bytes]):
    """A session that says who came, and gives back what it is sent."""

    def __init__(self, visitor: Visitor, flow: Flow) -> None:
        self.visitor = visitor
        self.flow = flow
        self.received = 0
        self.channel: asyncssh.SSHServerChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self.channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """Take any terminal."""
        return True

    def shell_requested(self) -> bool:
        """Start for somebody who plays."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Start for one command, and for no copier of files."""
        return command in ("who", "flood")

    def session_started(self) -> None:
        """Answer the command and end; somebody who plays stays."""
        assert self.channel is not None
        self.channel.write(f"{self.visitor.key or 'guest'} {self.visitor.user}\n".encode())
        if self.channel.get_command() == "who":
            self.channel.exit(0)
        elif self.channel.get_command() == "flood":
            self.flow.on_open(self.flood)
            self.flood()

    def flood(self) -> None:
        """Write a frame as often as one may."""
        if self.channel is not None and self.flow.open and not self.channel.is_closing():
            self.channel.write(bytes(4096))
            asyncio.get_running_loop().call_later(0.002, self.flood)

    def pause_writing(self) -> None:
        """Hold the output."""
        self.flow.hold("channel")

    def resume_writing(self) -> None:
        """Let it go on."""
        self.flow.release("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self.channel = None

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count what comes."""
        self.received += len(data)

    def eof_received(self) -> bool:
        """Stay: somebody who says no more may still listen."""
        return True


class Front:
    """A front, and who has come."""

    def __init__(self, guard: Guard, sessions: type[Stub]) -> None:
        self.guard = guard
        self._make = sessions
        self.sessions: list[Stub] = []
        self.listener: Listener | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self.listener is not None
        return self.listener.port

    @property
    def transport(self) -> asyncio.Transport:
        """The server's end of the one connection that there is."""
        assert self.listener is not None
        (gate,) = self.listener.registry.connections
        assert gate._transport is not None
        return gate._transport

    def welcome(self, visitor: Visitor, flow: Flow) -> Stub:
        """Give somebody a session."""
        self.sessions.append(self._make(visitor, flow))
        return self.sessions[-1]


@asynccontextmanager
async def a_front(limits: FrontLimits = ROOMY, sessions: type[Stub] = Stub) -> AsyncIterator[Front]:
    """Open a front on a free port of this machine."""
    front = Front(Guard(limits), sessions)
    listener = socket.create_server(("127.0.0.1", 0))
    front.listener = await listen_ssh(listener, HOST_KEY, front.guard, front.welcome)
    try:
        yield front
    finally:
        await front.listener.close()
