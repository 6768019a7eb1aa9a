"""The bridge for people's own clients: every byte, in order, whoever is slow, and little held on the way."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import asyncssh
import pytest

from protocol.codec import Codec
from server.fronts.ssh import bridge as bridge_module
from server.fronts.ssh.bridge import AWAY, CHUNK, HELD, OVER, Bridge
from server.fronts.ssh.host_dialler import STARTING, HostDialler
from server.fronts.ssh.transport.flow import Flow
from server.host.terms import Passport
from tests.server.fronts.ssh.porter import KEY, MEGAN, Arrival, Porter, a_porter

PATIENCE = 30
"""Seconds that anything may take."""

PACKET = 8 * 1024
"""The most that a client sends at once."""

LIMIT = 64 * 1024
"""The most that may be held in each direction."""


class Channel:
    """The side of a client, which takes what it is told to take."""

    def __init__(self, flow: Flow) -> None:
        """Begin with a client that takes everything at once."""
        self.flow = flow
        self.bridge: Bridge | None = None
        self.eager = True
        self.taken = bytearray()
        self.errors = bytearray()
        self.aborted = False
        self.broken = False
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
        if self.broken:
            raise BrokenPipeError("Channel not open for sending")
        self._unsent += data
        if self.eager:
            self.take()
        self.most_unsent = max(self.most_unsent, len(self._unsent))
        if len(self._unsent) > self._high:
            self.flow.hold("channel")

    def write_stderr(self, data: bytes, /) -> None:
        """Send bytes to where errors go."""
        if self.broken:
            raise BrokenPipeError("Channel not open for sending")
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
            self.bridge.feed(self._window.pop(0))

    def abort(self) -> None:
        """Close at once."""
        self.aborted = self.broken = True

    def send(self, data: bytes) -> None:
        """Let the client send a packet."""
        if not self.reading:
            self._window.append(data)
            return
        assert self.bridge is not None
        self.bridge.feed(data)


class Crossing:
    """A bridge that is open, with both its ends."""

    def __init__(
        self, channel: Channel, bridge: Bridge, porter: Porter, host: Arrival, running: "asyncio.Task[int]"
    ) -> None:
        """Hold the ends."""
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


def pieces(data: bytes, luck: random.Random) -> list[bytes]:
    """Cut bytes into packets of any sizes."""
    cut, start = [], 0
    while start < len(data):
        size = luck.choice([1, 7, 1000, PACKET])
        cut.append(data[start : start + size])
        start += size
    return cut


async def test_the_passport_is_the_fronts_own(tmp_path: Path) -> None:
    """Whatever a client sends comes after the passport that the front has written."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(b"\x00\x00\x00\x01 a passport of my own")
        assert crossing.host.passport == Passport(KEY, "192.0.2.1")
        assert await crossing.host.reader.readexactly(25) == b"\x00\x00\x00\x01 a passport of my own"


@pytest.mark.parametrize("seed", range(10))
async def test_every_byte_crosses_in_order(tmp_path: Path, seed: int) -> None:
    """However the bytes are cut and whoever is slow, both sides read what the other has written."""
    luck = random.Random(seed)
    upward, downward = luck.randbytes(300_000), luck.randbytes(300_000)
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
    said = random.Random(1).randbytes(2_000_000)
    async with a_crossing(tmp_path) as crossing:
        channel = crossing.channel
        channel.eager = False
        crossing.host.writer.write(said)
        await crossing.until(lambda: not channel.flow.open)
        await crossing.settled()
        assert channel.most_unsent == CHUNK < LIMIT
        channel.eager = True
        channel.take()
        await crossing.until(lambda: len(channel.taken) == len(said))
        assert bytes(channel.taken) == said


async def test_a_host_that_stops_reading_makes_the_client_wait(tmp_path: Path) -> None:
    """No more is held for the host than the bound; what the client sends meanwhile waits in its window."""
    said = random.Random(2).randbytes(2_000_000)
    async with a_crossing(tmp_path) as crossing:
        channel = crossing.channel
        crossing.host.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        most = 0
        for start in range(0, len(said), PACKET):
            channel.send(said[start : start + PACKET])
            await asyncio.sleep(0)
            most = max(most, len(crossing.bridge._held))
        assert not channel.reading
        assert HELD < most <= HELD + PACKET
        assert most + CHUNK < LIMIT
        crossing.host.writer.transport.resume_reading()  # type: ignore[attr-defined]  # likewise
        async with asyncio.timeout(PATIENCE):
            assert await crossing.host.reader.readexactly(len(said)) == said
        assert channel.reading


