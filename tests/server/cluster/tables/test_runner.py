"""The tables that a node runs for the one that leads: until nobody is there."""

import asyncio

from protocol.errors import ErrorCode
from protocol.messages import (
    Accepted,
    Act,
    FromServer,
    Happened,
    JoinTable,
    LeaveTable,
    OpenTable,
    Refused,
    TableChanged,
    TableShown,
    WatchTable,
)
from protocol.messages import Begin as BeginGame
from protocol.seating import QuickTable, Rematch, RemoveSeat, SetReady
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.cluster.tables.messages import (
    Append,
    AskAgain,
    Close,
    Convene,
    Disturbed,
    Doubt,
    EndRound,
    Enter,
    Follow,
    Gone,
    Leave,
    Look,
    Lose,
    MayOpen,
    Overrule,
    Part,
    Rated,
    Run,
    Say,
    SeeOff,
    Stopped,
    Wake,
)
from server.tables.commands import CloseTable, Denied
from server.tables.convening import Convening
from server.tables.log import Opened, cause_of
from server.tables.opening import Sequel
from tests.server.cluster.tables.leaders import ANN, BEN, CAT, Leader, led
from tests.server.cluster.tables.lines import settle
from tests.server.cluster.tables.visitors import unframed
from tests.server.host.world import CODEC
from tests.server.lots import Bid
from tests.server.virtual_time import in_virtual_time


def told(leader: Leader, number: int) -> list[FromServer]:
    """Give what a connection that does not come through the node was sent."""
    said = (message for message in leader.told(Say) if message.session == number)
    return [one for message in said for one in unframed(message.frames)]


def remove(id: int, seat: int) -> RemoveSeat:
    """Remove whoever has a seat."""
    return RemoveSeat(id, Seat(seat))


@in_virtual_time
async def test_a_table_stops_with_the_requests_that_came() -> None:
    """One that is on its way by then makes it run again, and is counted for the next stop."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open()
        assert not await leader.ask(1, LeaveTable(2))
        assert leader.told(Stopped) == [Stopped("code", 2, 0)]
        assert runner.running == 0
        leader.line.tell(Wake("code"))
        assert not await leader.ask(1, WatchTable(3, "nowhere"))
        await settle()
        assert [stopped.code for stopped in leader.told(Stopped)] == ["code"] * len(leader.told(Stopped))
        assert sum(stopped.requests for stopped in leader.told(Stopped)) == 4
        assert runner.running == 0


@in_virtual_time
async def test_nothing_is_kept_of_a_table_that_has_stopped() -> None:
    """A node runs many tables in the time of one lead."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN)
        tables = runner._tables
        assert tables is not None
        for number in range(3):
            await leader.open(f"code {number}")
            await leader.ask(1, LeaveTable(2), f"code {number}")
        leader.line.tell(Leave(1))
        await settle()
        kept = (tables._actors, tables._requests, tables._members, tables._visitors, tables._direct)
        assert kept == ({}, {}, {}, {}, {})


@in_virtual_time
async def test_who_is_hidden_from_somebody_is_known_while_they_are_there() -> None:
    """It is forgotten when the last of their connections has left."""
    async with led() as (runner, leader):
        await leader.begin()
        tables = runner._tables
        assert tables is not None
        for number in (1, 2):
            leader.line.tell(Enter(number, ANN, f"run {number}", {BEN.id: BEN.name}, ""))
        for number, hidden in ((1, {BEN.id: BEN.name}), (2, {})):
            leader.line.tell(Leave(number))
            await settle()
            assert tables._blocks.hidden(ANN.id) == hidden


@in_virtual_time
async def test_whoever_is_removed_by_another_is_told_of() -> None:
    """Nobody asked for that in their name; what they ask next is answered as by somebody who is not there."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN, BEN, CAT)
        await leader.open()
        assert await leader.ask(2, JoinTable(1, "code"))
        assert await leader.ask(3, WatchTable(1, "code"))
        assert leader.told(Gone) == []
        assert await leader.ask(1, remove(2, 1))
        assert leader.told(Gone) == [Gone("code", 2)]
        assert not await leader.ask(2, SetReady(2, ready=True))
        [refusal] = [one for one in told(leader, 2) if isinstance(one, Refused)]
        assert refusal.code is ErrorCode.NOT_SEATED
        assert leader.told(Gone) == [Gone("code", 2)]


@in_virtual_time
async def test_a_newer_connection_takes_the_place() -> None:
    """The older one is sent away, and is at the table no more."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN, ANN)
        await leader.open()
        assert await leader.ask(2, JoinTable(2, "code"))
        assert leader.told(Gone) == [Gone("code", 1)]
        [part] = leader.told(Part)
        assert part.session == 1


