"""One person with two real clients that come back by themselves: they never fight for the seat for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from chwech_tui.link import Identity, Link, News, SentAway
from protocol.absence import SetAway
from protocol.aio import ClientChannel
from protocol.messages import Accepted, JoinTable, Refused, Seated
from protocol.talk import Said, Say
from server.host.terms import PUBLIC
from tests.pipes import pair
from tests.server.host.pastime import events, listen, two_playing
from tests.server.host.world import CODEC, World, a_world
from tests.server.virtual_time import in_virtual_time


class Device:
    """A client with a line that can be cut."""

    def __init__(self, world: World, token: str) -> None:
        """Begin without a connection."""
        self.link = Link(self._dial, self._hear, Identity(token=token), clock=world.now)
        self.heard: list[News] = []
        self.greetings = 0
        self.plugged = True
        self.serving: list[asyncio.Task[None]] = []
        self._world = world
        self._channel: ClientChannel | None = None
        self._stirred = asyncio.Event()

    async def _dial(self) -> ClientChannel:
        """Give a connection, where there is a line."""
        if not self.plugged:
            raise ConnectionRefusedError("no network")
        self.greetings += 1
        self._channel, theirs = pair(CODEC)
        self.serving.append(asyncio.create_task(self._world.host.serve(theirs, PUBLIC)))
        return self._channel

    def _hear(self, news: News) -> None:
        """Keep what is told."""
        self.heard.append(news)
        self._stirred.set()

    def sit(self, table: str) -> None:
        """Sit down."""
        self.link.ask(lambda number: JoinTable(number, table))

    def cut(self, *, plugged: bool) -> None:
        """Lose the connection, and the line with it or not."""
        self.plugged = plugged
        assert self._channel is not None
        self._channel.close()

    async def until(self, kind: type, times: int = 1) -> None:
        """Wait until so much of a kind was told."""
        async with asyncio.timeout(300):
            while sum(isinstance(news, kind) for news in self.heard) < times:
                self._stirred.clear()
                await self._stirred.wait()


@asynccontextmanager
async def running(world: World, token: str) -> AsyncIterator[Device]:
    """Let a device run."""
    device = Device(world, token)
    task = asyncio.create_task(device.link.run())
    try:
        yield device
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.gather(*device.serving)


@in_virtual_time
async def test_the_older_device_gives_way_once() -> None:
    """Whoever is superseded is told so and stays away; a whole day later there was no further connection."""
    async with a_world() as world, AsyncExitStack() as devices:
        ann, _ = await two_playing(world)
        laptop = await devices.enter_async_context(running(world, ann.token))
        laptop.sit(ann.view.table)
        await laptop.until(Seated)
        phone = await devices.enter_async_context(running(world, ann.token))
        phone.sit(ann.view.table)
        await phone.until(Seated)
        await laptop.until(SentAway)
        await world.wait(86_400)
        assert (laptop.greetings, phone.greetings) == (1, 1)
        assert not any(isinstance(news, SentAway) for news in phone.heard)


@pytest.mark.parametrize("outage", [5, 100, 1000])
@in_virtual_time
async def test_what_is_said_during_an_outage_is_said_after_it(outage: float) -> None:
    """What somebody asks for while the line is down is done when it is up, also where a bot has stood in for them."""
    async with a_world() as world, AsyncExitStack() as devices:
        ann, ben = await two_playing(world)
        laptop = await devices.enter_async_context(running(world, ann.token))
        laptop.sit(ann.view.table)
        await laptop.until(Seated)
        for times in (2, 3, 4):
            laptop.cut(plugged=False)
            await world.wait(outage)
            number = laptop.link.ask(lambda number: Say(number, "I am on a train"))
            laptop.link.ask(lambda number: SetAway(number, away=True))
            await world.wait(1)
            laptop.plugged = True
            await laptop.until(Seated, times)
            await laptop.until(Accepted, 2 * (times - 1))
            assert not any(isinstance(news, Refused) for news in laptop.heard), number
        await listen(ben, 1)
        assert len(events(ben, Said)) == 3


@in_virtual_time
async def test_the_device_in_use_comes_back_and_the_other_does_not() -> None:
    """The phone in use loses its line and has the seat again; the laptop that was off meanwhile gets none of it."""
    async with a_world() as world, AsyncExitStack() as devices:
        ann, _ = await two_playing(world)
        laptop = await devices.enter_async_context(running(world, ann.token))
        laptop.sit(ann.view.table)
        await laptop.until(Seated)
        laptop.cut(plugged=False)
        phone = await devices.enter_async_context(running(world, ann.token))
        phone.sit(ann.view.table)
        await phone.until(Seated)
        laptop.plugged = True
        await laptop.until(SentAway)
        phone.cut(plugged=True)
        await phone.until(Seated, 2)
        await world.wait(3600)
        assert (laptop.greetings, phone.greetings) == (2, 2)
        assert [news.code for news in laptop.heard if isinstance(news, SentAway)] == ["superseded"]
        assert not any(isinstance(news, SentAway) for news in phone.heard)
