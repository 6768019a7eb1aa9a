"""Clocks of correspondence at a host: days run with nobody there, and a start of the server gives little back."""

import asyncio

import pytest

from protocol.absence import TimedOut
from protocol.lobby import EnterLobby, LobbyChanged, SayInLobby
from protocol.message import Seat
from protocol.messages import ListTables, Tables
from protocol.setup import Clock
from tests.server.host.pastime import DAY, events, listen, time_of, two_playing
from tests.server.host.world import Guest, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

BEN = Seat(1)


@in_virtual_time
async def test_correspondence_goes_on_with_nobody_there() -> None:
    """Where a move has days the time runs out though nobody is connected, and visits do not renew it."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(DAY))
        await ann.bid(1)
        start = world.now()
        for guest in (ann, ben):
            await guest.hang_up()
        await world.wait(DAY / 2)
        again = await world.back(ann)
        await again.join(ann.view.table)
        deadline = time_of(again).deadline
        assert deadline == pytest.approx(start + DAY, abs=2)
        await again.hang_up()
        await world.wait(DAY / 2 + 60)
        again = await world.back(ann)
        await again.join(ann.view.table, ann.view.seq)
        assert events(again, TimedOut) == [TimedOut(BEN, "Ben")]


@in_virtual_time
async def test_correspondence_after_a_start() -> None:
    """A server that starts finds the tables that wait for a deadline; a few hours at most are given back."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(2 * DAY))
        await ann.bid(1)
        for guest in (ann, ben):
            await guest.hang_up()
        await world.wait(DAY)
    await asyncio.sleep(5 * DAY)
    async with a_world(store, number=1) as world:
        start = world.now()
        await world.wait(0.7 * DAY)
        again = await world.back(ann)
        await again.join(ann.view.table)
        deadline = time_of(again).deadline
        assert deadline is not None
        assert DAY - 60 <= deadline - start <= DAY + 6 * 3600 + 60
        await again.hang_up()
        await world.wait(deadline - world.now() + 60)
        again = await world.back(ann)
        await again.join(ann.view.table, ann.view.seq)
        assert events(again, TimedOut) == [TimedOut(BEN, "Ben")]


async def shown(guest: Guest) -> float:
    """Give the deadline that somebody reads in the list."""
    answer = await guest.ask(ListTables)
    assert isinstance(answer, Tables), answer
    deadline = answer.tables[0].deadline
    assert deadline is not None
    return deadline


@in_virtual_time
async def test_a_lobby_that_is_open_is_told_of_a_clock_that_was_set() -> None:
    """With the next news of anything, whoever plays by correspondence reads when time really runs out."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(2 * DAY))
        await ann.bid(1)
        await ben.ask(EnterLobby)
        await listen(ben, 5)
        world.skew = 5 * DAY
        told = len(ben.heard)
        await ann.ask(lambda number: SayInLobby(number, "hello"))
        await listen(ben, 5)
        entries = [entry for news in ben.heard[told:] if isinstance(news, LobbyChanged) for entry in news.tables]
        (deadline,) = [entry.deadline for entry in entries]
        assert deadline == pytest.approx(world.now() + 7 * DAY, abs=12)
        assert not await more_tables(ann, ben)


async def more_tables(ann: Guest, ben: Guest) -> bool:
    """Say whether the next news tell of tables once more."""
    told = len(ben.heard)
    await ann.ask(lambda number: SayInLobby(number, "hello again"))
    await listen(ben, 5)
    return any(isinstance(news, LobbyChanged) and news.tables for news in ben.heard[told:])


@pytest.mark.parametrize("set_by", [-3 * DAY, 400.0, 5 * DAY])
@in_virtual_time
async def test_the_list_says_when_time_really_runs_out(set_by: float) -> None:
    """Whoever sets the clock of the machine, or starts the server anew, changes what is left for nobody."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(2 * DAY))
        await ann.bid(1)
        left = 2 * DAY
        assert await shown(ben) - world.now() == pytest.approx(left, abs=2)
        await world.wait(DAY / 8)
        left -= DAY / 8
        world.skew = set_by
        assert await shown(ben) - world.now() - world.skew == pytest.approx(left, abs=2)
        for guest in (ann, ben):
            await guest.hang_up()
    await asyncio.sleep(5 * DAY)
    async with a_world(store, number=1) as world:
        world.skew = set_by
        again = await world.back(ben)
        # What had run since the last record is given back.
        deadline = await shown(again)
        assert deadline - world.now() - world.skew == pytest.approx(2 * DAY, abs=2)
        await again.hang_up()
        await world.wait(2 * DAY - 60)
        world.skew = 0.0
        again = await world.back(ben)
        assert await shown(again) - world.now() == pytest.approx(60, abs=2)
        await again.join(ann.view.table)
        await listen(again, 120)
        assert events(again, TimedOut) == [TimedOut(BEN, "Ben")]


@in_virtual_time
async def test_a_table_of_correspondence_that_cannot_be_read() -> None:
    """While the store fails nobody runs out of time, and the table is looked at again by and by."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(DAY))
        await ann.bid(1)
        for guest in (ann, ben):
            await guest.hang_up()
        world.store.break_down()
        await world.wait(2 * DAY)
        world.store.mend()
        await world.wait(DAY + 3600)
        again = await world.back(ann)
        await again.join(ann.view.table, ann.view.seq)
        assert events(again, TimedOut) == [TimedOut(BEN, "Ben")]
