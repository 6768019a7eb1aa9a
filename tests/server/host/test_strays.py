"""Guests of an earlier run of the server, who may come back or not."""

import asyncio

import pytest

from protocol.messages import Accepted, Begin
from server.host.accounts.guests import RETURN_SECONDS
from tests.server.host.bearers import holding
from tests.server.host.test_guests import BEN, copied, name_is_taken
from tests.server.host.world import a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("returns", [False, True])
def test_who_does_not_return_after_a_crash(begun: bool, returns: bool) -> None:
    """A guest who comes back in time keeps the seat; one who never can is seen off, and holds up nobody."""

    @in_virtual_time
    async def scene() -> None:
        store = FaultyStore()
        async with a_world(store) as world:
            ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=holding("t1"))
            table = await gil.open()
            await ben.join(table)
            if begun:
                assert isinstance(await gil.ask(Begin), Accepted)
            crashed = copied(store)
        async with a_world(crashed, number=1) as world:
            gil = await world.guest(terms=holding("t1")) if returns else gil
            await asyncio.sleep(2 * RETURN_SECONDS)
            ben = await world.guest(terms=BEN)
            await ben.join(table)
            assert await name_is_taken(world) is (returns or begun)
            names = [(seat.name, bool(seat.bot)) for seat in ben.view.seats if seat is not None]
            assert (("Gil", False) in names) is returns
            assert (("Gil", True) in names) is (begun and not returns)

    scene()
