"""A table of another node: requests, who is there, and its end."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.messages import JoinTable, LeaveTable, OpenTable, TableShown
from protocol.seating import QuickTable, Rematch
from protocol.setup import Setup
from server.cluster.tables.messages import (
    Ask,
    AskAgain,
    Close,
    Convene,
    EndRound,
    Enter,
    Follow,
    Gone,
    Leave,
    Look,
    Lose,
    Message,
    Overrule,
    Rated,
    Run,
    SeeOff,
    Stopped,
    Wake,
)
from server.host.accounts.guests import MAX_ID
from server.host.tables.ledger import TROUBLE
from server.host.tables.overruling import Glimpse
from server.host.terms import PUBLIC
from server.tables.commands import CloseTable, Denied
from server.tables.convening import Convening
from server.tables.log import Opened, cause_of
from server.tables.opening import Sequel
from tests.server.cluster.tables.lines import settle
from tests.server.cluster.tables.nodes import far, session
from tests.server.host.world import CODEC, a_world
from tests.server.virtual_time import in_virtual_time

JOIN = JoinTable(1, "code")
OPENED = Opened("code", Setup("lots", 3), ("plain",), "ann")


def asked(code: str, number: int, message: object, *, doubtful: bool = False) -> Ask:
    """Give what a connection asks."""
    return Ask(code, number, CODEC.encode_client(message), doubtful)  # type: ignore[arg-type]


@in_virtual_time
async def test_a_request_is_made_in_the_name_of_a_connection() -> None:
    """The node knows it by a number, and is told to forget it when it is at no table."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        assert await other.heard() == [Run("code", None)]
        asking = asyncio.create_task(table.ask(ann, JOIN))
        assert await other.heard() == [Enter(1, ann.account, "run of Ann", {}), asked("code", 1, JOIN)]
        assert table.queued == 1
        assert ann not in table
        await other.answer(value=True)
        await asking
        assert ann in table
        assert table.queued == 0
        leaving = asyncio.create_task(table.ask(ann, LeaveTable(2)))
        assert await other.heard() == [asked("code", 1, LeaveTable(2))]
        await other.answer(value=False)
        await leaving
        assert ann not in table
        assert await other.heard() == [Leave(1)]


@in_virtual_time
async def test_a_connection_that_ends_while_it_sits_down_has_its_place() -> None:
    """What was asked is done, and the place is known when the connection is taken from it."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        asking = asyncio.create_task(table.ask(ann, JOIN))
        await other.heard()
        asking.cancel()
        losing = asyncio.create_task(table.lose(ann))
        assert await other.heard() == [Lose("code", 1)]
        await other.answer(value=True)
        assert asking.cancelled()
        assert ann in table
        assert table.queued == 1
        await other.answer(value=False)
        await losing
        assert ann not in table
        assert await other.heard() == [Leave(1)]


@in_virtual_time
async def test_a_request_that_fails_there_ends_the_connection() -> None:
    """Its client comes again, and repeats what has no answer."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        asking = asyncio.create_task(table.ask(ann, JOIN))
        await other.answer("the other node is at fault", "StoreFault")
        await asking
        assert ann.ending
        assert ann not in table


