"""Channels carry messages over real streams and in memory, and push back when the peer is slow."""

import asyncio
from pathlib import Path

import pytest

from protocol.aio import ByteReader, ByteWriter, ClientChannel, ServerChannel, client_channel, server_channel
from protocol.codec import Codec
from protocol.connection import ConnectionState
from protocol.errors import LocalProtocolError
from protocol.messages import Goodbye, Hello, Ping, Pong, Rules, Welcome
from tests.pipes import pair

CODEC = Codec()
HELLO = Hello(versions=(1, 1))
WELCOME = Welcome(version=1, server="test", name="Megan", games=())
PATIENCE = 20  # Seconds after which a test has failed; none waits for them when all is well.


async def greeted(client: ClientChannel, server: ServerChannel) -> None:
    """Let both sides greet each other."""
    async with asyncio.timeout(PATIENCE):
        await client.send(HELLO)
        assert await server.receive() == HELLO
        await server.send(WELCOME)
        assert await client.receive() == WELCOME
    assert client.state is server.state is ConnectionState.OPEN


async def greeted_pair(held: int = 64 * 1024) -> tuple[ClientChannel, ServerChannel]:
    """Give both ends of an open connection in memory."""
    client, server = pair(CODEC, held)
    await greeted(client, server)
    return client, server


class GoneReader(ByteReader):
    """The stream of a peer whose machine has died."""

    async def read(self, n: int, /) -> bytes:
        """Find out."""
        raise TimeoutError("the peer does not answer")


class GoneWriter(ByteWriter):
    """The other half of it."""

    def write(self, data: bytes, /) -> None:
        """Lose the bytes."""

    async def drain(self) -> None:
        """Find out."""
        raise BrokenPipeError("the peer does not answer")

    def close(self) -> None:
        """Close nothing."""

    async def wait_closed(self) -> None:
        """Find out."""
        raise BrokenPipeError("the peer does not answer")


async def test_messages_go_both_ways_over_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel over asyncio's streams, with more bytes than one read brings, and a clean end."""
    # A path from here, because a socket's must be short.
    monkeypatch.chdir(tmp_path)
    served: asyncio.Future[ServerChannel] = asyncio.get_running_loop().create_future()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.set_result(server_channel(reader, writer, CODEC))

    listener = await asyncio.start_unix_server(serve, "socket")
    client = client_channel(*await asyncio.open_unix_connection("socket"), CODEC)
    async with listener, asyncio.timeout(PATIENCE):
        server = await served
        await greeted(client, server)
        long = Rules(id=1, text="n" * 100_000)
        sending = asyncio.create_task(server.send(long))
        assert await client.receive() == long
        await sending
        client.close()
        await client.wait_closed()
        assert await server.receive() is None
        server.close()
        await server.wait_closed()


async def test_a_goodbye_is_the_last_message() -> None:
    """After it a client receives None, and neither side can send."""
    client, server = await greeted_pair()
    goodbye = Goodbye(code="closing", text="until tomorrow")
    async with asyncio.timeout(PATIENCE):
        await server.send(goodbye)
        assert await client.receive() == goodbye
        assert await client.receive() is None
        for sending in (client.send(Ping(id=1)), server.send(Pong(id=1))):
            with pytest.raises(ConnectionResetError, match="the connection has ended"):
                await sending


async def test_closing_ends_both_directions() -> None:
    """Who closes receives nothing more and cannot send; the peer receives what was sent before, then None."""
    client, server = await greeted_pair()
    async with asyncio.timeout(PATIENCE):
        await client.send(Ping(id=1))
        client.close()
        await client.wait_closed()
        assert await client.receive() is None
        assert await server.receive() == Ping(id=1)
        with pytest.raises(ConnectionResetError, match="the peer has gone"):
            await server.send(Pong(id=1))
        assert await server.receive() is None
        with pytest.raises(ConnectionResetError, match="the connection has ended"):
            await client.send(Ping(id=2))


async def test_a_slow_peer_pushes_back() -> None:
    """Sending waits while the peer has much to read, and goes on when it has read."""
    client, server = await greeted_pair(held=100)
    async with asyncio.timeout(PATIENCE):
        await server.send(Pong(id=1))
        long = Rules(id=2, text="n" * 40_000)
        sending = asyncio.create_task(server.send(long))
        await asyncio.sleep(0)
        assert not sending.done()
        assert await client.receive() == Pong(id=1)
        assert await client.receive() == long
        await sending


async def test_a_peer_that_says_much_at_once_does_not_keep_others_waiting() -> None:
    """Between two messages that lie ready, other tasks have their turn."""
    client, server = await greeted_pair()
    turns: list[int] = []

    async def other() -> None:
        while True:
            turns.append(len(turns))
            await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE):
        for number in range(1, 11):
            await client.send(Ping(id=number))
        beside = asyncio.create_task(other())
        for _ in range(10):
            await server.receive()
        beside.cancel()
    assert len(turns) >= 9


async def test_a_peer_that_has_died_has_ended() -> None:
    """An error of the system is an end for who receives and who closes, and a ``ConnectionError`` for who sends."""
    client = client_channel(GoneReader(), GoneWriter(), CODEC)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(BrokenPipeError):
            await client.send(HELLO)
        assert await client.receive() is None
        client.close()
        await client.wait_closed()


async def test_a_message_out_of_place_is_our_own_fault() -> None:
    """Nothing is sent of a message that must not be sent now."""
    client, _ = pair(CODEC)
    with pytest.raises(LocalProtocolError, match="a connection begins with the greeting"):
        await client.send(Ping(id=1))
    assert client.state is ConnectionState.SILENT
