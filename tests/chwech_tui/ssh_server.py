"""An SSH server in a thread of its own, with the fake server of the game behind its subsystem; and faults on demand."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar

import asyncssh

from protocol.aio import server_channel
from protocol.codec import Codec
from tests.chwech_tui.fake_server import FakeServer

PATIENCE = 30.0  # Seconds after which a test gives up.

Handler = Callable[[asyncssh.SSHServerProcess[bytes]], Coroutine[Any, Any, None]]
"""What a session does."""

T = TypeVar("T")


class SshServer:
    """Takes any key, or those that a test allows, and notes what it is offered."""

    def __init__(
        self,
        *,
        takes: Callable[[str], bool] = lambda _fingerprint: True,
        handler: Handler | None = None,
        refuses_sessions: bool = False,
        subsystem: str = "chwech",
    ) -> None:
        """Make the key of a server; entering the context starts it."""
        self.keys = [asyncssh.generate_private_key("ssh-ed25519")]
        self.takes = takes
        self.offered: list[str] = []
        self.users: list[str] = []
        self.logins: list[str] = []
        self.jumps: list[int] = []
        self.connections: list[asyncssh.SSHServerConnection] = []
        self.refuses_sessions = refuses_sessions
        self.subsystem = subsystem
        self.handler = handler or self._play
        self.fake: FakeServer
        self.port = 0
        self._stop: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._ready = threading.Event()
        self._changed = threading.Condition()
        self._thawed = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="ssh server")

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)

    @property
    def known_as(self) -> str:
        """The line of known_hosts that holds the first key of the host."""
        return f"[127.0.0.1]:{self.port} {self.keys[0].export_public_key().decode()}"

    @property
    def fingerprint(self) -> str:
        return self.keys[0].get_fingerprint()

    def drop(self) -> None:
        self._call(self._drop())

    def go_away(self) -> None:
        """Lose all connections, and take no more until ``come_back``."""
        self._call(self._go())

    def come_back(self) -> None:
        """Listen at the same port again."""
        self._call(self._listen())

    def freeze(self) -> None:
        """Do nothing at all until ``thaw``, as a machine does that is cut off."""
        self._loop.call_soon_threadsafe(self._thawed.wait, PATIENCE)

    def thaw(self) -> None:
        self._thawed.set()

    def change_keys(self) -> None:
        """Have another key from now on."""
        self.go_away()
        self.keys = [asyncssh.generate_private_key("ssh-ed25519")]
        self.come_back()

    def wait_for_logins(self, count: int) -> None:
        """Wait until someone has come in so many times."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.logins) >= count, PATIENCE)

    def note_login(self, fingerprint: str) -> None:
        with self._changed:
            self.logins.append(fingerprint)
            self._changed.notify_all()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self.fake = FakeServer()
        await self._listen()
        self._ready.set()
        await self._stop.wait()
        await self._go()

    async def _listen(self) -> None:
        self._acceptor = await asyncssh.listen(
            "127.0.0.1", self.port, server_host_keys=self.keys, server_factory=lambda: _Door(self), encoding=None
        )
        self.port = self._acceptor.get_port()

    async def _go(self) -> None:
        self._acceptor.close()
        await self._drop()
        await self._acceptor.wait_closed()

    async def _drop(self) -> None:
        leaving, self.connections = self.connections, []
        for connection in leaving:
            connection.abort()
        for connection in leaving:
            await connection.wait_closed()

    async def _play(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        await self.fake._serve(server_channel(process.stdin, process.stdout, Codec()))
        process.exit(0)


class _Door(asyncssh.SSHServer):
    """One connection to the server."""

    def __init__(self, server: SshServer) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection
        self._last = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._server.connections.append(conn)

    def begin_auth(self, username: str) -> bool:
        """Note the user; guests need no key."""
        self._server.users.append(username)
        if username == "guest":
            self._server.note_login("")
        return username != "guest"

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Note the key, and take it where the test does."""
        self._last = key.get_fingerprint()
        if not self._server.offered or self._server.offered[-1] != self._last:
            self._server.offered.append(self._last)
        return self._server.takes(self._last)

    def auth_completed(self) -> None:
        self._server.note_login(self._last)

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """Open a session, unless the test refuses it."""
        if self._server.refuses_sessions:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "too many\x1b[2J sessions")
        return _Process(self._server.handler, self._server.subsystem)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """Lead to other machines, as a jump host does."""
        self._server.jumps.append(dest_port)
        return True


class _Process(asyncssh.SSHServerProcess[bytes]):
    """A session that has the subsystem of the game and nothing else."""

    def __init__(self, handler: Handler, subsystem: str) -> None:
        super().__init__(handler, None, 3, allow_scp=False)
        self._subsystem = subsystem

    def subsystem_requested(self, subsystem: str) -> bool:
        return subsystem == self._subsystem
