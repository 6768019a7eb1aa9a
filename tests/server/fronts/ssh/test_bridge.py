"""The bridge for people's own clients: every byte, in order, whoever is slow, and little held on the way."""

import asyncio
import contextlib
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import asyncssh
import pytest

from protocol.codec import Codec
from protocol.connection import CLIENT_LIMIT, SERVER_LIMIT, write_frame
from protocol.message import ClientMessage, ServerMessage
from protocol.messages import INTERRUPTIONS, Goodbye, Hello, Interrupted, Ping, Pong
from server.fronts.ssh.host_dialler import AWAY, CHUNK, HELD, OVER, Bridge, HostDialler
from server.fronts.ssh.transport.limiter import Flow
from server.host.terms import Passport
from tests.server.fronts.ssh.porter import KEY, MEGAN, Arrival, Porter, a_porter

PATIENCE = 30  # Seconds that anything may take.
PACKET = 8 * 1024  # The most that a client sends at once.
LIMIT = 64 * 1024  # The most that may be held in each direction.
CODEC = Codec()  # The words that are spoken over the bridge.

GREETING = Hello((1, 1), "a test", features=(INTERRUPTIONS,))
"""How a client greets that keeps its channel when the host is lost."""


def written(message: ClientMessage | ServerMessage) -> bytes:
    """Give the frame of a message."""
    return write_frame(CODEC.pack(message), SERVER_LIMIT)


class Channel:
    """The side of a client, which takes what it is told to take."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.bridge: Bridge | None = None
        self.eager = True
        self.taken = bytearray()
        self.errors = bytearray()
        self.reading = True
        self.most_unsent = 0
        self._unsent = bytearray()
        self._window: list[bytes] = []
        self._high = LIMIT

    @property
    def as_ssh(self) -> "asyncssh.SSHServerChannel[bytes]":
        """Give this as the channel that it stands for."""
        return cast("asyncssh.SSHServerChannel[bytes]", self)

    def write(self, data: bytes, /) -> None:
        """Send bytes as soon as the client takes them."""
        self._unsent += data
        if self.eager:
            self.take()
        self.most_unsent = max(self.most_unsent, len(self._unsent))
        if len(self._unsent) > self._high:
            self.flow.hold("channel")

    def write_stderr(self, data: bytes, /) -> None:
        """Send bytes to where errors go."""
        self.errors += data

    def set_write_buffer_limits(self, high: int, /) -> None:
        """Say how many unsent bytes hold the flow."""
        self._high = high

    def take(self, size: int = 1 << 30) -> None:
        """Let the client take what was sent."""
        self.taken += self._unsent[:size]
        del self._unsent[:size]
        if len(self._unsent) <= self._high // 4:
            self.flow.release("channel")

    def pause_reading(self) -> None:
        """Keep what the client sends."""
        self.reading = False

    def resume_reading(self) -> None:
        """Hand in what was kept."""
        self.reading = True
        assert self.bridge is not None
        while self.reading and self._window:
            self.bridge.receive(self._window.pop(0))

    def send(self, data: bytes) -> None:
        """Let the client send a packet."""
        if not self.reading:
            self._window.append(data)
            return
        assert self.bridge is not None
        self.bridge.receive(data)


class Crossing:
    """A bridge that is open, with both its ends."""

    def __init__(
        self, channel: Channel, bridge: Bridge, porter: Porter, host: Arrival, running: "asyncio.Task[int]"
    ) -> None:
        self.porter = porter
        self.channel = channel
        self.bridge = bridge
        self.host = host
        self.running = running

    async def status(self) -> int:
        """Wait until the bridge has ended."""
        async with asyncio.timeout(PATIENCE):
            return await self.running

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait, one turn of the loop after the other, until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await asyncio.sleep(0)

    async def settled(self) -> None:
        """Wait until nothing moves any more: sockets of this machine need a few turns of the loop."""
        for _ in range(200):
            await asyncio.sleep(0)


@asynccontextmanager
async def a_crossing(directory: Path) -> AsyncIterator[Crossing]:
    """Open a bridge from a client to a host."""
    async with a_porter(directory / "s") as porter:
        flow = Flow()
        channel = Channel(flow)
        bridge = channel.bridge = Bridge(channel.as_ssh, flow, MEGAN, HostDialler(directory / "s", Codec()))
        running = asyncio.create_task(bridge.run())
        try:
            yield Crossing(channel, bridge, porter, await porter.arrival(), running)
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


def frames(luck: random.Random, number: int, most: int = CLIENT_LIMIT) -> bytes:
    """Give frames of any sizes."""
    return b"".join(write_frame(luck.randbytes(luck.choice([1, 100, most])), most) for _ in range(number))


def pieces(data: bytes, luck: random.Random) -> list[bytes]:
    """Cut bytes into packets of any sizes."""
    cut, start = [], 0
    while start < len(data):
        size = luck.choice([1, 7, 1000, PACKET])
        cut.append(data[start : start + size])
        start += size
    return cut


@pytest.mark.parametrize("seed", range(10))
async def test_every_byte_crosses_in_order(tmp_path: Path, seed: int) -> None:
    """However the bytes are cut and whoever is slow, both sides read what the other has written."""
    luck = random.Random(seed)
    upward, downward = frames(luck, 60), frames(luck, 60)
    async with a_crossing(tmp_path) as crossing:
        channel, host = crossing.channel, crossing.host
        channel.eager = bool(seed % 2)

        async def write_host() -> None:
            for piece in pieces(downward, luck):
                host.writer.write(piece)
                await host.writer.drain()

        async def read_host() -> bytes:
            return await host.reader.readexactly(len(upward))

        writing, reading = asyncio.create_task(write_host()), asyncio.create_task(read_host())
        for piece in pieces(upward, random.Random(seed + 1)):
            channel.send(piece)
            await asyncio.sleep(0)
            channel.take(luck.choice([1, 500, 20_000]))
        while len(channel.taken) < len(downward):
            await asyncio.sleep(0)
            channel.take(20_000)
        await writing
        assert bytes(channel.taken) == downward
        assert await reading == upward


async def test_a_client_that_stops_reading_makes_the_host_wait(tmp_path: Path) -> None:
    """No more is held for a client than the bound, however much the host has to say; all of it arrives later."""
    said = frames(random.Random(1), 400)
    async with a_crossing(tmp_path) as crossing:
        channel = crossing.channel
        channel.eager = False
        crossing.host.writer.write(said)
        await crossing.until(lambda: not channel.flow.open)
        await crossing.settled()
        assert 0 < channel.most_unsent < LIMIT
        channel.eager = True
        channel.take()
        await crossing.until(lambda: len(channel.taken) == len(said))
        assert bytes(channel.taken) == said


async def test_a_host_that_stops_reading_makes_the_client_wait(tmp_path: Path) -> None:
    """No more is held for the host than the bound; what the client sends meanwhile waits in its window."""
    said = frames(random.Random(2), 400)
    async with a_crossing(tmp_path) as crossing:
        channel = crossing.channel
        crossing.host.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        most = 0
        for start in range(0, len(said), PACKET):
            channel.send(said[start : start + PACKET])
            await asyncio.sleep(0)
            most = max(most, crossing.bridge._held)
        assert not channel.reading
        assert HELD < most <= HELD + PACKET
        assert most + CHUNK < LIMIT
        crossing.host.writer.transport.resume_reading()  # type: ignore[attr-defined]  # likewise
        async with asyncio.timeout(PATIENCE):
            assert await crossing.host.reader.readexactly(len(said)) == said
        assert channel.reading


async def test_the_host_answers_a_client_that_sends_no_more(tmp_path: Path) -> None:
    """Half a connection is enough for the rest of the answer; then the host ends, and with it the crossing."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(Ping(7)))
        crossing.bridge.end_input()
        assert await crossing.host.reader.read() == written(Ping(7))
        assert not crossing.running.done()
        crossing.host.writer.write(written(Pong(7)))
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == written(Pong(7))