async def test_a_client_that_takes_nothing_for_long_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its channel is closed at once, and the host hears that it has gone."""
    monkeypatch.setattr(bridge_module, "PATIENCE", 0.01)
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.eager = False
        crossing.host.writer.write(bytes(200_000))
        assert await crossing.status() == AWAY
        assert crossing.channel.aborted
        with pytest.raises(ConnectionResetError):
            await crossing.host.reader.read()


async def test_a_host_that_takes_nothing_for_long_ends_the_crossing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that hangs does not keep a client waiting for ever."""
    monkeypatch.setattr(bridge_module, "PATIENCE", 0.01)
    async with a_crossing(tmp_path) as crossing:
        crossing.host.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        for _ in range(200):
            crossing.channel.send(bytes(PACKET))
        assert await crossing.status() == OVER


async def test_the_last_words_of_the_host_arrive(tmp_path: Path) -> None:
    """When the host ends, the client has all that it said, and the status says that it is over."""
    async with a_crossing(tmp_path) as crossing:
        crossing.host.writer.write(b"goodbye")
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == b"goodbye"


async def test_the_host_answers_a_client_that_sends_no_more(tmp_path: Path) -> None:
    """Half a connection is enough for the rest of the answer; then the host ends, and with it the crossing."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.send(b"last words")
        crossing.bridge.feed_eof()
        assert await crossing.host.reader.read() == b"last words"
        assert not crossing.running.done()
        crossing.host.writer.write(b"heard")
        crossing.host.writer.close()
        assert await crossing.status() == OVER
        assert bytes(crossing.channel.taken) == b"heard"


async def test_a_host_that_does_not_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that has ended holds nothing for long."""
    monkeypatch.setattr(bridge_module, "LINGER", 0)
    async with a_crossing(tmp_path) as crossing:
        crossing.bridge.feed_eof()
        assert await crossing.status() == OVER


async def test_a_host_that_is_lost_is_told_as_such(tmp_path: Path) -> None:
    """A connection that breaks is none that has ended: the client comes back by itself."""
    async with a_crossing(tmp_path) as crossing:
        crossing.host.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        crossing.channel.send(b"never read")
        await crossing.settled()
        # What was sent and never read makes the system break the connection instead of ending it.
        crossing.host.writer.transport.abort()
        assert await crossing.status() == AWAY


async def test_a_channel_that_is_closed_ends_the_crossing(tmp_path: Path) -> None:
    """A client that has gone is not written to; the host hears of it."""
    async with a_crossing(tmp_path) as crossing:
        crossing.channel.broken = True
        crossing.host.writer.write(b"is anybody there?")
        assert await crossing.status() == AWAY
        assert await crossing.host.reader.read() == b""


async def test_a_crossing_that_is_given_up_ends_the_host_and_leaves_no_task(tmp_path: Path) -> None:
    """When the connection of the client is lost, whoever owns the bridge cancels it, and that is all."""
    async with a_crossing(tmp_path) as crossing:
        before = len(asyncio.all_tasks())
        crossing.running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await crossing.running
        assert len(asyncio.all_tasks()) == before - 2
        assert await crossing.host.reader.read() == b""


@pytest.mark.parametrize("broken", [False, True], ids=["listening", "gone"])
async def test_without_a_host_the_client_is_told_to_come_again(tmp_path: Path, broken: bool) -> None:
    """The channel gets a sentence and a status that says so."""
    flow = Flow()
    channel = Channel(flow)
    channel.broken = broken
    bridge = Bridge(channel.as_ssh, flow, MEGAN, HostDialler(tmp_path / "nothing", Codec()))
    assert await bridge.run() == AWAY
    assert channel.errors.decode() == ("" if broken else f"chwech: {STARTING}\n")
