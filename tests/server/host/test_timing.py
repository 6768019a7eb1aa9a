"""Stalls, wakeups of sleeping tables, and the countdown that people see."""

import asyncio
from collections.abc import Iterator

import pytest

from protocol.messages import Happened, Refused, Seated, TableChanged, TableShown
from protocol.setup import USUAL, Clock, Setup, TableTime
from protocol.tableview import TablePhase, TableView
from server.host.clock import AGAIN_SECONDS, BEAT_SECONDS, SPARE, STEP_SECONDS, StallDetector, Wakeups
from server.tables.absence import GRACE_SECONDS
from server.tables.heading import Heading
from tests.server.host.pastime import listen, seat, stall, time_of, two_playing
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_stall_is_noticed() -> None:
    """What the server slept through is known to within one beat."""
    stalls = StallDetector()
    stalls.start()
    await asyncio.sleep(10)
    assert stalls.lost == 0
    stall(5)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert 5 - BEAT_SECONDS <= stalls.lost <= 5
    stalls.stop()


@in_virtual_time
async def test_a_stall_is_felt_at_once() -> None:
    """Whoever needs to know need not wait for the next beat; and nothing is counted twice."""
    stalls = StallDetector()
    stalls.start()
    stall(5)
    stalls.feel()
    felt = stalls.lost
    assert 5 - BEAT_SECONDS <= felt <= 5
    await asyncio.sleep(1)
    assert stalls.lost == felt
    stalls.stop()


@in_virtual_time
async def test_nothing_is_noticed_while_no_clock_runs() -> None:
    """Without a clock there is no beat; with the last one it ends."""
    stalls = StallDetector()
    stalls.feel()
    for _ in range(2):
        stalls.start()
    stalls.stop()
    stalls.stop()
    stall(5)
    stalls.feel()
    await asyncio.sleep(1)
    assert stalls.lost == 0


def brief(code: str, wake: float | None) -> Heading:
    """Give the heading of a table that has to be woken after so long."""
    return Heading(code, 0.0, Setup("lots", 3), TablePhase.PLAYING, (), "", "ann", arrangement=USUAL, wake=wake)


class Woken:
    """Which tables were woken, and when."""

    def __init__(self) -> None:
        """Begin now."""
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()
        self.when: list[tuple[str, float]] = []
        self.wakeups = Wakeups(lambda code: self.when.append((code, round(self._loop.time() - self._start, 3))))


@in_virtual_time
async def test_each_in_its_turn() -> None:
    """A table is woken when its moment has come, the earlier one first, and once."""
    woken = Woken()
    woken.wakeups.note(brief("late", 20))
    woken.wakeups.note(brief("early", 10))
    woken.wakeups.note(brief("early too", 10))
    await asyncio.sleep(100)
    assert woken.when == [("early", 10), ("early too", 10), ("late", 20)]


@in_virtual_time
async def test_the_last_word_counts() -> None:
    """A new moment takes the place of the old one, and what may sleep is not woken."""
    woken = Woken()
    woken.wakeups.note(brief("moved", 10))
    woken.wakeups.note(brief("asleep", 10))
    woken.wakeups.note(brief("moved", 30))
    woken.wakeups.note(brief("asleep", None))
    await asyncio.sleep(100)
    assert woken.when == [("moved", 30)]
    assert woken.wakeups.since("asleep") is None


@in_virtual_time
async def test_a_reminder_does_not_set_the_clock() -> None:
    """The clock runs from the last record on, whatever the table is reminded of; a table in trouble begins anew."""
    woken = Woken()
    woken.wakeups.note(brief("a", 10))
    start = woken.wakeups.since("a")
    await asyncio.sleep(50)
    woken.wakeups.remind("a", 10)
    assert woken.wakeups.since("a") == start
    woken.wakeups.again("a")
    assert woken.wakeups.since("a") != start
    await asyncio.sleep(100)
    assert woken.when == [("a", 10), ("a", 50 + AGAIN_SECONDS)]


@in_virtual_time
async def test_not_all_at_once() -> None:
    """A server that starts wakes its tables one after the other; those that may sleep are left alone."""
    woken = Woken()
    woken.wakeups.fill([brief(str(number), 0.0 if number % 2 else None) for number in range(6)])
    await asyncio.sleep(100)
    assert woken.when == [("1", 0), ("3", STEP_SECONDS), ("5", 2 * STEP_SECONDS)]


@in_virtual_time
async def test_nobody_is_woken_at_the_end() -> None:
    """A list that is closed wakes nobody."""
    woken = Woken()
    woken.wakeups.note(brief("a", 10))
    woken.wakeups.close()
    await asyncio.sleep(100)
    assert woken.when == []


@in_virtual_time
async def test_what_does_not_count_any_more_is_not_kept() -> None:
    """However often the moment of a table is set anew, no more is kept than some hundred; it is woken as told last."""
    woken = Woken()
    woken.wakeups.note(brief("soon", 50))
    for number in range(1000):
        woken.wakeups.note(brief("often", 86400 + number))
        assert len(woken.wakeups._heap) <= SPARE + 4
    await asyncio.sleep(2 * 86400)
    assert woken.when == [("soon", 50), ("often", 87399)]


def pictures(guest: Guest, since: int = 0) -> Iterator[TableView]:
    """Give every picture that somebody was shown, from the so many-th message on."""
    for message in guest.heard[since:]:
        view = message.view if isinstance(message, Happened | Seated | TableChanged | TableShown | Refused) else None
        if view is not None:
            yield view


def clocks(guest: Guest, since: int) -> list[TableTime]:
    """Give every clock that somebody was shown."""
    return [view.time for view in pictures(guest, since) if view.time is not None]


async def hear_now(guest: Guest) -> None:
    """Hear whatever has arrived."""
    await listen(guest, 0.001)


@in_world
async def test_a_spectator_changes_no_clock(world: World) -> None:
    """Whoever begins to watch, or ends it, lets the time of the person on turn run on."""
    ann, ben = await two_playing(world, Clock(30, 10))
    await ann.bid(1)
    await hear_now(ben)
    due, heard = time_of(ben).deadline, len(ben.heard)
    eve = await world.guest("Eve")
    await listen(ben, 25)
    await eve.watch(ben.view.table)
    assert time_of(eve).now == pytest.approx(world.now(), abs=0.01)
    await hear_now(ben)
    assert time_of(ben).left == pytest.approx(15, abs=0.1)
    await listen(ben, 5)
    await eve.leave()
    await hear_now(ben)
    assert time_of(ben).left == pytest.approx(10, abs=0.1)
    assert [clock.deadline for clock in clocks(ben, heard)] == [pytest.approx(due, abs=0.01)] * 2


@in_virtual_time
async def test_a_clock_that_waits_for_people_has_no_deadline() -> None:
    """While time runs for nobody because they are on their way back to a new server, no deadline is shown."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, _ = await two_playing(world, Clock(30))
        await ann.bid(1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        assert time_of(again).deadline is None
        assert time_of(again).left == pytest.approx(30, abs=0.1)
        assert seat(again, 1).grace == pytest.approx(world.now() + GRACE_SECONDS, abs=0.1)