async def test_the_host_refuses_what_is_no_frame(tmp_path: Path) -> None:
    """It is passed on as it came, and nothing after it; what the host says to it arrives."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(Ping(7)) + b"GET / HTTP/1.1")
        assert await crossing.host.reader.read() == written(Ping(7)) + b"GET / HTTP/1.1"
        crossing.host.writer.write(written(Goodbye("invalid", "no frame")))
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == written(Goodbye("invalid", "no frame"))


async def test_a_host_that_is_lost_is_told_as_such(tmp_path: Path) -> None:
    """A connection that breaks is none that has ended: the client comes back by itself."""
    async with a_crossing(tmp_path) as crossing:
        crossing.host.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        crossing.channel.send(written(Ping(7)))
        await crossing.settled()
        # What was sent and never read makes the system break the connection instead of ending it.
        crossing.host.writer.transport.abort()
        assert await crossing.status() == AWAY


async def interrupted(channel: Channel, crossing: Crossing, said: bytes = b"") -> None:
    """Wait until the client has been told that the host is lost, after what that one said."""
    await crossing.until(lambda: len(channel.taken) > len(said) + 4)
    message = CODEC.read_server(bytes(channel.taken[len(said) + 4 :]))[0]
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
            channel.send(written(Ping(7)) + written(Ping(7))[:-1])
            assert await crossing.host.reader.readexactly(len(written(Ping(7))))
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


async def test_half_a_message_is_not_passed_on(tmp_path: Path) -> None:
    """A host that is lost in the middle of a message leaves the client its channel."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(written(GREETING))
        assert await crossing.host.reader.readexactly(len(written(GREETING)))
        crossing.host.writer.write(written(Pong(1))[:-1])
        crossing.host.writer.close()
        await interrupted(crossing.channel, crossing)
