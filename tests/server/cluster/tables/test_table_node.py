"""The node that leads, towards one that runs tables for it."""

import asyncio

import msgspec

from protocol.messages import Goodbye, JoinTable, Pong
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.cluster.tables.messages import (
    Append,
    Disturbed,
    Doubt,
    File,
    FreshCode,
    Gone,
    Last,
    Leave,
    Leaving,
    MayOpen,
    Note,
    Part,
    Read,
    ReadBeliefs,
    ReadChanges,
    Remind,
    Run,
    Say,
    Stopped,
)
from server.host.clock import AGAIN_SECONDS
from server.storage.store import Appended, AppendResult, Brief, Conflict
from server.tables.heading import Heading
from server.tables.ladder import Ladder
from server.tables.log import Cause
from server.tables.rated import Player
from tests.server.cluster.tables.lines import settle
from tests.server.cluster.tables.nodes import Far, far, session
from tests.server.host.world import CODEC
from tests.server.virtual_time import in_virtual_time

HEADING = Heading("code", 0.0, Setup("lots", 3), TablePhase.GATHERING, (None, None, None), "", "ann", wake=60.0)
BRIEF = Brief(CODEC.pack(HEADING), live=True)
CAUSE = Cause("ann", 1, "open_table")


async def stored(other: Far) -> tuple[bytes, ...]:
    """Give the log."""
    return await other.parts.services.store.read("code")


async def outcome(other: Far, record: Append) -> AppendResult:
    """Let the node store a record."""
    reply = await other.ask(record)
    assert reply.fault == ""
    found: AppendResult = msgspec.msgpack.decode(reply.value, type=AppendResult)
    return found


@in_virtual_time
async def test_a_record_of_a_table_that_it_does_not_run_is_refused() -> None:
    """Another node runs it by now, or none: two would have a table each."""
    async with far() as other:
        reply = await other.ask(Append("code", 0, b"one", BRIEF))
        assert reply.fault == "StoreFault"
        other.run()
        await other.say(Stopped("code", 0, 7))
        assert other.admitting.expected == [("code", 7)]
        assert other.ended == ["code"]
        reply = await other.ask(Append("code", 0, b"one", BRIEF))
        assert reply.fault == "StoreFault"
        assert await stored(other) == ()
        assert "code" not in other.parts.directory


@in_virtual_time
async def test_the_heading_comes_with_the_record() -> None:
    """To the list of tables and to the wakeups; a record without one starts the clock of the table anew, too."""
    async with far() as other:
        other.run()
        assert await outcome(other, Append("code", 0, b"one", BRIEF)) == Appended()
        assert other.parts.directory.heading("code") == HEADING
        assert other.parts.wakeups.lapsed("code") == 0
        await asyncio.sleep(5)
        assert other.parts.wakeups.lapsed("code") == 5
        assert await outcome(other, Append("code", 1, b"two", None)) == Appended()
        assert other.parts.wakeups.lapsed("code") == 0
        assert await outcome(other, Append("code", 1, b"again", BRIEF)) == Conflict(2)
        other.run("new")
        assert await outcome(other, Append("new", 0, b"one", None)) == Appended()
        assert "new" not in other.parts.directory
        assert await stored(other) == (b"one", b"two")


@in_virtual_time
async def test_a_table_is_run_on_with_the_time_that_has_lapsed() -> None:
    """Its clock does not begin anew because another node runs it."""
    async with far() as other:
        other.parts.wakeups.note(HEADING)
        await asyncio.sleep(5)
        other.run()
        other.run("new")
        assert await other.heard() == [Run("code", 5.0), Run("new", None)]


@in_virtual_time
async def test_a_heading_without_a_record_starts_no_clock() -> None:
    """A table was read from its log."""
    async with far() as other:
        await other.say(Note(HEADING))
        assert other.parts.directory.heading("code") == HEADING
        assert other.parts.wakeups.since("code") is None
        called = other.parts.archivist._called
        called.clear()
        await other.say(Note(msgspec.structs.replace(HEADING, closed=True)))
        assert "code" not in other.parts.directory


@in_virtual_time
async def test_what_tables_read_is_read_for_them() -> None:
    """Each question has its answer."""
    async with far() as other:
        other.run()
        await outcome(other, Append("code", 0, b"one", BRIEF))
        found = [
            msgspec.msgpack.decode((await other.ask(question)).value)
            for question in (Read("code", 9), ReadChanges("code"), ReadBeliefs(Ladder("lots"), (Player("ann"),)))
        ]
        assert found == [[b"one"], [], []]
        code = msgspec.msgpack.decode((await other.ask(FreshCode())).value, type=str)
        assert code
        assert code not in other.parts.directory


