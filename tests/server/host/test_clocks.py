"""Clocks at a host: deadlines are the server's, and nobody loses time through it."""

import asyncio
from collections.abc import Awaitable

import pytest

from protocol.absence import Absence, StoodIn, TimedOut
from protocol.message import Seat
from protocol.messages import Accepted, Act, Happened, Refused, TableChanged
from protocol.setup import Clock
from server.host.clock import LENIENCE_SECONDS
from server.host.limits import RETRY_SECONDS
from server.tables.absence import GRACE_SECONDS
from tests.server.host.pastime import bids, events, listen, seat, stall, time_of, two_playing, until
from tests.server.host.world import a_world
from tests.server.lots import bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

ANN, BEN = Seat(0), Seat(1)


@in_virtual_time
async def test_out_of_time() -> None:
    """Who does not act by the deadline that everybody was told is acted for, and not before."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30, 20))
        await ann.bid(1)
        assert time_of(ann).seats == (BEN,)
        deadline = time_of(ann).deadline
        assert deadline is not None
        assert deadline == pytest.approx(world.now() + 50, abs=1)
        late = await until(ben, TimedOut)
        assert late == TimedOut(BEN, "Ben")
        assert deadline <= world.now() <= deadline + 2 * LENIENCE_SECONDS
        await ann.until(lambda view: view.waits_for != ())


@in_virtual_time
async def test_a_slow_store_costs_nobody_time() -> None:
    """While a record is being stored nobody's clock runs."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        world.store.delay = 100
        before = time_of(ben).left
        await ann.bid(1)
        await ben.until(lambda _: bids(ben)[0] is not None)
        assert time_of(ben).left == pytest.approx(before, abs=1)
        assert time_of(ben).deadline == pytest.approx(world.now() + before, abs=1)
        world.store.delay = 0
        assert isinstance(await ben.bid(1), Accepted)
        assert not events(ben, TimedOut)


@in_virtual_time
async def test_what_comes_while_the_store_is_slow_is_in_time() -> None:
    """An action that waits for its turn, behind another that is being stored, is never late."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await listen(ben, 29)
        world.store.delay = 10
        await ann.channel.send(Act(10**12, ann.view.seq, bid(1)))
        await ben.until(lambda _: bids(ben)[0] is not None)
        await ben.channel.send(Act(10**12 + 1, ben.view.seq, bid(2)))
        await ben.until(lambda view: view.waits_for != ())
        assert not events(ben, TimedOut)


@pytest.mark.parametrize("seconds", [10, 29, 29.9, 29.97, 30, 30.2])
@in_virtual_time
async def test_a_stall_of_the_server_costs_nobody_time(seconds: float) -> None:
    """What was sent before a stall ends is in time, however late the server looks at it."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
        await listen(ben, seconds)
        await ben.channel.send(Act(10**12, ben.view.seq, bid(2)))
        stall(600)
        await ben.until(lambda view: view.waits_for != ())
        assert not events(ben, TimedOut)


@in_virtual_time
async def test_what_comes_during_a_stall_is_in_time() -> None:
    """What was sent in time while the server stood still is dealt with before anybody is late."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
        await ben.until(lambda _: bids(ben)[0] is not None)
        sending = asyncio.create_task(later(29.995, ben.channel.send(Act(10**12, ben.view.seq, bid(2)))))
        await listen(ben, 29.99)
        stall(600)
        await ben.until(lambda view: view.waits_for != ())
        assert not events(ben, TimedOut)
        await sending


async def later(seconds: float, doing: Awaitable[None]) -> None:
    """Do something after so long."""
    await asyncio.sleep(seconds)
    await doing


@in_virtual_time
async def test_a_stall_moves_the_deadline() -> None:
    """Time in which the server did nothing does not count: the deadline is later by it, and that is told."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
        await ben.until(lambda _: bids(ben)[0] is not None)
        told = time_of(ben).deadline
        assert told is not None
        await listen(ben, 10)
        stall(100)
        await until(ben, TimedOut)
        assert world.now() == pytest.approx(told + 100, abs=1.5)
        shown = [message.view.time for message in ben.heard if isinstance(message, Happened | TableChanged)]
        assert any(time.deadline == pytest.approx(told + 100, abs=1.5) for time in shown if time and time.deadline)


