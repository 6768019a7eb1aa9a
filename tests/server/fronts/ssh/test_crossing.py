"""The bridge and the desk through a real front and real SSH: the host is on the other side of a real socket."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from protocol.aio import client_channel
from protocol.messages import Hello, Ping, Pong, Welcome
from server.fronts.ssh.bridge import AWAY, CHUNK, OVER
from server.fronts.ssh.front import OpenFront, open_front
from server.fronts.ssh.session import SUBSYSTEM
from tests.server.fronts.ssh.commands.premises import premises
from tests.server.fronts.ssh.commands.script import CODEC
from tests.server.fronts.ssh.porter import a_porter

PATIENCE = 60
"""Seconds that anything may take."""


@asynccontextmanager
async def a_front(directory: Path, host: str) -> AsyncIterator[OpenFront]:
    """Open a front before the host that listens there."""
    listener = socket.create_server(("127.0.0.1", 0))
    front = await open_front(listener, directory / "key", directory / host)
    try:
        yield front
    finally:
        await front.close("the test is over")


@asynccontextmanager
async def a_client(front: OpenFront, key: asyncssh.SSHKey) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect as somebody with a key."""
    options = {"username": "chwech", "client_keys": [key], "known_hosts": None, "config": None, "agent_path": None}
    async with asyncio.timeout(PATIENCE), asyncssh.connect("127.0.0.1", front.port, **options) as connection:
        yield connection


async def status_of(writer: "asyncssh.SSHWriter[bytes]") -> int | None:
    """Wait until a channel is closed, and give the status with which it ended."""
    channel = writer.channel
    assert isinstance(channel, asyncssh.SSHClientChannel)
    await channel.wait_closed()
    return channel.get_exit_status()


async def test_a_client_of_ones_own_comes_through_ssh(tmp_path: Path) -> None:
    """The subsystem speaks the protocol to the host; the key says who it is, and the desk knows them by it."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with premises(tmp_path), a_front(tmp_path, "fronts.sock") as front:
        async with a_client(front, key) as connection:
            writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
            channel = client_channel(reader, writer, CODEC)
            await channel.send(Hello((1, 1), name="Angharad"))
            welcome = await channel.receive()
            assert isinstance(welcome, Welcome)
            assert (welcome.name, welcome.token, welcome.guest) == ("Angharad", "", False)
            await channel.send(Ping(7))
            assert await channel.receive() == Pong(7)
            writer.write_eof()
            assert await reader.read() == b""
            assert await status_of(writer) == OVER
        async with a_client(front, key) as connection:
            told = await connection.run("whoami")
            assert (told.exit_status, told.stderr) == (0, "")
            assert str(told.stdout).startswith("You are Angharad. ")


async def test_a_client_that_does_not_read_holds_next_to_nothing(tmp_path: Path) -> None:
    """While a client lets everything lie, the front holds a piece and no more; all of it arrives in the end."""
    said = random.Random(1).randbytes(8_000_000)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with a_porter(tmp_path / "s") as porter, a_front(tmp_path, "s") as front, a_client(front, key) as connection:
        writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
        writer.channel.pause_reading()
        arrived = await porter.arrival()
        (session,) = front._services.sessions
        arrived.writer.write(said)
        channel = session._channel
        assert channel is not None
        while not channel.get_write_buffer_size():
            await asyncio.sleep(0)
        assert channel.get_write_buffer_size() <= CHUNK
        assert arrived.writer.transport.get_write_buffer_size() > len(said) // 2
        writer.channel.resume_reading()
        assert await reader.readexactly(len(said)) == said


async def test_a_client_that_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    """The host hears at once that it has gone, and nothing of the session is left."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with a_porter(tmp_path / "s") as porter, a_front(tmp_path, "s") as front, a_client(front, key) as connection:
        await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
        arrived = await porter.arrival()
        connection.abort()
        assert await arrived.reader.read() == b""
        while front._services.sessions:
            await asyncio.sleep(0)


async def test_without_a_host_a_client_is_told_to_come_again(tmp_path: Path) -> None:
    """The channel says why on standard error, and ends with the status for a failure of the moment."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with a_front(tmp_path, "nothing") as front, a_client(front, key) as connection:
        writer, output, errors = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
        assert await output.read() == b""
        assert await errors.read() == b"chwech: the game server is starting again, which takes a moment\n"
        assert await status_of(writer) == AWAY
