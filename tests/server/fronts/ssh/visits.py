"""Visits by real SSH: to a front in this process, with a host or without, or to a server in processes of its own."""

import asyncio
import itertools
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncssh

from server.fronts.ssh.front import OpenFront, open_front
from server.fronts.ssh.request import PublicAddress
from tests.journeys.serving import serving
from tests.server.fronts.ssh.commands.premises import premises
from tests.server.fronts.ssh.raw_client import ROOMY
from tests.server.fronts.ssh.theatre import PATIENCE, until

CARDS = PublicAddress("cards.example", 2222)  # What others type to get here, as the front was told.
FAREWELL = "the server is closing"  # What the front says in the end.


@asynccontextmanager
async def a_front(directory: Path) -> AsyncIterator[OpenFront]:
    """Open a front before a host that may not be there."""
    listener = socket.create_server(("127.0.0.1", 0))
    front = await open_front(listener, directory / "key", directory / "fronts.sock", ROOMY, CARDS)
    try:
        yield front
    finally:
        await front.close(FAREWELL)


@asynccontextmanager
async def a_place(directory: Path) -> AsyncIterator[OpenFront]:
    """Open a host and a front before it."""
    async with premises(directory), a_front(directory) as front:
        yield front


class Visit(asyncssh.SSHClientSession[bytes]):
    """One visitor's end of a session."""

    def __init__(self) -> None:
        self.output = b""
        self.errors = b""
        self.channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Take the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keep what comes."""
        if datatype is None:
            self.output += data
        else:
            self.errors += data

    @property
    def text(self) -> str:
        """All that came."""
        return self.output.decode()

    def type(self, keys: str) -> None:
        """Type."""
        assert self.channel is not None
        self.channel.write(keys.encode())

    async def sees(self, *words: str) -> None:
        """Wait until all these words have come."""
        await until(lambda: all(word in self.text for word in words))

    async def ends(self) -> int | None:
        """Wait until the channel is closed, and give the exit status."""
        assert self.channel is not None
        async with asyncio.timeout(PATIENCE):
            await self.channel.wait_closed()
        return self.channel.get_exit_status()


@asynccontextmanager
async def knock(front: OpenFront, **options: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:  # noqa: ANN401 - asyncssh's
    """Connect as someone with a key of their own."""
    options = {"client_keys": [asyncssh.generate_private_key("ssh-ed25519")], "username": "chwech"} | options
    async with asyncio.timeout(PATIENCE):
        connection = await asyncssh.connect(
            "127.0.0.1", front.port, known_hosts=None, config=None, agent_path=None, **options
        )
    try:
        yield connection
    finally:
        connection.close()
        async with asyncio.timeout(PATIENCE):
            await connection.wait_closed()


async def enter(connection: asyncssh.SSHClientConnection, **options: Any) -> Visit:  # noqa: ANN401 - asyncssh's
    """Open a session; with a terminal of 100 by 30 unless told otherwise."""
    options = {"term_type": "xterm-256color", "term_size": (100, 30), "encoding": None} | options
    async with asyncio.timeout(PATIENCE):
        _, visit = await connection.create_session(Visit, **options)
    assert isinstance(visit, Visit)
    return visit


async def ask(connection: asyncssh.SSHClientConnection, **options: Any) -> Visit:  # noqa: ANN401 - asyncssh's
    """Open a session without a terminal, and wait for its end."""
    visit = await enter(connection, term_type=None, **options)
    await visit.ends()
    return visit


MEGABYTE = 1024  # In the kilobytes that Linux counts.

LONG_PATIENCE = 60.0


class Fortress:
    """The server, as it is seen from here; whoever comes has an address of their own."""

    def __init__(self, port: int, supervisor: int) -> None:
        self.port = port
        self._front = Path("/proc") / str(_child(supervisor, b"front_process"))
        self._addresses = (f"127.{high}.{middle}.{low}" for high, middle, low in _NUMBERS)

    def memory(self) -> int:
        """Give the resident memory of the front in kilobytes."""
        return self._status("VmRSS")

    def forget_peak(self) -> None:
        """Let the highest memory be what it is now."""
        (self._front / "clear_refs").write_text("5")

    def peak(self) -> int:
        """Give the highest memory since then, in kilobytes."""
        return self._status("VmHWM")

    def files(self) -> int:
        """Give how many files the front has open."""
        return len(list((self._front / "fd").iterdir()))

    def address(self) -> str:
        """Give an address that nobody has come from: the front remembers them."""
        return next(self._addresses)

    @asynccontextmanager
    async def knock(
        self,
        source: str = "",
        **options: Any,  # noqa: ANN401 - asyncssh's
    ) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Connect as someone with a key of their own."""
        options = {"client_keys": [asyncssh.generate_private_key("ssh-ed25519")], "username": "chwech"} | options
        async with asyncio.timeout(LONG_PATIENCE):
            connection = await asyncssh.connect(
                "127.0.0.1", self.port, local_addr=(source or self.address(), 0), known_hosts=None, config=None,
                agent_path=None, **options,
            )  # fmt: skip
        try:
            yield connection
        finally:
            connection.abort()
            async with asyncio.timeout(LONG_PATIENCE):
                await connection.wait_closed()

    async def login(self, source: str = "", key: asyncssh.SSHKey | None = None) -> float:
        """Log in as a guest or with a key, see who one is, and give the seconds that it took."""
        began = time.perf_counter()
        who: dict[str, Any] = {"username": "chwech" if key else "guest", "client_keys": [key] if key else None}
        async with self.knock(source, **who) as connection, asyncio.timeout(LONG_PATIENCE):
            done = await connection.run("whoami")
        assert str(done.stdout).startswith("You are ")
        return time.perf_counter() - began

    def _status(self, name: str) -> int:
        """Give a number of kilobytes that Linux says of the front."""
        lines = (self._front / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1])


async def newcomer(connection: asyncssh.SSHClientConnection, name: str, **options: Any) -> Visit:  # noqa: ANN401
    """Come for the first time, and give a name."""
    visit = await enter(connection, **options)
    await visit.sees("What shall the others call you")
    visit.type(f"{name}\r")
    await visit.sees(name if "command" in options else "New table")
    return visit


@contextmanager
def a_fortress(data: Path) -> Iterator[Fortress]:
    """Start a server with one front and the bounds that people meet."""
    with serving(data, "--fronts", "1") as server:
        fortress = Fortress(server.port, server.process.pid)
        asyncio.run(_warm(fortress))
        yield fortress


async def _warm(fortress: Fortress) -> None:
    """Let people come, give their names, look at the lobby and go, so that the front loads what it needs for them."""
    for _ in range(5):
        await asyncio.gather(*(_look(fortress) for _ in range(5)))
    files = fortress.files()
    await until(lambda: fortress.files() <= files)


async def _look(fortress: Fortress) -> None:
    async with fortress.knock(username="guest", client_keys=None) as connection:
        visit = await enter(connection)
        await visit.sees("call you")
        visit.type("\x03")
        assert await visit.ends() == 0


def _child(supervisor: int, kind: bytes) -> int:
    """Find a process that another one has started."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    (found,) = (int(pid) for pid in children if kind in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"))
    return found


_NUMBERS = itertools.product(range(1, 100), range(250), range(1, 250))
