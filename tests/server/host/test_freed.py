"""What has ended is freed at once, by references alone: nobody can fill the host's memory with it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from protocol.lobby import EnterLobby, LeaveLobby
from protocol.message import Seat
from protocol.messages import Accepted, ListTables, Ping, Refused, Seated
from protocol.setup import Setup
from protocol.table import QuickTable, Rematch, RemoveSeat, Resign, TablePhase
from server.host import session
from server.host.clock import TableTimers
from server.host.connection import ClientConnection
from server.host.limits import SEND_SECONDS
from server.host.session import Session
from server.host.subscribers import Subscribers
from server.host.table_actor import TableActor
from server.tables.table import Table
from tests.server.freed import alive, no_garbage
from tests.server.host.test_meeting import two_at_the_end
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.virtual_time import in_virtual_time

OF_A_TABLE = (TableActor, TableTimers, Subscribers, Table)  # What there is of every table that runs.
OF_A_CONNECTION = (Session, ClientConnection)  # What there is of everyone who is connected.

Deed = Callable[[World], Awaitable[None]]


async def opened_and_left(world: World) -> None:
    """Someone opens a table and hangs up."""
    ann = await world.guest("Ann")
    await ann.open()
    await ann.hang_up()


async def by_turns(world: World) -> None:
    """Someone goes from one sleeping table to another and back, and leaves for good in the end."""
    ann = await world.guest("Ann")
    tables = [await ann.open(), await ann.open()]
    for table in 3 * tables:
        await ann.join(table)
        await world.wait(1.5)
    await ann.leave()
    await ann.hang_up()


async def read_and_watched(world: World) -> None:
    """Someone reads a sleeping table, watches it, and goes again."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    code = await ann.open()
    await ann.begin()
    await ann.hang_up()
    for _ in range(3):
        await eve.show(code)
        await world.wait(1)
        assert isinstance(await eve.watch(code), Seated)
        await world.wait(1)
        assert isinstance(await eve.leave(), Accepted)
        await world.wait(1)
    await eve.hang_up()


async def unknown(world: World) -> None:
    """Someone asks for a table that does not exist."""
    ann = await world.guest("Ann")
    assert isinstance(await ann.join("no-such-table"), Refused)
    await ann.hang_up()


async def taken_over(world: World) -> None:
    """Someone comes by another device."""
    ann = await world.guest("Ann")
    code = await ann.open()
    again = await world.back(ann)
    await again.join(code)
    await ann.until_gone()
    await ann.hang_up()
    await again.hang_up()


