"""An SSH front in this process whose sessions only say who came, and a client that says and does what a test wants."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import asyncssh
from asyncssh.constants import MSG_USERAUTH_BANNER, MSG_USERAUTH_FAILURE, MSG_USERAUTH_REQUEST, MSG_USERAUTH_SUCCESS
from asyncssh.logging import SSHLogger
from asyncssh.packet import Boolean, Byte, SSHPacket, SSHPacketHandler, String

from server.fronts.ssh.front import listen_ssh
from server.fronts.ssh.transport.connection import Visitor
from server.fronts.ssh.transport.guard import FrontLimits, Guard
from server.fronts.ssh.transport.limiter import ConnectionRegistry, Flow
from server.host.limits import Rate
from tests.server.fronts.ssh.theatre import PATIENCE, until

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")  # What the fronts of these tests are known by.

ROOMY = FrontLimits(connections_of_one=512, strangers_of_one=64, arrivals=Rate(1e6, 1e6), penalty_felt=1e9)
"""Bounds for tests in which everyone comes from the same address, again and again."""


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
        """Start for someone who plays."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Start for one command, and for no copier of files."""
        return command in ("who", "flood")

    def session_started(self) -> None:
        """Answer the command and end; someone who plays stays."""
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
        """Stay: someone who says no more may still listen."""
        return True


class Front:
    """A front, and who has come."""

    def __init__(self, guard: Guard, sessions: type[Stub]) -> None:
        self.guard = guard
        self._make = sessions
        self.sessions: list[Stub] = []
        self.listener: ConnectionRegistry | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self.listener is not None
        return self.listener.port

    @property
    def transport(self) -> asyncio.Transport:
        """The server's end of the one connection that there is."""
        assert self.listener is not None
        (gate,) = self.listener.connections
        assert gate._transport is not None
        return gate._transport

    def welcome(self, visitor: Visitor, flow: Flow) -> Stub:
        """Give someone a session."""
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


FAILURE, SUCCESS, ASKED, CLOSED = "failure", "success", "asked", "closed"  # What the server answers.

SERVICE = b"ssh-connection"


class Ears(SSHPacketHandler):
    """Hears what the server says in the middle of an attempt."""

    def __init__(self, knocker: "Knocker") -> None:
        self._knocker = knocker

    @property
    def logger(self) -> SSHLogger:
        """Give the log of the connection."""
        return self._knocker.logger

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool:
        """Hear that a key would do, or that a question is asked."""
        self._knocker.answers.put_nowait(ASKED)
        return True

    def auth_succeeded(self) -> None:
        """Take it that an attempt has succeeded."""

    def cancel(self) -> None:
        """Stop nothing: nothing is going on."""


class Knocker(asyncssh.SSHClientConnection):
    """A client that does nothing by itself."""

    answers: "asyncio.Queue[str]"
    ready: asyncio.Event
    banner = ""
    """What was shown last before anybody was in."""

    def try_next_auth(self, *, next_method: bool = False) -> None:
        """Leave it to the test what to try."""
        self._auth = Ears(self)  # type: ignore[assignment]  # it takes the place of one attempt at a time
        self.ready.set()

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Hear answers; what else is said is dealt with as ever."""
        if pkttype == MSG_USERAUTH_FAILURE:
            self.answers.put_nowait(FAILURE)
            return True
        if pkttype == MSG_USERAUTH_BANNER:
            self.banner = packet.get_string().decode()
            return True
        result = super().process_packet(pkttype, pktid, packet)
        if pkttype == MSG_USERAUTH_SUCCESS:
            self.answers.put_nowait(SUCCESS)
        return result

    def ask(self, user: str, method: bytes, *rest: bytes) -> None:
        """Send an attempt."""
        self.send_packet(MSG_USERAUTH_REQUEST, String(user), String(SERVICE), String(method), *rest)

    def nothing(self, user: str) -> None:
        """Try without anything."""
        self.ask(user, b"none")

    def password(self, user: str) -> None:
        """Try a password."""
        self.ask(user, b"password", Boolean(False), String("friend"))

    def keyboard(self, user: str) -> None:
        """Ask to be asked."""
        self.ask(user, b"keyboard-interactive", String(""), String(""))

    def probe(self, user: str, key: asyncssh.SSHKey) -> None:
        """Ask whether a key would do: this needs the public half alone."""
        self.ask(user, b"publickey", Boolean(False), String(key.get_algorithm()), String(key.public_data))

    def prove(
        self,
        user: str,
        key: asyncssh.SSHKey,
        *,
        named: bytes = b"",
        kind: bytes = b"",
        session: bytes = b"",
    ) -> None:
        """Sign with a key; if a test wants it, under another key's name, by another kind, or for another connection."""
        shown = named or key.public_data
        kind = kind or key.sig_algorithms[0]
        head = String(user), String(SERVICE), String(b"publickey"), Boolean(True), String(kind), String(shown)
        said = b"".join((String(session or self._session_id), Byte(MSG_USERAUTH_REQUEST), *head))
        self.ask(user, b"publickey", Boolean(True), String(kind), String(shown), String(key.sign(said, kind)))

    async def answer(self) -> str:
        """Wait for an answer."""
        waiting = [asyncio.ensure_future(self.answers.get()), asyncio.ensure_future(self.wait_closed())]
        try:
            await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if waiting[0].done():
                return str(waiting[0].result())
            assert waiting[1].done(), "the server says nothing"
            return CLOSED
        finally:
            for one in waiting:
                one.cancel()

    def take_nothing(self) -> None:
        """Leave what the server sends where it is."""
        assert self._transport is not None
        self._transport.pause_reading()

    async def who(self) -> str:
        """Ask the session who came."""
        async with asyncio.timeout(PATIENCE):
            done = await self.run("who", encoding="utf-8")
        return str(done.stdout).strip()


async def leave(*writers: asyncio.StreamWriter) -> None:
    """Close connections, whatever has become of them."""
    for writer in writers:
        writer.transport.abort()
    for writer in writers:
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@asynccontextmanager
async def a_knocker(
    port: int, source: str = "127.0.0.1", make: type[Knocker] = Knocker, **algorithms: list[str]
) -> AsyncIterator[Knocker]:
    """Come to the door of a front, exchange keys, and stop there.

    Raises:
        ConnectionRefusedError: the front does not want to.
    """
    loop = asyncio.get_running_loop()
    options = asyncssh.SSHClientConnectionOptions(
        config=None,
        known_hosts=None,
        client_keys=None,
        agent_path=None,
        username="",
        gss_host=None,
        x509_trusted_certs=None,
        **algorithms,
    )

    def begin() -> Knocker:
        knocker = make(loop, options)
        knocker.answers, knocker.ready = asyncio.Queue(), asyncio.Event()
        return knocker

    _, knocker = await loop.create_connection(begin, "127.0.0.1", port, local_addr=(source, 0))
    try:
        await until(lambda: knocker.ready.is_set() or knocker.is_closed())
        if not knocker.ready.is_set():
            raise ConnectionRefusedError
        yield knocker
    finally:
        knocker.abort()
        await knocker.wait_closed()
