"""What the kernel is told about a connection."""

import asyncio
import socket
from asyncio.trsock import TransportSocket

import pytest

from server.fronts.listeners import listen_tcp
from server.fronts.peers import ASK_AGAIN, give_up, tell_kernel
from server.fronts.ssh.transport.limiter import SOCKET_OPTIONS


def test_a_connection_that_is_lost_already() -> None:
    """Options of a connection that has ended before it has begun are no fault."""
    connection = socket.socket()
    connection.close()
    tell_kernel(connection, [("SO_KEEPALIVE", socket.SOL_SOCKET, 1)])


def test_what_this_kernel_does_not_know() -> None:
    """An option without a name, or one that the kernel refuses, is left out."""
    with socket.socket() as connection:
        tell_kernel(connection, [("TCP_TELEPATHY", socket.IPPROTO_TCP, 1), ("SO_KEEPALIVE", socket.SOL_SOCKET, 1)])
        tell_kernel(connection, [ASK_AGAIN, give_up(-1)])
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


class LostDoor:
    """A door that keeps those who come in."""

    def __init__(self) -> None:
        """Begin empty."""
        self.inside = asyncio.Event()

    async def let_in(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let somebody in, and end."""
        self.inside.set()
        writer.close()


async def test_whoever_is_lost_on_the_way_in_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that has gone before its options are set is seen off by the door like any other."""

    def fails(*_arguments: object) -> None:
        raise OSError(22, "Invalid argument")

    door = LostDoor()
    server = await listen_tcp(door, "127.0.0.1", 0)  # type: ignore[arg-type]  # all that is asked of a door
    async with server:
        monkeypatch.setattr(TransportSocket, "setsockopt", fails)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        async with asyncio.timeout(20):
            await door.inside.wait()
            assert await reader.read() == b""
        writer.close()


def test_a_connection_of_this_machine() -> None:
    """A Unix socket knows of no TCP."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        tell_kernel(ours, SOCKET_OPTIONS)
        assert 64 * 1024 < ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 256 * 1024