async def removed(world: World) -> None:
    """Someone is removed by the host of the table, who goes too; they stay connected and read the lobby."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open()
    await ben.join(code)
    assert isinstance(await ann.ask(lambda number: RemoveSeat(number, Seat(1))), Accepted)
    await ann.hang_up()
    await ben.ask(EnterLobby)
    await ben.ask(LeaveLobby)
    assert not alive(*OF_A_TABLE)
    await ben.hang_up()


async def resigned(world: World) -> None:
    """Someone resigns in the middle of a game."""
    ann = await world.guest("Ann")
    await ann.open()
    await ann.begin()
    assert isinstance(await ann.ask(Resign), Accepted)
    await ann.hang_up()


async def quick(world: World) -> None:
    """Someone goes to tables by the quick way."""
    ann = await world.guest("Ann")
    for _ in range(3):
        assert isinstance(await ann.ask(lambda number: QuickTable(number, Setup("lots", 3))), Seated)
        await ann.leave()
    await ann.hang_up()


async def play_out(guest: Guest) -> None:
    """Bid whenever that is possible, until the game is over."""
    while (view := guest.view).phase is not TablePhase.OVER:
        if view.game is not None and view.game.legal:
            await guest.bid()
            await asyncio.sleep(1)
        else:
            await guest.hear()


async def rematches(world: World) -> None:
    """Two people play game after game."""
    ann, ben, _ = await two_at_the_end(world)
    for _ in range(3):
        assert isinstance(await ann.ask(Rematch), Seated)
        assert isinstance(await ben.ask(Rematch), Seated)
        await asyncio.gather(play_out(ann), play_out(ben))
        assert alive(TableActor) == {"TableActor": 1}
    await ann.hang_up()
    await ben.hang_up()


async def troubled(world: World) -> None:
    """The store fails while someone is there, and while they come; they go before it is tried again."""
    ann = await world.guest("Ann")
    code = await ann.open()
    world.store.break_down()
    assert isinstance(await ann.begin(), Refused)
    await ann.hang_up()
    again = await world.stranger()
    assert await again.greet(token=ann.token)
    world.store.mend()
    ann = await world.back(ann)
    await world.wait(60)
    world.store.break_down()
    assert isinstance(await ann.join(code), Refused)
    await ann.hang_up()
    await again.hang_up()
    world.store.mend()


async def greeted_badly(world: World) -> None:
    """Someone sends what is no greeting, another says nothing, a third hangs up."""
    bad, silent, gone = await world.stranger(), await world.stranger(), await world.stranger()
    await bad.greet("Ann" * 100)
    bad.channel.close()
    gone.channel.close()
    await asyncio.gather(bad.serving, gone.serving)
    await silent.until_gone()
    await silent.hang_up()


async def cut_off(world: World) -> None:
    """Someone takes nothing of what they have asked for, and goes."""
    ann = await world.guest("Ann")
    deaf = await world.stranger(held=10)
    await deaf.greet(token=ann.token)
    for number in range(15):
        await deaf.channel.send(ListTables(2**40 + number))
    await world.wait(1)
    await deaf.hang_up()
    await ann.hang_up()


async def sent_away(world: World) -> None:
    """Someone sends far too many commands, one of them nonsense."""
    ann = await world.guest("Ann")
    for number in range(300):
        await ann.channel.send(Ping(2**40 + number))
    await world.wait(1)
    for number in range(1500):
        await ann.channel.send(ListTables(2**41 + number))
    await ann.until_gone()
    await ann.hang_up()


@pytest.mark.parametrize(
    "deed",
    [
        opened_and_left,
        by_turns,
        read_and_watched,
        unknown,
        taken_over,
        removed,
        resigned,
        quick,
        rematches,
        troubled,
        greeted_badly,
        cut_off,
        sent_away,
    ],
)
@in_world
async def test_what_has_ended_is_freed_at_once(world: World, deed: Deed) -> None:
    """However it ended, nothing is left of a table at which nobody is, nor of a connection, and no garbage."""
    with no_garbage():
        await deed(world)
        world.forget()
        await world.wait(10)
        assert not alive(*OF_A_TABLE, *OF_A_CONNECTION)


@in_world
async def test_a_table_that_runs_is_one(world: World) -> None:
    """While people come, go and come again there is as much of their table as there was in the beginning."""
    ann = await world.guest("Ann")
    code = await ann.open()
    with no_garbage():
        for number in range(5):
            ben = await world.guest(f"Ben {number}")
            await ben.join(code)
            await ben.leave()
            await ben.hang_up()
        assert alive(*OF_A_TABLE[:-1]) == {kind.__name__: 1 for kind in OF_A_TABLE[:-1]}


@pytest.mark.parametrize("goes", [True, False])
@in_virtual_time
async def test_a_slow_connection_is_freed_at_once(monkeypatch: pytest.MonkeyPatch, *, goes: bool) -> None:
    """Whoever takes nothing of what they have asked for is let go of, whether they go or are cut off at last."""
    monkeypatch.setattr(session, "UNSETTLED", 0)
    async with a_world() as world:
        with no_garbage():
            deaf = await world.stranger(held=200)
            await deaf.greet("Ann")
            for number in range(15):
                await deaf.channel.send(ListTables(2**40 + number))
            await world.wait(1 if goes else 2 * SEND_SECONDS)
            await deaf.hang_up()
            del deaf
            world.forget()
            await world.wait(1)
            assert not alive(*OF_A_CONNECTION)
