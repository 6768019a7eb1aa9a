"""Clocks of correspondence at a host: days run with nobody there, and a start of the server gives little back."""

import asyncio

import pytest

from protocol.clock import Clock, TimedOut
from protocol.vocabulary import Seat
from tests.server.host.pastime import DAY, events, time_of, two_playing
from tests.server.host.world import FaultyStore, a_world
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