@in_virtual_time
async def test_a_table_ends_when_nothing_is_asked_any_more() -> None:
    """Not before the last reply has come."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        leaving = asyncio.create_task(table.ask(ann, LeaveTable(2)))
        await other.heard()
        await other.say(Stopped("code", 2, 0))
        assert other.ended == []
        await other.answer(value=False)
        await leaving
        assert other.ended == ["code"]
        assert not ann.ending
        assert len(other.node) == 0


@in_virtual_time
async def test_whoever_comes_at_the_very_end_stays() -> None:
    """The node runs the table again for a request that was on its way, or is sent while the last reply is."""
    async with far() as other:
        table, ann, ben = other.run(), session("Ann"), session("Ben")
        await other.sit(table, ann)
        leaving = asyncio.create_task(table.ask(ann, LeaveTable(2)))
        await other.heard()
        await other.say(Stopped("code", 2, 0))
        coming = asyncio.create_task(table.ask(ben, JOIN))
        await other.answer(value=False)
        await other.answer(value=True)
        await asyncio.gather(leaving, coming)
        assert other.ended == []
        assert ben in table
        assert not ben.ending
        losing = asyncio.create_task(table.lose(ben))
        await other.heard()
        table.wake()
        await other.say(Stopped("code", 2, 0))
        await other.answer(value=False)
        await losing
        assert other.ended == []
        await other.say(Stopped("code", 1, 0))
        assert other.ended == ["code"]


@in_virtual_time
async def test_a_table_that_is_over_is_asked_nothing() -> None:
    """Whoever still knows it would make the node run it once more, beside another run of the same table."""
    async with far() as other:
        table, ann, ben = other.run(), session("Ann"), session("Ben")
        await other.sit(table, ann)
        await other.say(Gone("code", 1), Stopped("code", 1, 0))
        assert other.ended == ["code"]
        again = other.run()
        await other.sit(again, ben)
        await other.heard()
        await table.lose(ann)
        await table.convene(Convening(OPENED, (None, None, None)))
        assert await table.ask_again(ann, Rematch(3), lambda _: settled(None)) is None
        assert isinstance(await table.glimpse(), Denied)
        table.wake()
        assert await other.heard() == []
        assert len(other.node) == 1
        assert ben in again
        losing = asyncio.create_task(again.lose(ben))
        await other.answer(value=False)
        await losing
        await other.say(Stopped("code", 2, 0))
        assert other.ended == ["code", "code"]


async def settled(value: object) -> bool:
    """Answer at once."""
    return bool(value)


@in_virtual_time
async def test_a_lost_node_ends_its_tables_and_whoever_is_there() -> None:
    """Also those that wait for it, and whoever only watches; who is elsewhere stays."""
    async with far() as other:
        table, ann, ben, cat = other.run(), session("Ann"), session("Ben"), session("Cat")
        await other.sit(table, ann)
        asking = asyncio.create_task(table.ask(ben, JOIN))
        looking = asyncio.create_task(table.glimpse())
        await other.heard()
        await other.lose()
        await asking
        assert isinstance(await looking, Denied)
        assert other.ended == ["code"]
        assert (ann.ending, ben.ending, cat.ending) == (True, True, False)
        assert ann not in table
        late = other.run("late")
        await late.close()
        assert other.ended == ["code", "late"]


@in_virtual_time
async def test_nobody_knows_what_a_lost_node_has_taken() -> None:
    """A guest who came through it gets up by a command that is newer than any of those; others have told theirs."""
    async with far() as other:
        table, ann, ben = other.run(), session("Ann", pipe="a"), session("Ben", pipe="b", node="elsewhere")
        await other.sit(table, ann)
        await other.sit(table, ben)
        await other.lose()
        assert MAX_ID - 3 < ann.last < MAX_ID - 1
        assert ben.last == 0


@in_virtual_time
async def test_a_command_in_doubt_is_said_to_be() -> None:
    """The table where it may have been carried out finds out; any other knows nothing of it."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        opening, quick, rematch = OpenTable(1, Setup("lots", 3)), QuickTable(2), Rematch(3)
        order = Sequel(OPENED, (None, None, None), frozenset())
        for message in (opening, quick, rematch):
            other.parts.directory.doubt(cause_of("ann", message), "code")
        other.parts.directory.doubt(cause_of("ann", PlayDaily(4)), "another")
        await other.heard()
        await other.heard()
        requests = [
            asyncio.create_task(table.ask(ann, opening)),
            asyncio.create_task(table.ask(ann, quick)),
            asyncio.create_task(table.ask(ann, JOIN)),
            asyncio.create_task(table.follow(ann, rematch, order)),
            asyncio.create_task(table.follow(ann, PlayDaily(4), order)),
        ]
        _, *found = await other.heard()
        assert found == [
            asked("code", 1, opening, doubtful=True),
            asked("code", 1, quick, doubtful=True),
            asked("code", 1, JOIN),
            Follow("code", 1, CODEC.encode_client(rematch), order, doubtful=True),
            Follow("code", 1, CODEC.encode_client(PlayDaily(4)), order),
        ]
        for _ in requests:
            await other.answer(value=True)
        await asyncio.gather(*requests)


@in_virtual_time
async def test_what_nobody_in_particular_asks_has_an_answer() -> None:
    """Or none, where the node cannot give one."""
    async with far() as other:
        table = other.run()
        await other.heard()
        order = Convening(OPENED, (None, None, None))
        made: list[tuple[Coroutine[Any, Any, object], Message]] = [
            (table.convene(order), Convene("code", order)),
            (table.call_time(), EndRound("code")),
            (table.close(), Close("code")),
            (table.overrule(CloseTable()), Overrule("code", CloseTable())),
        ]
        for asking, message in made:
            waiting = asyncio.create_task(asking)
            assert await other.heard() == [message]
            await other.answer(None)
            assert await waiting is None
        overruling = asyncio.create_task(table.overrule(CloseTable()))
        await other.answer("no", "BrokenLog")
        assert await overruling == Denied(ErrorCode.SERVER_FAULT, TROUBLE)
        table.rated()
        assert await other.heard() == [Rated("code")]
        before = table.requests
        table.wake()
        assert await other.heard() == [Wake("code")]
        assert table.requests == before + 1


@in_virtual_time
async def test_a_player_who_is_elsewhere_gets_up() -> None:
    """Nothing is known of the connection after that."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        leaving = asyncio.create_task(table.see_off(ann, LeaveTable(2, "code")))
        *_, message = await other.heard()
        assert message == SeeOff("code", 1, CODEC.encode_client(LeaveTable(2, "code")))
        await other.answer(value=False)
        await leaving
        assert await other.heard() == [Leave(1)]


@in_virtual_time
async def test_a_rematch_is_asked_for_in_the_name_of_a_connection() -> None:
    """What may be opened is known while it waits."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        order = Sequel(OPENED, (None, None, None), frozenset({"ann"}))
        asking = asyncio.create_task(table.ask_again(ann, Rematch(2), settled))
        *_, message = await other.heard()
        assert message == AskAgain("code", 1, CODEC.encode_client(Rematch(2)))
        assert other.node.visits.may_open(1) is settled
        await other.answer(order)
        assert await asking == order
        assert await other.heard() == [Leave(1)]
        assert other.node.visits.may_open(1) is None


@in_virtual_time
async def test_a_table_is_seen_as_everybody_may_see_it() -> None:
    """In the words of the protocol; or the reason why not is given."""
    async with a_world() as world:
        ann = await world.guest("Ann", terms=PUBLIC)
        shown = await ann.show(await ann.open())
        assert isinstance(shown, TableShown)
    async with far() as other:
        table = other.run()
        looking = asyncio.create_task(table.glimpse())
        await other.heard()
        assert other.waiting[0][1] == Look("code")
        await other.answer((None, CODEC.encode_server(shown), ()))
        assert await looking == Glimpse(shown.view, ())
        denied = Denied(ErrorCode.UNKNOWN_TABLE, "there is no such table")
        looking = asyncio.create_task(table.glimpse())
        await other.answer((denied, b"", ()))
        assert await looking == denied
        await settle()
