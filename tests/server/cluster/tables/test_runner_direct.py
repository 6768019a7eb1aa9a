"""Tables that take what the clients of their own node send, without the node that leads."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from protocol.messages import Accepted, FromServer, JoinTable, LeaveTable, OpenTable, Ping, ReadTable, Refused, Seated
from protocol.seating import RemoveSeat, SetReady
from protocol.setup import Setup
from protocol.talk import Say as SayWords
from protocol.vocabulary import Seat
from server.cluster.carried import CarriedConnections
from server.cluster.tables.messages import Gone, Last, Leave, Lose, Run, Say, Stopped
from server.cluster.tables.runner import TableRunner
from tests.server.cluster.tables.leaders import ANN, BEN, Leader, led
from tests.server.cluster.tables.lines import settle
from tests.server.cluster.tables.visitors import Client
from tests.server.virtual_time import in_virtual_time


@asynccontextmanager
async def at_table() -> AsyncIterator[tuple[TableRunner, Leader, Client]]:
    """Give a node with a table, and Ann who has opened it, whose connection comes through the node."""
    connections, client = CarriedConnections(), Client()
    with connections.counted("pipe", cast(asyncio.StreamWriter, client)) as client.carried:
        async with led(connections) as (runner, leader):
            await leader.begin()
            leader.enter(ANN, pipe="pipe")
            await leader.open()
            assert isinstance(client.heard()[0], Seated)
            yield runner, leader, client


async def answers(client: Client) -> list[int | None]:
    """Give the ids of the commands that were answered since this was asked before: refused ones are negative."""
    await settle()
    found: list[int | None] = []
    for message in client.heard():
        found += _answer(message)
    return found


def _answer(message: FromServer) -> list[int | None]:
    match message:
        case Accepted(id) | Seated(id):
            return [id]
        case Refused(id):
            return [-id if id is not None else None]
    return []


def ready(id: int) -> SetReady:
    """Change one's mind; that is allowed many times."""
    return SetReady(id, ready=bool(id % 2))


@in_virtual_time
async def test_commands_to_the_table_need_no_leader() -> None:
    """They are answered at once, and only records go to the node that leads."""
    async with at_table() as (_, leader, client):
        assert client.send(ready(3), Ping(4), ready(6)) == [Ping(4)]
        assert await answers(client) == [3, 6]
        assert leader.told(Say) == []
        assert len(await leader.store.read("code")) == 3


@in_virtual_time
async def test_the_leader_learns_the_last_id_when_it_ends() -> None:
    """A guest who is lost gets up by a command of their own, which must have a greater one."""
    async with at_table() as (runner, leader, client):
        client.send(ready(8), ready(5))
        await settle()
        assert leader.told(Last) == []
        assert not await leader.request(Lose("code", 1), bool)
        assert leader.told(Last) == [Last(1, 8)]
        assert client.send(ready(9)) == [ready(9)]
        assert runner.running == 0


@in_virtual_time
async def test_the_leader_hears_of_it_before_a_table_is_handed_over() -> None:
    """Also where the node ends, or the connection has left it."""
    async with at_table() as (runner, leader, client):
        client.send(ready(8))
        await settle()
        await runner.close()
        await settle()
        assert leader.heard.index(Last(1, 8)) < leader.heard.index(Stopped("code", 1, 0))
        assert client.send(ready(9)) == [ready(9)]
    async with at_table() as (_, leader, client):
        leader.line.tell(Leave(1))
        await settle()
        assert leader.told(Last) == [Last(1, 0)]
        assert client.send(ready(9)) == [ready(9)]


@in_virtual_time
async def test_a_lead_that_ends_gives_its_clients_back() -> None:
    """Whoever leads next hears of what they send."""
    async with at_table() as (_, leader, client):
        leader.line.end()
        await leader.serving
        assert client.carried.take is None
        assert client.send(ready(2)) == [ready(2)]


@in_virtual_time
async def test_whoever_leaves_is_led_by_the_leader_again() -> None:
    """Nothing of what they send goes to a table where they are not."""
    async with at_table() as (_, leader, client):
        leave = LeaveTable(2)
        assert client.send(leave, ready(3)) == [leave, ready(3)]
        assert not await leader.ask(1, leave)
        assert await answers(client) == [2]
        assert client.send(ready(4)) == [ready(4)]


