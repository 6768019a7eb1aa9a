"""What is seen of a table, and done there, by somebody who was let in once and is there no more."""

from functools import partial

import pytest

from protocol.absence import Resign
from protocol.errors import ErrorCode
from protocol.messages import Accepted, FromClient, JoinTable, LeaveTable, OpenTable, Ping, Refused, Seated
from protocol.setup import Arrangement, Setup
from tests.server.host.world import World, a_world
from tests.server.virtual_time import in_virtual_time


async def left_a_private_table(world: World) -> tuple[Refused, Refused]:
    """Give what somebody hears who has left a table before its game, then repeats that they come, and resigns."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    arrangement = Arrangement(watching=False)
    made = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=arrangement))
    assert isinstance(made, Seated)
    code, sent = made.view.table, list[FromClient]()

    def come(number: int) -> JoinTable:
        sent.append(JoinTable(number, code))
        return JoinTable(number, code)

    assert isinstance(await eve.ask(come), Seated)
    await eve.leave()
    await ann.begin()
    (command,) = sent
    assert isinstance(command, JoinTable)
    again = await eve.repeat(command)
    gone = await eve.repeat(Resign(command.id, table=code))
    assert isinstance(again, Refused)
    assert isinstance(gone, Refused)
    return again, gone


@in_virtual_time
async def test_a_refusal_shows_nothing_of_a_private_table() -> None:
    """Whoever has left it before the game is told that a command is stale, and not how the game is by now."""
    async with a_world() as world:
        again, gone = await left_a_private_table(world)
        assert (again.code, again.view) == (ErrorCode.STALE, None)
        assert (gone.code, gone.view) == (ErrorCode.STALE, None)


@in_virtual_time
async def test_a_connection_that_was_sent_away_does_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly it takes its last messages, what it still sends takes the seat from no other."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 10)
    async with a_world() as world:
        slow = await world.stranger(held=10)
        await slow.greet("Ann")
        code = await slow.open()
        slow.channel.put(Ping(2**59))
        await world.wait(1)
        other = await world.back(slow)
        assert isinstance(await other.join(code), Seated)
        slow.channel.put(JoinTable(2**60, code))
        await world.wait(1)
        assert isinstance(await other.join(code), Seated)


@in_virtual_time
async def test_leaving_tables_that_sleep_counts_as_going_there() -> None:
    """Their logs have to be read for it, so nobody can ask for that as often as for what is at hand."""
    async with a_world() as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        codes = [await ann.open() for _ in range(3)]
        await world.wait(60)
        asleep, awake = codes[:2], codes[2]
        near = [await eve.ask(lambda number: LeaveTable(number, awake)) for _ in range(10)]
        assert {type(answer) for answer in near} == {Accepted}
        far = [await eve.ask(partial(LeaveTable, table=code)) for code in (*asleep, *asleep)]
        assert [type(answer) for answer in far] == [Accepted, Accepted, Refused, Refused]