@in_virtual_time
async def test_whoever_is_lost_leaves_the_table() -> None:
    """The last one ends it, and a connection that was never there changes nothing."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN, BEN)
        await leader.open()
        assert await leader.request(Lose("code", 2)) is False
        assert runner.running == 1
        assert await leader.request(Lose("code", 1)) is False
        assert runner.running == 0


@in_virtual_time
async def test_whoever_is_elsewhere_can_leave_from_there() -> None:
    """They are not at the table after that, either."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open()
        await leader.request(Lose("code", 1))
        leave = CODEC.encode_client(LeaveTable(3, "code"))
        assert await leader.request(SeeOff("code", 1, leave)) is False
        assert [one.id for one in told(leader, 1) if isinstance(one, Accepted)] == [3]


@in_virtual_time
async def test_those_who_run_the_server_see_a_table() -> None:
    """It is sent as messages of the protocol; there is nothing to see of one that was never opened."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open()
        kind = tuple[Denied | None, bytes, tuple[bytes, ...]]
        denied, view, events = await leader.request(Look("code"), kind)
        shown = CODEC.decode_server(view)
        assert denied is None
        assert isinstance(shown, TableShown)
        assert shown.view.table == "code"
        assert all(isinstance(CODEC.decode_server(event), Happened) for event in events)
        leader.line.tell(Run("nothing", None))
        denied, view, events = await leader.request(Look("nothing"), kind)
        assert isinstance(denied, Denied)
        assert (view, events) == (b"", ())


@in_virtual_time
async def test_those_who_run_the_server_close_a_table() -> None:
    """Whoever is there is sent away; a table that is not there cannot be closed."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open()
        assert await leader.request(Overrule("code", CloseTable()), Denied | None) is None
        assert [part.session for part in leader.told(Part)] == [1]
        leader.line.tell(Run("nothing", None))
        assert isinstance(await leader.request(Overrule("nothing", CloseTable()), Denied | None), Denied)


@in_virtual_time
async def test_a_table_is_closed_by_the_leader() -> None:
    """It is run no more, though somebody is there; the same is done for one that does not run."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open()
        await leader.request(Close("code"))
        assert runner.running == 0
        assert leader.told(Stopped) == [Stopped("code", 2, 0)]
        await leader.request(Close("code"))
        assert leader.told(Stopped) == [Stopped("code", 2, 0), Stopped("code", 1, 0)]


@in_virtual_time
async def test_a_tournament_opens_a_table() -> None:
    """Once, though it may ask again."""
    async with led() as (_, leader):
        await leader.begin()
        leader.line.tell(Run("code", None))
        opened = Opened("code", Setup("lots", 3), ("plain",) * 3, "", tournament=1)
        for _ in range(2):
            await leader.request(Convene("code", Convening(opened, (None, None, None))))
        assert len(await leader.store.read("code")) >= 1
        assert [append.expect for append in leader.told(Append)].count(0) == 1


@in_virtual_time
async def test_a_rematch_asks_whether_it_may_be_opened() -> None:
    """Of the one that leads, who knows what the connection may do; nobody is asked before the game is over."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN)
        await leader.open(deals=1)
        assert await leader.request(AskAgain("code", 1, CODEC.encode_client(Rematch(2))), Sequel | None) is None
        assert leader.told(MayOpen) == []
        assert await leader.ask(1, BeginGame(3))
        await leader.request(EndRound("code"))
        await asyncio.sleep(60)
        [*_, seen] = [one.view for one in told(leader, 1) if isinstance(one, Happened | TableChanged)]
        assert await leader.ask(1, Act(4, seen.seq, Bid(1)))
        leader.grants = False
        assert await leader.request(AskAgain("code", 1, CODEC.encode_client(Rematch(5))), Sequel | None) is None
        assert leader.told(MayOpen) == [MayOpen(1, 5)]
        leader.grants = True
        order = await leader.request(AskAgain("code", 1, CODEC.encode_client(Rematch(6))), Sequel | None)
        assert isinstance(order, Sequel)
        leader.line.tell(Run("fresh", None))
        assert await leader.request(Follow("fresh", 1, CODEC.encode_client(Rematch(6)), order), bool)


@in_virtual_time
async def test_what_asks_for_nothing_runs_no_table() -> None:
    """Neither a rating, nor that players may be reconnecting."""
    async with led() as (runner, leader):
        await leader.begin()
        leader.line.tell(Run("code", 3.0))
        leader.line.tell(Rated("code"))
        leader.line.tell(Disturbed())
        await settle()
        assert runner.running == 0
        leader.enter(ANN)
        await leader.open()
        leader.line.tell(Rated("code"))
        await settle()
        assert runner.running == 1


@in_virtual_time
async def test_a_command_in_doubt_is_known_to_the_table() -> None:
    """It may have been carried out here before, and finds out; the node that leads learns that it has."""
    async with led() as (_, leader):
        await leader.begin()
        leader.enter(ANN)
        leader.line.tell(Run("code", None))
        assert await leader.ask(1, OpenTable(1, Setup("lots", 3)), doubtful=True)
        assert leader.told(Doubt) == []
        assert await leader.ask(1, QuickTable(2, Setup("lots", 3)), doubtful=True)
        assert leader.told(Doubt) == [Doubt(cause_of("ann", QuickTable(2, Setup("lots", 3))), "")]