@in_virtual_time
async def test_no_command_overtakes_what_was_said() -> None:
    """A table refuses a command that a later one of the same person has overtaken."""
    async with at_table() as (_, leader, client):
        words, later = SayWords(2, "Hello"), ready(3)
        assert client.send(words, later) == [words, later]
        assert await leader.ask(1, words)
        assert client.send(ready(4)) == [ready(4)]
        assert await leader.ask(1, later)
        assert client.send(ready(5)) == [ready(5)]
        assert await leader.ask(1, ready(4))
        assert await leader.ask(1, ready(5))
        assert await answers(client) == [2, 3, 4, 5]
        assert client.send(ready(6)) == []
        assert await answers(client) == [6]


@in_virtual_time
async def test_what_the_leader_refuses_holds_up_one_command() -> None:
    """Nobody is told of it here: the next command goes to the node that leads, and the table takes those after it."""
    async with at_table() as (_, leader, client):
        words = SayWords(2, "Hello")
        assert client.send(words) == [words]
        assert client.send(ready(3)) == [ready(3)]
        assert await leader.ask(1, ready(3))
        assert client.send(ready(4)) == []
        assert await answers(client) == [3, 4]


@in_virtual_time
async def test_a_look_elsewhere_changes_nothing() -> None:
    """The client stays at its table; one command later that takes what it sends again."""
    async with at_table() as (_, leader, client):
        leader.line.tell(Run("other", None))
        look = ReadTable(2, "other")
        assert client.send(look) == [look]
        assert not await leader.ask(1, look, "other")
        assert client.send(ready(3)) == [ready(3)]
        assert await leader.ask(1, ready(3))
        assert client.send(ready(4)) == []
        assert await answers(client) == [-2, 3, 4]


@in_virtual_time
async def test_a_client_goes_from_table_to_table() -> None:
    """The new one takes what it sends as soon as it is there, also while the old one still has to be left."""
    async with at_table() as (_, leader, client):
        leader.line.tell(Run("other", None))
        going = OpenTable(2, Setup("lots", 3))
        assert client.send(going) == [going]
        assert await leader.ask(1, going, "other")
        assert client.send(ready(3)) == []
        assert await answers(client) == [2, 3]
        assert not await leader.request(Lose("code", 1), bool)
        assert leader.told(Last) == []
        assert client.send(ready(4)) == []
        assert await answers(client) == [4]
        assert len(await leader.store.read("other")) == 3
        assert not await leader.request(Lose("other", 1), bool)
        assert leader.told(Last) == [Last(1, 4)]


@in_virtual_time
async def test_a_client_that_cannot_wait_goes_from_table_to_table() -> None:
    """What it sends before it is there comes after that."""
    async with at_table() as (_, leader, client):
        leader.line.tell(Run("other", None))
        going = OpenTable(2, Setup("lots", 3))
        assert client.send(going, ready(3)) == [going, ready(3)]
        assert await leader.ask(1, going, "other")
        assert client.send(ready(4)) == [ready(4)]
        assert not await leader.request(Lose("code", 1), bool)
        assert await leader.ask(1, ready(3), "other")
        assert await leader.ask(1, ready(4), "other")
        assert await answers(client) == [2, 3, 4]
        assert client.send(ready(5)) == []


@in_virtual_time
async def test_a_player_who_removes_another_at_once() -> None:
    """The one that leads learns who is gone, though it has heard of no command."""
    async with at_table() as (_, leader, client):
        leader.enter(ANN, BEN, pipe="")
        assert await leader.ask(2, JoinTable(1, "code"))
        assert client.send(RemoveSeat(2, Seat(1))) == []
        assert await answers(client) == [2]
        assert leader.told(Gone) == [Gone("code", 2)]


@in_virtual_time
async def test_a_client_that_is_removed_is_led_by_the_leader_again() -> None:
    """Its table takes nothing more from it."""
    async with at_table() as (_, leader, client):
        leader.line.tell(Run("other", None))
        leader.enter(ANN, BEN)
        assert await leader.ask(2, OpenTable(1, Setup("lots", 3)), "other")
        assert await leader.ask(1, JoinTable(2, "other"), "other")
        assert client.send(ready(3)) == []
        assert await leader.ask(2, RemoveSeat(2, Seat(1)), "other")
        assert leader.told(Gone) == [Gone("other", 1)]
        assert leader.told(Last) == [Last(1, 3)]
        assert client.send(ready(4)) == [ready(4)]


@in_virtual_time
async def test_a_table_that_has_ended_takes_nothing() -> None:
    """Whatever is sent after that has an answer of the node that leads."""
    async with at_table() as (runner, leader, client):
        tables = runner._tables
        assert tables is not None
        room = tables._actors["code"]
        await room.close()
        assert client.send(ready(2)) == [ready(2)]
        assert leader.told(Stopped) == []
        await settle()
        assert leader.told(Stopped) == [Stopped("code", 1, 0)]
