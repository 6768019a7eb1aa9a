"""Slow bots at a table: they think elsewhere, and the table waits for none of them."""

import asyncio
from collections.abc import Callable

import pytest

from protocol.game import Answer
from protocol.setup import Setup
from server.host.tables import actor
from server.tables.clock import LONGEST_PACE
from tests.server.host.bots import SLOW
from tests.server.host.pastime import until_bid
from tests.server.host.world import CODEC, Guest, World, a_world
from tests.server.lots import bid
from tests.server.virtual_time import in_virtual_time

SECONDS = SLOW["lots", "slow"].seconds


class Minds:
    """Worker processes that answer after so long, if they answer at all."""

    def __init__(self, after: float | None, choice: Answer) -> None:
        """Answer always the same."""
        self.after = after
        self.choice = choice
        self.asked: list[asyncio.Future[bytes | None]] = []
        self.started = self.closed = False

    def __call__(self, _bots: str) -> "Minds":
        """Be the workers of a host."""
        return self

    def start(self) -> None:
        """Get ready."""
        self.started = True

    def ask(self, _question: bytes, seconds: float) -> "asyncio.Future[bytes | None]":
        """Answer in time, or too late, or never."""
        assert seconds == SECONDS
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes | None] = loop.create_future()
        self.asked.append(answer)
        if self.after is not None:
            loop.call_later(self.after, self._answer, answer)
        return answer

    def _answer(self, answer: "asyncio.Future[bytes | None]") -> None:
        """Answer, unless nobody waits for it any more."""
        if not answer.done():
            answer.set_result(CODEC.pack(self.choice))

    async def close(self) -> None:
        """End."""
        self.closed = True


@pytest.fixture
def minds(monkeypatch: pytest.MonkeyPatch) -> Callable[[float | None, int], Minds]:
    """Give workers to a host that is opened later."""

    def make(after: float | None, amount: int = 1) -> Minds:
        made = Minds(after, bid(amount))
        monkeypatch.setattr(actor, "Workers", made)
        return made

    return make


async def begun(world: World, pace: float = 0.0) -> tuple[Guest, float]:
    """Give Ann at a table with one slow bot that is to bid, and the time."""
    ann = await world.guest("Ann")
    await ann.open(Setup("lots", 2), bots=("slow",), pace=pace)
    await ann.begin()
    await ann.until_my_turn()
    return ann, world.now()


def scene(after: float | None, make: Callable[[float | None, int], Minds], amount: int = 1) -> tuple[float, str]:
    """Give after how many seconds a slow bot bids at a table in a hurry, and what the log says that it bid."""
    seen: list[tuple[float, str]] = []

    @in_virtual_time
    async def play() -> None:
        workers = make(after, amount)
        async with a_world() as world:
            ann, before = await begun(world)
            assert workers.started
            await until_bid(ann)
            records = [data for data in await world.store.read(ann.view.table) if b"bid " in data]
            seen.append((world.now() - before, str(records[-1])))
        assert workers.closed

    play()
    return seen[0]


def test_a_bot_acts_when_its_time_is_over_and_no_sooner(minds: Callable[[float | None, int], Minds]) -> None:
    """However fast it answers, so that a forced choice looks like a free one."""
    at_once, choice = scene(0.0, minds)
    later, _ = scene(SECONDS - 0.1, minds)
    assert at_once == later == pytest.approx(SECONDS)
    assert "bid 1" in choice


def test_a_bot_that_is_late_is_played_for(minds: Callable[[float | None, int], Minds]) -> None:
    """At the same moment, by its fallback; the answer that comes later changes nothing."""
    when, choice = scene(SECONDS + 0.1, minds)
    never, other = scene(None, minds)
    assert when == never == pytest.approx(SECONDS)
    assert "bid 2" in choice
    assert "bid 2" in other


def test_an_answer_that_is_not_legal_is_not_played(minds: Callable[[float | None, int], Minds]) -> None:
    """The first legal action is."""
    _, choice = scene(0.0, minds, 99)
    assert "bid 0" in choice


def test_at_a_table_of_a_pace_it_takes_the_longer_time(minds: Callable[[float | None, int], Minds]) -> None:
    """Its own time, or what a person would take."""

    @in_virtual_time
    async def play() -> None:
        minds(0.0, 1)
        async with a_world() as world:
            ann, before = await begun(world, pace=5.0)
            await until_bid(ann)
            assert SECONDS <= world.now() - before <= 5.0 * LONGEST_PACE

    play()


def test_a_table_that_sleeps_asks_nobody(minds: Callable[[float | None, int], Minds]) -> None:
    """When the last person has gone, what was asked is not needed any more."""

    @in_virtual_time
    async def play() -> None:
        workers = minds(None, 1)
        async with a_world() as world:
            ann, _ = await begun(world)
            assert [answer.cancelled() for answer in workers.asked] == [False]
            await ann.hang_up()
            assert [answer.cancelled() for answer in workers.asked] == [True]

    play()


def test_other_bots_ask_no_worker(minds: Callable[[float | None, int], Minds]) -> None:
    """No process is started for them."""

    @in_virtual_time
    async def play() -> None:
        workers = minds(None, 1)
        async with a_world() as world:
            ann = await world.guest("Ann")
            await ann.open(Setup("lots", 2), bots=("plain",), pace=0.0)
            await ann.begin()
            await until_bid(ann)
        assert not workers.started
        assert not workers.asked

    play()