@in_virtual_time
async def test_the_clock_stands_while_the_store_fails() -> None:
    """When the store works again everybody has what was left at the last record."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await listen(ben, 5)
        world.store.break_down()
        assert isinstance(await ann.bid(1), Refused)
        await listen(ben, 1000)
        world.store.mend()
        await listen(ben, RETRY_SECONDS + 1)
        assert time_of(ben).left == pytest.approx(30, abs=2)
        assert not events(ben, TimedOut)
        await until(ben, TimedOut)


@in_virtual_time
async def test_the_clock_stands_while_the_server_is_down() -> None:
    """A start of the server gives everybody what was left at the last record."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(30, 60))
        await listen(ben, 40)
        await ann.bid(1)
    await asyncio.sleep(10_000)
    async with a_world(store) as world:
        again = await world.back(ben)
        await again.join(ben.view.table)
        time = time_of(again)
        assert time.left == pytest.approx(50, abs=1.5)
        assert time.deadline == pytest.approx(world.now() + time.left)
        assert not events(again, TimedOut)


@in_virtual_time
async def test_nobody_loses_time_on_the_way_back_to_a_server_that_has_started_again() -> None:
    """Whoever is there first does not let the others' time run: it begins when they are back."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        await listen(again, 20)
        other = await world.back(ben)
        await other.join(ann.view.table)
        assert time_of(other).left == pytest.approx(30, abs=1.5)
        assert time_of(other).deadline == pytest.approx(world.now() + 30, abs=1.5)
        await other.hang_up()
        await listen(again, 10)
        assert time_of(again).deadline == pytest.approx(world.now() + 20, abs=1.5)
        await until(again, TimedOut)


@in_virtual_time
async def test_who_does_not_come_back_to_a_server_that_has_started_again() -> None:
    """They are waited for as after any loss of a connection, and a server that has run for a while waits for nobody."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(300))
        await ann.bid(1)
    async with a_world(store, number=1) as world:
        await world.wait(GRACE_SECONDS)
        again = await world.back(ann)
        await again.join(ann.view.table)
        await listen(again, 20)
        other = await world.back(ben)
        await other.join(ann.view.table)
        assert time_of(other).left == pytest.approx(280, abs=1.5)
        await other.hang_up()
        assert (await until(again, StoodIn)).why is Absence.LOST


@pytest.mark.parametrize("hours", [-5, 7])
@in_virtual_time
async def test_a_clock_that_is_set(hours: int) -> None:
    """Whoever sets the clock of the machine takes no time from anybody and gives none; what is shown follows."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
        start = world.now()
        await listen(ben, 10)
        world.skew = 3600.0 * hours
        await ann.hang_up()
        await listen(ben, 1)
        time = time_of(ben)
        assert time.deadline is not None
        assert time.deadline - time.now == pytest.approx(start + 30 - world.now(), abs=1.5)
        await until(ben, TimedOut)
        assert world.now() == pytest.approx(start + 30, abs=1.5)


@in_virtual_time
async def test_a_table_that_everybody_left_stops_its_clock() -> None:
    """With nobody connected no time runs; who comes back has what was left when the last one went, and no more."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await listen(ben, 10)
        await ann.hang_up()
        await listen(ben, 10)
        await ben.hang_up()
        await world.wait(10_000)
        again = await world.back(ben)
        await again.join(ben.view.table)
        assert time_of(again).left == pytest.approx(10, abs=1.5)
        assert not seat(again, BEN).away


@in_virtual_time
async def test_an_orderly_end_of_the_server_wins_no_time() -> None:
    """Who was thinking when the server was ended goes on with what was left."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(30))
        await listen(ben, 20)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ben.view.table)
        assert time_of(again).left == pytest.approx(10, abs=1.5)


@in_virtual_time
async def test_a_store_that_fails_when_everybody_goes() -> None:
    """What cannot be written down then is given back, and the table can be come to again."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30))
        await listen(ben, 10)
        world.store.break_down()
        for guest in (ann, ben):
            await guest.hang_up()
        world.store.mend()
        again = await world.back(ben)
        await again.join(ben.view.table)
        assert time_of(again).left == pytest.approx(30, abs=1.5)


@in_virtual_time
async def test_a_newer_connection_wins_no_time() -> None:
    """Who comes by another connection has the time that was left, and loses none."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(30, 60))
        for _ in range(3):
            await listen(ben, 10)
            ben = await world.back(ben)
            await ben.join(ann.view.table)
        assert time_of(ben).left == pytest.approx(60, abs=1.5)