@in_virtual_time
async def test_a_connection_hears_what_tables_say() -> None:
    """One that has left hears nothing, and nothing goes wrong."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        frames = b"\0\0\0\1x"
        await other.say(Say(1, frames), Say(2, frames), Last(1, 7), Last(1, 3), Last(2, 9))
        assert ann._outbox == [frames]
        assert ann.last == 7
        await other.say(Gone("nowhere", 1), Gone("code", 2))
        assert ann in table
        await other.say(Part(1, CODEC.encode_server(Goodbye("kicked", "go"))), Part(2, b""))
        assert ann.ending
        assert ann._outbox[-1] == Goodbye("kicked", "go")


@in_virtual_time
async def test_a_damaged_goodbye_ends_the_line() -> None:
    """The node cannot be understood."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        await other.say(Part(1, b"damaged"))
        assert other.node.line.ended


@in_virtual_time
async def test_whoever_was_removed_is_at_the_table_no_more() -> None:
    """The node forgets the connection, which goes on."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        await other.heard()
        await other.say(Gone("code", 1))
        assert ann not in table
        assert not ann.ending
        assert await other.heard() == [Leave(1)]


@in_virtual_time
async def test_who_may_open_a_table_is_asked_of_the_connection() -> None:
    """Nobody may who has not asked for a rematch, or has left."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        commands: list[int] = []

        async def may_open(command: int) -> bool:
            commands.append(command)
            return True

        await other.sit(table, ann)
        assert msgspec.msgpack.decode((await other.ask(MayOpen(1, 5))).value) is False
        number = other.node.visits.begin(ann, may_open)
        assert msgspec.msgpack.decode((await other.ask(MayOpen(number, 6))).value) is True
        assert msgspec.msgpack.decode((await other.ask(MayOpen(2, 7))).value) is False
        assert commands == [6]


@in_virtual_time
async def test_doubts_are_kept_for_all_nodes() -> None:
    """Until they are settled."""
    async with far() as other:
        await other.say(Doubt(CAUSE, "code"))
        assert other.parts.directory.doubts(CAUSE) == "code"
        await other.say(Doubt(CAUSE, ""))
        assert other.parts.directory.doubts(CAUSE) is None


@in_virtual_time
async def test_the_leader_wakes_tables() -> None:
    """When a table says, or a while later if it could not be used."""
    async with far() as other:
        woken: list[str] = []
        other.parts.wakeups._wake = woken.append
        await other.say(Remind("soon", 2.0), Remind("later", None))
        await asyncio.sleep(3)
        assert woken == ["soon"]
        await asyncio.sleep(AGAIN_SECONDS)
        assert woken == ["soon", "later"]


@in_virtual_time
async def test_finished_games_are_filed() -> None:
    """As soon as a table says so."""
    async with far() as other:
        calls: list[None] = []
        other.parts.archivist.call = lambda: calls.append(None)  # type: ignore[method-assign]
        await other.say(File())
        assert calls == [None]


@in_virtual_time
async def test_a_node_that_leaves_hands_its_tables_over() -> None:
    """Each ends when it has stopped, and whoever is there comes again; no request makes the node run it on."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        await other.say(Leaving())
        assert other.node.leaving
        assert other.ended == []
        table.wake()
        await other.say(Stopped("code", 1, 0), Stopped("unknown", 1, 0))
        assert other.ended == ["code"]
        assert ann.ending
        assert await outcome_of_late_record(other) == "StoreFault"


async def outcome_of_late_record(other: Far) -> str:
    """Let the node store something for a table that has ended."""
    return (await other.ask(Append("code", 0, b"late", BRIEF))).fault


@in_virtual_time
async def test_a_node_is_lost_once() -> None:
    """What it ran is known after that."""
    async with far() as other:
        other.run("one")
        other.run("two")
        other.node.line.tell(Disturbed())
        assert other.node.codes == ("one", "two")
        other.node.lose()
        other.node.lose()
        assert not other.node.codes
        assert other.ended == ["one", "two"]


@in_virtual_time
async def test_what_was_on_its_way_to_the_store_is_stored() -> None:
    """Though the node is lost before it is."""
    async with far() as other:
        table, ann = other.run(), session("Ann")
        await other.sit(table, ann)
        asking = asyncio.create_task(table.ask(ann, JoinTable(2, "code")))
        await settle()
        ann.say(Pong(1))
        other.parts.services.store.delay = 1.0  # type: ignore[attr-defined]
        other._far.say(Append("code", 0, b"one", BRIEF), request=1)
        await settle()
        await other.lose()
        await asking
        assert other.ended == ["code"]
        await asyncio.sleep(2)
        assert await stored(other) == (b"one",)
        assert other.parts.directory.heading("code") == HEADING
