"""A node runs tables for one lead at a time, and hands them over or drops them at its end."""

import asyncio

import pytest

from protocol.messages import JoinTable
from server.cluster.carried import CarriedConnections
from server.cluster.tables.line import LineLost
from server.cluster.tables.messages import (
    Close,
    Leaving,
    Run,
    Stopped,
    Wake,
)
from server.cluster.tables.runner import TableRunner
from server.storage.store import StoreFault
from tests.server.cluster.elsewhere import StorePen
from tests.server.cluster.tables.leaders import ANN, BEN, CAT, Leader, led, services
from tests.server.cluster.tables.lines import settle
from tests.server.storage.memory import MemoryStore
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_nothing_is_taken_before_the_lead_is_said() -> None:
    """A table of a node that may lead no more is not run."""
    async with led() as (runner, leader):
        leader.line.tell(Run("code", None))
        leader.enter(ANN)
        leader.line.tell(Wake("code"))
        asked = leader.line.send(Close("code"))
        await settle()
        assert runner.running == 0
        assert leader.heard == []
        await leader.begin()
        assert not asked.done()


@in_virtual_time
async def test_an_older_lead_is_refused() -> None:
    """Its line ends, and the tables of the newer one go on."""
    async with led() as (runner, leader):
        await leader.begin(3)
        leader.enter(ANN)
        await leader.open()
        late = Leader(runner, leader.store)
        await late.begin(2)
        assert late.line.ended
        assert runner.running == 1
        assert not leader.line.ended
        await late.end()


@in_virtual_time
async def test_a_lead_that_has_passed_is_refused() -> None:
    """The journal of this node knows of a newer one."""
    async with led(known=2) as (runner, leader):
        await leader.begin(1)
        assert leader.line.ended
        newer = Leader(runner, leader.store)
        await newer.begin(2)
        assert not newer.line.ended
        await newer.end()


@in_virtual_time
async def test_a_newer_lead_replaces_the_one_before() -> None:
    """The older line ends, its tables with it, and nothing that it still says is done."""
    async with led() as (runner, leader):
        await leader.begin(1)
        leader.enter(ANN)
        await leader.open()
        newer = Leader(runner, leader.store)
        await newer.begin(2)
        assert leader.line.ended
        assert runner.running == 0
        newer.enter(ANN)
        await newer.open("other")
        assert runner.running == 1
        await leader.serving
        assert runner.running == 1
        await newer.end()
        assert runner.running == 0


@in_virtual_time
async def test_the_same_lead_may_come_again() -> None:
    """NATS may lose a part of its line, and it opens another."""
    async with led() as (runner, leader):
        await leader.begin(1)
        await leader.end()
        again = Leader(runner, leader.store)
        await again.begin(1)
        again.enter(ANN)
        await again.open()
        assert runner.running == 1
        newest = Leader(runner, leader.store)
        await newest.begin(1)
        assert again.line.ended
        assert not newest.line.ended
        await newest.end()
        await again.end()


@in_virtual_time
async def test_a_node_that_leads_drops_its_tables_at_once() -> None:
    """What is not stored by then counts for nothing, and it never runs any again."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN, BEN)
        await leader.open()
        leader.stores.clear()
        asked = asyncio.create_task(leader.ask(2, JoinTable(1, "code")))
        await settle()
        await runner.drop()
        await settle()
        assert leader.line.ended
        assert leader.told(Leaving) == []
        assert isinstance(asked.exception(), Exception)
        late = Leader(runner, leader.store)
        await late.begin(2)
        assert late.line.ended
        await late.end()
        # What was on its way to the store is done to its end.
        await leader.end()
        await settle()
        assert len(await leader.store.read("code")) == 2


@in_virtual_time
async def test_a_node_that_ends_hands_its_tables_over() -> None:
    """It says that it leaves, waits for what tables are doing, and says that each has stopped."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN, BEN)
        await leader.open()
        await leader.open("other", 2)
        leader.stores.clear()
        joining = asyncio.create_task(leader.ask(2, JoinTable(2, "code")))
        await settle()
        closing = asyncio.create_task(runner.close())
        await settle()
        assert leader.told(Leaving) == [Leaving()]
        assert leader.told(Stopped) == []
        leader.stores.set()
        await closing
        assert await joining
        assert {message.code for message in leader.told(Stopped)} == {"code", "other"}
        assert leader.line.ended


@in_virtual_time
async def test_a_node_that_ends_does_not_wait_for_ever() -> None:
    """The node that leads may store nothing any more."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN, BEN)
        await leader.open()
        leader.stores.clear()
        joining = asyncio.create_task(leader.ask(2, JoinTable(2, "code")))
        await settle()
        await runner.close()
        await settle()
        assert isinstance(joining.exception(), LineLost)
        await leader.serving
        assert runner.running == 0


@in_virtual_time
async def test_a_node_without_a_lead_ends() -> None:
    """There is nothing to hand over."""
    runner = TableRunner(services(MemoryStore()), lambda: 0, CarriedConnections(), lambda *_: StorePen(MemoryStore()))
    await runner.close()
    assert runner.running == 0


@in_virtual_time
async def test_who_comes_while_the_node_ends_is_told_to_come_again() -> None:
    """A table that is being handed over answers nobody any more: the line says so, and the client asks elsewhere."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN, BEN, CAT)
        await leader.open()
        leader.stores.clear()
        joining = asyncio.create_task(leader.ask(2, JoinTable(2, "code")))
        await settle()
        ending = asyncio.create_task(runner.close())
        await settle()
        late = asyncio.create_task(leader.ask(3, JoinTable(1, "code")))
        await settle()
        leader.stores.set()
        await ending
        assert await joining
        with pytest.raises(StoreFault, match="goes on elsewhere"):
            await late
