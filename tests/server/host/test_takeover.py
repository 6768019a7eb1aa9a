"""A seat that another connection has taken over: the old one does nothing any more, however late its words arrive."""

import asyncio

from protocol.messages import Goodbye, Seated
from protocol.talk import Said, Say
from tests.server.host.pastime import events, listen, two_playing
from tests.server.host.world import a_world
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
