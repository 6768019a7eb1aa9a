"""Visits to a whole front in this process, by real SSH, with a host behind it or without."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from server.fronts.ssh.front import OpenFront, open_front
from server.fronts.ssh.request import PublicAddress
from tests.server.fronts.ssh.commands.premises import premises
from tests.server.fronts.ssh.doorstep import ROOMY
from tests.server.fronts.ssh.theatre import PATIENCE, until

CARDS = PublicAddress("cards.example", 2222)
"""What others type to get here, as the front was told."""

FAREWELL = "the server is closing"
"""What the front says in the end."""


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
    """Connect as somebody with a key of their own."""
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
