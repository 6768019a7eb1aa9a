"""The bridge when the host is lost: who knows how keeps the channel, greets again, and gets the next host."""

import socket
from pathlib import Path

import pytest

from protocol.codec import Codec
from protocol.framing import SERVER_LIMIT, write_frame
from protocol.message import ClientMessage, ServerMessage
from protocol.messages import INTERRUPTIONS, Goodbye, Hello, Interrupted, Ping, Pong
from server.fronts.ssh import bridge as bridge_module
from server.fronts.ssh.bridge import AWAY, OVER
from server.host.terms import Passport
from tests.server.fronts.ssh.porter import KEY
from tests.server.fronts.ssh.test_bridge import PATIENCE, Channel, Crossing, a_crossing

CODEC = Codec()
"""The words that are spoken over the bridge."""

GREETING = Hello((1, 1), "a test", features=(INTERRUPTIONS,))
"""How a client greets that keeps its channel when the host is lost."""


def written(message: ClientMessage | ServerMessage) -> bytes:
    """Give the frame of a message."""
    return write_frame(CODEC.pack(message), SERVER_LIMIT)


async def interrupted(channel: Channel, crossing: Crossing, said: bytes = b"") -> None:
    """Wait until the client has been told that the host is lost, after what that one said."""
    await crossing.until(lambda: len(channel.taken) > len(said) + 4)
    message = CODEC.decode_server(bytes(channel.taken[len(said) + 4 :]))
    assert isinstance(message, Interrupted)
    channel.taken.clear()


async def test_a_client_keeps_its_channel_when_the_host_is_lost(tmp_path: Path) -> None:
    """It is told so, greets again, and is with the next host; what was meant for the one before is not heard there."""
    async with a_crossing(tmp_path) as crossing:
        channel = crossing.channel
        channel.send(written(GREETING))
        for number in range(3):
            assert await crossing.host.reader.readexactly(len(written(GREETING))) == written(GREETING)
            crossing.host.writer.write(written(Pong(7)))
            channel.send(written(Ping(7))[:-1])
            assert await crossing.host.reader.readexactly(len(written(Ping(7))) - 1)
            crossing.host.writer.close()
            await interrupted(channel, crossing, written(Pong(7)))
            channel.send(written(Ping(7))[-1:] + written(Ping(8)))
            channel.send(b"\0\0\0\1?" + written(GREETING))
            crossing.host = await crossing.porter.arrival()
            assert crossing.host.passport == Passport(KEY, "192.0.2.1"), number


async def test_a_host_that_is_away_for_a_while_is_waited_for(tmp_path: Path) -> None:
    """The client greets before there is another host, and is with it as soon as there is."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        (tmp_path / "s").rename(tmp_path / "away")
        crossing.host.writer.close()
        await interrupted(crossing.channel, crossing)
        crossing.channel.send(written(GREETING))
        await crossing.until(lambda: not crossing.bridge._held)
        (tmp_path / "away").rename(tmp_path / "s")
        host = await crossing.porter.arrival()
        assert await host.reader.readexactly(len(written(GREETING))) == written(GREETING)


async def test_a_host_that_is_lost_before_it_hears_the_greeting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client is told twice, and greets twice; the next host hears the second greeting alone."""
    async with a_crossing(tmp_path) as crossing:
        channel, dialler = crossing.channel, crossing.bridge._dialler
        opened = dialler.open

        async def lost(_visitor: object) -> socket.socket:
            monkeypatch.setattr(type(dialler), "open", lambda _self, visitor: opened(visitor))
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            theirs.close()
            return ours

        channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        monkeypatch.setattr(type(dialler), "open", lambda _self, visitor: lost(visitor))
        crossing.host.writer.close()
        await interrupted(channel, crossing)
        channel.send(written(GREETING))
        await interrupted(channel, crossing)
        channel.send(written(GREETING))
        host = await crossing.porter.arrival()
        assert await host.reader.readexactly(len(written(GREETING))) == written(GREETING)
        channel.send(written(Ping(7)))
        assert await host.reader.readexactly(len(written(Ping(7)))) == written(Ping(7))


async def test_a_host_that_never_comes_ends_the_crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client has its channel closed in the end, and comes back by itself."""
    monkeypatch.setattr(bridge_module, "HOST_SECONDS", 0.01)
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        (tmp_path / "s").unlink()
        crossing.host.writer.close()
        await interrupted(crossing.channel, crossing)
        crossing.channel.send(written(GREETING))
        assert await crossing.status() == AWAY


@pytest.mark.parametrize("ends", [False, True], ids=["silent", "ended"])
async def test_a_client_that_does_not_greet_again_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: bool
) -> None:
    """One that says nothing, or only what was meant for the last host, is not waited for; nor one that has ended."""
    monkeypatch.setattr(bridge_module, "GREETING_SECONDS", PATIENCE if ends else 0.01)
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        crossing.host.writer.close()
        await interrupted(crossing.channel, crossing)
        crossing.channel.send(written(Ping(9)))
        if ends:
            crossing.bridge.feed_eof()
        assert await crossing.status() == AWAY


@pytest.mark.parametrize("first", [Hello((1, 1)), Hello((1, 1), features=("chat",)), Ping(1)])
async def test_a_client_that_cannot_greet_again_is_closed(tmp_path: Path, first: ClientMessage) -> None:
    """Whoever has not said that they know how is told nothing that they do not know."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(first) + written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(first) + written(GREETING)))
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert not crossing.channel.taken


async def test_a_goodbye_is_the_end(tmp_path: Path) -> None:
    """A host that ends the conversation is not lost."""
    said = written(Pong(1)) + written(Goodbye("closing", "until tomorrow"))
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        crossing.host.writer.write(said)
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == said


async def test_half_a_message_cannot_be_taken_back(tmp_path: Path) -> None:
    """A host that is lost in the middle of a message takes the channel along: nothing can be said after that."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        crossing.host.writer.write(written(Pong(1))[:-1])
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == written(Pong(1))[:-1]
