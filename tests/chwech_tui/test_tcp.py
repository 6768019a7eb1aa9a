"""Connections over TCP: a silent server is not waited for for ever."""

import asyncio
import socket

import pytest

from chwech_tui import remote as reach
from chwech_tui.remote import TcpAddress, dialler
from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.messages import Hello


async def test_a_connection_carries_messages() -> None:
    """What is dialled is a channel to the server."""
    heard: list[object] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await server_channel(reader, writer, Codec()).receive())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        channel = await dialler(TcpAddress("127.0.0.1", port))()
        await channel.send(Hello((1, 1), name="Nia"))
        assert await asyncio.wait_for(channel.receive(), 20) is None
        channel.close()
    assert heard == [Hello((1, 1), name="Nia")]


async def test_a_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed port and an unknown name are told in words."""
    server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    with pytest.raises(OSError, match=f"no server listens at 127.0.0.1:{port}"):
        await dialler(TcpAddress("127.0.0.1", port))()

    async def unknown(*_asked: object, **_options: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)
    with pytest.raises(OSError, match=r"no machine is called cards\.example"):
        await dialler(TcpAddress("cards.example", 1))()


async def test_a_silent_host_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not take the connection is an error like any other."""

    async def never(_host: str, _port: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(reach, "CONNECT", 0.01)
    monkeypatch.setattr(reach, "_connect", never)
    with pytest.raises(OSError, match="does not answer"):
        await dialler(TcpAddress("cards.example", 1))()
