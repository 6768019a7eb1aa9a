"""However the host of a table goes, somebody who is there has the role at once; who leaves for good gives it up."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from protocol.absence import Resign, SetAway, StoodIn
from protocol.messages import Accepted, Begin, Happened, Refused
from protocol.seating import HostGiven
from protocol.setup import Clock
from protocol.vocabulary import Seat
from server.tables.absence import GRACE_SECONDS
from tests.server.host.pastime import events, two_playing, until
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

ANN, BEN = Seat(0), Seat(1)

Way = Callable[[World, Guest, Guest], Awaitable[object]]
"""How the first one goes, who runs the table, while the other one stays."""


async def leaves(_world: World, host: Guest, _other: Guest) -> None:
    """Leave the table: a bot plays on."""
    assert isinstance(await host.leave(), Accepted)


async def steps_away(_world: World, host: Guest, _other: Guest) -> None:
    """Step away on purpose."""
    assert isinstance(await host.ask(partial(SetAway, away=True)), Accepted)


async def is_cut_off(_world: World, host: Guest, _other: Guest) -> None:
    """Lose the connection for a moment."""
    await host.hang_up()


async def is_cut_off_for_long(_world: World, host: Guest, other: Guest) -> None:
    """Lose the connection for longer than anybody is waited for."""
    await host.hang_up()
    await until(other, StoodIn)


async def is_idle(_world: World, _host: Guest, other: Guest) -> None:
    """Let the time run out three times in a row."""
    for _ in range(3):
        await other.until_my_turn()
        await other.bid(1)
        await other.until(lambda view: bool(view.waits_for) or view.host == BEN)
        if BEN in other.view.waits_for:
            await other.go_on()
    await until(other, StoodIn)


async def resigns(_world: World, host: Guest, _other: Guest) -> None:
    """Leave for good."""
    assert isinstance(await host.ask(Resign), Accepted)


async def resigns_while_away(world: World, host: Guest, other: Guest) -> None:
    """Leave for good after a bot has played for a while."""
    await steps_away(world, host, other)
    await resigns(world, host, other)


@pytest.mark.parametrize("way", [leaves, steps_away, is_cut_off, is_cut_off_for_long, is_idle])
def test_who_goes_for_a_while_has_the_role_again(way: Way) -> None:
    """Without the host the next person who plays has the role; it is the host's again when they are back."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann, ben = await two_playing(world, Clock(10), deals=9)
            assert ben.view.host == ANN
            await way(world, ann, ben)
            await ben.until(lambda view: view.host == BEN)
            assert not events(ben, HostGiven)
            again = await world.back(ann)
            await again.join(ben.view.table)
            await ben.until(lambda view: view.host == ANN)

    scene()


@pytest.mark.parametrize("way", [resigns, resigns_while_away])
def test_who_goes_for_good_gives_the_role_up(way: Way) -> None:
    """Everybody is told who has it then, and a server that starts again knows it, too."""
    store = FaultyStore()

    @in_virtual_time
    async def scene() -> None:
        async with a_world(store) as world:
            ann, ben = await two_playing(world, deals=9)
            await way(world, ann, ben)
            assert await until(ben, HostGiven) == HostGiven(BEN, "Ben")
            code = ben.view.table
        async with a_world(store, number=1) as world:
            again = await world.back(ben)
            await again.join(code)
            assert again.view.host == BEN

    scene()


@in_virtual_time
async def test_before_the_game_the_role_goes_with_the_connection_and_comes_back_with_it() -> None:
    """While the host is not there the next one can begin; the host has the role again when they are back."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open()
        await ben.join(code)
        assert isinstance(await ben.begin(), Refused)
        await ann.hang_up()
        await ben.until(lambda view: view.host == BEN)
        await world.wait(10 * GRACE_SECONDS)
        again = await world.back(ann)
        await again.join(code)
        await ben.until(lambda view: view.host == ANN)
        assert isinstance(await ben.begin(), Refused)
        await again.hang_up()
        await ben.until(lambda view: view.host == BEN)
        assert isinstance(await ben.ask(Begin), Accepted)
        assert [message.seq for message in ben.heard if isinstance(message, Happened)]
