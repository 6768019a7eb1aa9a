"""People who go away from a table: for a moment, for a while, for good."""

import asyncio

from protocol.absence import Absence, CameBack, Paused, Resumed, SetAway, SetPause, StoodIn, TimedOut
from protocol.message import Seat
from protocol.messages import Accepted, Happened, Seated
from protocol.setup import Clock
from server.tables.absence import GRACE_SECONDS
from server.tables.clock import PAUSE_SECONDS
from tests.server.host.pastime import events, listen, seat, stall, two_playing, until
from tests.server.host.world import Guest, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

ANN, BEN = Seat(0), Seat(1)


@in_virtual_time
async def test_a_lost_connection() -> None:
    """The others see it at once, and until when it is waited for; then a bot plays on, and the seat stays theirs."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        gone = world.now()
        await ann.until(lambda _: not seat(ann, BEN).here)
        assert seat(ann, BEN).grace == gone + GRACE_SECONDS
        assert not seat(ann, BEN).away
        assert await until(ann, StoodIn) == StoodIn(BEN, "Ben", "plain", Absence.LOST)
        assert world.now() == gone + GRACE_SECONDS
        assert (seat(ann, BEN).away, seat(ann, BEN).bot, seat(ann, BEN).grace) == (True, "plain", None)


@in_virtual_time
async def test_a_moment_before_the_grace_ends() -> None:
    """What happens a hair before, when the loop lets the timer go off, does not make the table look for ever."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        asyncio.get_running_loop().call_at(world.now() + GRACE_SECONDS - 1e-12, str)
        assert await until(ann, StoodIn) == StoodIn(BEN, "Ben", "plain", Absence.LOST)


@in_virtual_time
async def test_the_seat_again_without_asking() -> None:
    """Who comes back later has the seat at once, and acts."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        await until(ann, StoodIn)
        again = await world.back(ben)
        assert isinstance(await again.join(ann.view.table, ben.view.seq), Seated)
        assert again.view.viewer == BEN
        assert await until(ann, CameBack) == CameBack(BEN, "Ben")
        assert not seat(ann, BEN).away


@in_virtual_time
async def test_a_stall_of_the_server_is_no_absence() -> None:
    """Who could not come back because the server stood still is waited for as long as was left before."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        await listen(ann, 10)
        stall(100)
        start = world.now()
        await listen(ann, GRACE_SECONDS - 12)
        assert not events(ann, StoodIn)
        await until(ann, StoodIn)
        assert world.now() - start <= GRACE_SECONDS - 9


@in_virtual_time
async def test_a_newer_connection_is_no_absence() -> None:
    """Who comes by another connection takes the seat over, and nobody is waited for when the older one ends."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        again = await world.back(ben)
        await again.join(ann.view.table)
        await ben.serving
        await listen(ann, 2 * GRACE_SECONDS)
        assert not events(ann, StoodIn)
        assert seat(ann, BEN).here


@in_virtual_time
async def test_a_table_without_anybody_sleeps() -> None:
    """With nobody connected no grace runs out; it begins anew when somebody comes."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        await ann.hang_up()
        await world.wait(1000)
        again = await world.back(ann)
        await again.join(ann.view.table)
        assert not seat(again, BEN).away
        assert seat(again, BEN).grace == world.now() + GRACE_SECONDS
        await until(again, StoodIn)


@in_virtual_time
async def test_after_a_start_of_the_server() -> None:
    """Everybody is waited for anew."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        await listen(ann, GRACE_SECONDS - 1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        await listen(again, GRACE_SECONDS - 1)
        assert not events(again, StoodIn)
        await until(again, StoodIn)


async def away(guest: Guest, *, gone: bool = True) -> object:
    """Step away, or be back."""
    return await guest.ask(lambda number: SetAway(number, gone))


async def pause(guest: Guest, *, paused: bool = True) -> object:
    """Ask for a pause, or for its end."""
    return await guest.ask(lambda number: SetPause(number, paused))


@in_virtual_time
async def test_who_has_stepped_away_can_end_a_pause() -> None:
    """Whoever is present says so, also somebody for whom a bot plays: they are back by it."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await away(ben)
        await pause(ann)
        await until(ben, Paused)
        assert isinstance(await pause(ben, paused=False), Accepted)
        assert (await until(ann, Resumed)).seat == BEN
        assert not seat(ann, BEN).away


@in_virtual_time
async def test_a_pause_survives_a_start() -> None:
    """A server that starts knows of the pause; what was left of it is left."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world)
        await pause(ann)
        await pause(ben)
        table = ann.view.table
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(table)
        start = world.now()
        assert again.view.pause is not None
        await listen(again, PAUSE_SECONDS - 10)
        await until(again, Resumed)
        assert PAUSE_SECONDS <= world.now() - start <= PAUSE_SECONDS + 1


@in_virtual_time
async def test_everything_is_told_once_and_in_order() -> None:
    """Also what time brings about: nothing is missed or told twice."""
    async with a_world() as world:
        ann, ben = await two_playing(world, Clock(10))
        await ben.hang_up()
        await listen(ann, 200)
        told = [message.seq for message in ann.heard if isinstance(message, Happened)]
        assert told == list(range(2, told[-1] + 1))
        assert any(late.seat == ANN for late in events(ann, TimedOut))
