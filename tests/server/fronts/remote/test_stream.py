"""A TLS connection over a socket, and what is carried over it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.fronts.remote import relay as relaying
from server.fronts.remote.certificate import load_certificate
from server.fronts.remote.line import LineReader
from server.fronts.remote.relay import LocalPipe, relay
from server.fronts.remote.stream import SESSION, TlsStream, client_context, server_context
from tests.server.fronts.street import PATIENCE


def two_ends(folder: Path) -> tuple[TlsStream, TlsStream]:
    """Give both ends of a connection, before the handshake."""
    host, front = load_certificate(folder / "host.pem"), load_certificate(folder / "front.pem")
    one, other = socket.socketpair(socket.AF_UNIX)
    for end in (one, other):
        end.settimeout(0)
    server = TlsStream(one, server_context(host, front.der), server_side=True)
    return server, TlsStream(other, client_context(front, SESSION), server_side=False)


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[tuple[TlsStream, TlsStream]]:
    """Give both ends of a connection."""
    server, client = two_ends(folder)
    with contextlib.closing(server), contextlib.closing(client):
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(server.handshake(), client.handshake())
            yield server, client


async def all_of(stream: TlsStream) -> bytes:
    """Give everything until the end."""
    pieces = []
    while piece := await stream.receive():
        pieces.append(piece)
    return b"".join(pieces)


async def test_each_knows_the_other(tmp_path: Path) -> None:
    """Both have shown their certificates, and agree on what is spoken."""
    async with connected(tmp_path) as (server, client):
        assert server.peer == load_certificate(tmp_path / "front.pem").der
        assert client.peer == load_certificate(tmp_path / "host.pem").der
        assert server.protocol == client.protocol == SESSION


async def test_much_in_both_directions_at_once(tmp_path: Path) -> None:
    """Nothing is lost or mixed up, though neither side holds more than a piece."""
    async with connected(tmp_path) as (server, client):
        up, down = bytes(range(256)) * 8000, b"down" * 500_000

        async def send(stream: TlsStream, data: bytes) -> None:
            for place in range(0, len(data), 50_000):
                await stream.send(data[place : place + 50_000])
            await stream.end()

        _, _, heard_up, heard_down = await asyncio.gather(
            send(client, up), send(server, down), all_of(server), all_of(client)
        )
        assert (heard_up, heard_down) == (up, down)


async def test_one_direction_ends_alone(tmp_path: Path) -> None:
    """Who has ended still hears the answer."""
    async with connected(tmp_path) as (server, client):
        await client.send(b"question")
        await client.end()
        assert await all_of(server) == b"question"
        await server.send(b"answer")
        await server.end()
        assert await all_of(client) == b"answer"


async def test_a_connection_that_breaks(tmp_path: Path) -> None:
    """Its end is an end, or an error of the system, never anything else."""
    async with connected(tmp_path) as (server, client):
        client.close()
        assert await server.receive() == b""
        with pytest.raises(OSError, match=r"Broken pipe|EOF"):
            await server.send(b"x")
        with pytest.raises(ConnectionResetError):
            await LineReader(server, 10).frame()


async def test_a_handshake_that_is_cut_off_or_has_no_end(tmp_path: Path) -> None:
    """Neither waits for ever."""
    server, client = two_ends(tmp_path)
    client.close()
    with contextlib.closing(server), pytest.raises(ConnectionResetError, match="has ended the connection"):
        await server.handshake()
    one, other = socket.socketpair(socket.AF_UNIX)
    one.settimeout(0)
    server = TlsStream(one, server_context(load_certificate(tmp_path / "host.pem"), b""), server_side=True)
    # Records of a handshake that say that more follows.
    other.sendall(b"".join(b"\x16\x03\x01\x40\x00" + (b"\x01\x00\xff\xff" + bytes(0x3FFC)) for _ in range(4)))
    with contextlib.closing(server), contextlib.closing(other), pytest.raises(OSError):  # noqa: PT011 - TLS or the limit
        await server.handshake()


async def test_a_relay_carries_the_last_words(tmp_path: Path) -> None:
    """A side that has ended still gets what the other one has to say; then both are over."""
    async with connected(tmp_path) as (server, client):
        near, far = await _local()
        far_reader, far_writer = far
        carrying = asyncio.create_task(relay(LocalPipe(*near), server))
        await client.send(b"question")
        await client.end()
        assert await far_reader.read() == b"question"
        far_writer.write(b"answer")
        far_writer.close()
        assert await all_of(client) == b"answer"
        await carrying
        near[1].close()


async def test_a_receiver_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up after a while, with both directions."""
    monkeypatch.setattr(relaying, "PATIENCE", 0.05)
    async with connected(tmp_path) as (server, client):
        near, far = await _local()
        carrying = asyncio.create_task(relay(LocalPipe(*near), server))

        async def flood() -> None:
            with contextlib.suppress(OSError):
                while True:
                    await client.send(bytes(100_000))

        flooding = asyncio.create_task(flood())
        await carrying
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)
        for _, writer in (near, far):
            writer.close()


async def test_a_side_that_lingers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After one side has ended the other has only a while."""
    monkeypatch.setattr(relaying, "LINGER", 0.05)
    async with connected(tmp_path) as (server, client):
        near, far = await _local()
        await client.end()
        await relay(LocalPipe(*near), server)
        for _, writer in (near, far):
            writer.close()


_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _local() -> tuple[_Streams, _Streams]:
    one, other = socket.socketpair(socket.AF_UNIX)
    return await asyncio.open_unix_connection(sock=one), await asyncio.open_unix_connection(sock=other)
