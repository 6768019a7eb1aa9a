"""A seat that another connection has taken over: the old one does nothing any more, however late its words arrive."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from protocol.absence import Resign
from protocol.errors import ErrorCode
from protocol.messages import (
    Accepted,
    Act,
    FromClient,
    Goodbye,
    Hello,
    JoinTable,
    LeaveTable,
    OpenTable,
    Ping,
    Refused,
    Seated,
    TableChanged,
    WatchTable,
)
from protocol.seating import QuickTable
from protocol.setup import Setup
from protocol.talk import Said, Say
from tests.server.host.pastime import events, listen, two_playing
from tests.server.host.world import Guest, World, a_world
from tests.server.lots import bid
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_what_waits_for_its_turn_is_not_done_for_an_old_connection() -> None:
    """While the disk is slow somebody comes again, and then their old connection asks: nothing comes of that."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        again = await world.back(ann)
        world.store.delay = 2.0
        bidding = asyncio.create_task(ben.bid(1))
        await world.wait(0.5)
        coming = asyncio.create_task(again.join(ann.view.table))
        await world.wait(0.5)
        await ann.channel.send(Say(2**40, "from the old connection"))
        assert isinstance(await coming, Seated)
        await bidding
        goodbye = await ann.until_gone()
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == "superseded"
        await listen(ben, 5)
        assert not events(ben, Said)


async def device(world: World, person: Guest, run: str) -> Guest:
    """Let somebody come by another device, whose client has drawn this word."""
    guest = await world.stranger()
    await guest.channel.send(Hello((1, 1), "test", token=person.token, run=run))
    await guest.hear()
    return guest


@in_virtual_time
async def test_who_comes_back_unasked_takes_no_seat_from_another_device() -> None:
    """A laptop that finds its network again leaves the seat to the phone on which its owner plays by now."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        table, seq = ann.view.table, ann.view.seq
        laptop = await device(world, ann, "laptop")
        assert isinstance(await laptop.join(table), Seated)
        phone = await device(world, ann, "phone")
        assert isinstance(await phone.join(table), Seated)
        assert (await laptop.until_gone()).code == "superseded"
        for make in (JoinTable, WatchTable):
            again = await device(world, ann, "laptop")
            await again.channel.send(make(2**50, table, seq, back=True))
            assert (await again.until_gone()).code == "superseded"
        assert isinstance(await phone.bid(1), Accepted)
        by_hand = await device(world, ann, "laptop")
        assert isinstance(await by_hand.join(table), Seated)
        assert (await phone.until_gone()).code == "superseded"
        assert not events(ben, Said)


@in_virtual_time
async def test_who_comes_back_unasked_takes_the_place_of_their_own_lost_connection() -> None:
    """The same run of a client comes again before anybody has noticed that its connection is cut: it has the seat."""
    async with a_world() as world:
        ann, _ = await two_playing(world)
        table = ann.view.table
        cut = await device(world, ann, "laptop")
        await cut.join(table)
        again = await device(world, ann, "laptop")
        answer = await again.ask(lambda number: JoinTable(number, table, cut.view.seq, back=True))
        assert isinstance(answer, Seated)
        assert isinstance(await again.bid(1), Accepted)


@in_virtual_time
async def test_a_device_whose_clock_is_behind() -> None:
    """Whoever sits down is told which ids are spent: a device whose ids are smaller plays on with greater ones."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        assert isinstance(await ann.repeat(Say(2**50, "from the device that is ahead")), Accepted)
        behind = await world.back(ann)
        seated = await behind.join(ann.view.table)
        assert isinstance(seated, Seated)
        assert seated.spent == 2**50
        refused = await behind.repeat(Act(7, behind.view.seq, bid(1)))
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.STALE
        assert isinstance(await behind.repeat(Act(seated.spent + 1, behind.view.seq, bid(1))), Accepted)
        other = await ben.join(ben.view.table)
        assert isinstance(other, Seated)
        assert other.spent < 2**50


@in_virtual_time
async def test_a_seat_that_was_left_is_not_taken_again() -> None:
    """Somebody sat down and got up, and neither answer arrived: both commands again leave the seat free."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open()
        coming, going = JoinTable(10**15, code), LeaveTable(10**15 + 1, code)
        await ben.channel.send(coming)
        await ben.channel.send(going)
        await ann.until(lambda view: view.seats[1] is not None)
        await ann.until(lambda view: view.seats[1] is None)
        again = await world.back(ben)
        refused = await again.repeat(coming)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.STALE
        assert isinstance(await again.repeat(going), Accepted)
        await ann.ask(Ping)
        assert ann.view.seats[1] is None
        assert isinstance(await again.join(code), Seated)


@in_virtual_time
async def test_what_one_device_left_is_not_taken_from_another() -> None:
    """A device repeats that it leaves, by a new connection, when its person sits there by another: that one stays."""
    async with a_world() as world:
        ann, _ = await two_playing(world)
        again = await world.back(ann)
        code = ann.view.table
        for refused in (
            await again.ask(lambda number: LeaveTable(number, code)),
            await again.ask(lambda number: Resign(number, code)),
        ):
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.NOT_SEATED
        assert isinstance(await ann.bid(1), Accepted)
        guess = await again.ask(lambda number: LeaveTable(number, "no-such-table"))
        assert isinstance(guess, Refused)
        assert guess.code is ErrorCode.UNKNOWN_TABLE
        for _ in range(10):
            await world.wait(1)
            guess = await again.ask(lambda number: LeaveTable(number, "no-such-table"))
        assert isinstance(guess, Refused)
        assert guess.code is ErrorCode.TOO_MANY


async def say_slowly(guest: Guest) -> None:
    """Say two things, one after the other."""
    for text in ("the disk is slow", "so the table is busy"):
        assert isinstance(await guest.ask(partial(Say, text=text)), Accepted)


@pytest.mark.parametrize(
    "way",
    [
        lambda number, _: OpenTable(number, Setup("lots", 2)),
        lambda number, _: QuickTable(number, Setup("lots", 2)),
        JoinTable,
        WatchTable,
    ],
    ids=["open", "quick", "join", "watch"],
)
@in_virtual_time
async def test_whoever_is_at_another_table_hears_nothing_of_the_one_before(
    way: Callable[[int, str], FromClient],
) -> None:
    """Whatever a table does after another one has seated somebody, it tells them nothing, nor sends them away."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        cat = await world.guest("Cat")
        other = await cat.open(Setup("lots", 4))
        before = ann.view.table
        world.store.delay = 2.0
        busy = asyncio.create_task(say_slowly(ben))
        await world.wait(0.1)
        going = asyncio.create_task(ann.ask(lambda number: way(number, other)))
        assert isinstance(await going, Seated)
        came, again = len(ann.heard), await world.back(ann)
        await again.join(before)
        await busy
        await listen(ann, 5)
        assert all(isinstance(one, TableChanged) and one.view.table != before for one in ann.heard[came:])
