"""What tables need of their host, asked of the node that leads."""

import asyncio

import msgspec
import pytest
from msgspec import Raw

from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.cluster.tables.leader import LeaderBlocks, LeaderRegistrar, LeaderStore, LeaderWakeups
from server.cluster.tables.messages import (
    Append,
    Doubt,
    File,
    FreshCode,
    FromLeader,
    FromNode,
    Note,
    Read,
    ReadBeliefs,
    ReadChanges,
    Remind,
    Reply,
)
from server.storage.store import Appended, Brief, BrokenLog, Conflict, RatingChange, Unknown
from server.storage.store import Failed as NotStored
from server.tables.heading import Heading
from server.tables.ladder import Ladder
from server.tables.log import Cause
from server.tables.rated import Player
from server.tables.ratings import Belief
from tests.server.cluster.elsewhere import StorePen
from tests.server.cluster.tables.lines import Scripted, settle
from tests.server.storage.memory import MemoryStore
from tests.server.virtual_time import VirtualLoop, in_virtual_time

HEADING = Heading("code", 0.0, Setup("lots", 3), TablePhase.GATHERING, (None, None, None), "", "ann")
CAUSE = Cause("ann", 1, "digest")
BRIEF = Brief(b"heading", live=True)
ANSWERS = [Appended(), Conflict(3), NotStored("full"), Unknown("who knows")]


class Leading:
    """The far end of the line, and what speaks on it."""

    def __init__(self) -> None:
        """Begin."""
        self._far = Scripted(FromNode, FromLeader)
        self.line = self._far.line
        self.kept = MemoryStore()
        self.pen = StorePen(self.kept)
        self.clocked: set[str] = set()
        self.store = LeaderStore(self.line, self.pen, self.clocked.__contains__)
        self.registrar = LeaderRegistrar(self.line, self.store)
        self.running = asyncio.create_task(self.line.run(lambda _: None))

    async def heard(self) -> list[tuple[int, object]]:
        """Give what was said."""
        await settle()
        return list(self._far.heard())

    async def told(self) -> list[object]:
        """Give what wants no reply."""
        found = await self.heard()
        assert all(request == 0 for request, _ in found)
        return [message for _, message in found]

    async def answer(self, value: object, fault: str = "") -> object:
        """Answer a request, and give it."""
        [(request, message)] = await self.heard()
        self._far.say(Reply(request, Raw(msgspec.msgpack.encode(value)), fault))
        await settle()
        return message

    async def hang_up(self) -> None:
        """End."""
        self._far.hang_up()
        await self.running


@pytest.mark.parametrize("outcome", ANSWERS, ids=lambda one: type(one).__name__)
async def test_a_record_is_stored_by_the_leader(outcome: object) -> None:
    """Whatever comes of it there comes of it here."""
    far = Leading()
    storing = asyncio.create_task(far.store.append("code", 3, b"record", BRIEF))
    assert await far.answer(outcome) == Append("code", 3, b"record", BRIEF)
    assert await storing == outcome
    await far.hang_up()


async def test_a_record_that_changes_no_heading_is_written_here() -> None:
    """The node that leads does not hear of it, and knows the heading already."""
    far = Leading()
    assert await far.kept.append("code", 0, b"one", BRIEF) == Appended()
    assert await far.store.append("code", 1, b"two", None) == Appended()
    far.registrar.note(HEADING)
    assert await far.told() == []
    assert await far.store.append("code", 1, b"again", None) == Conflict(2)
    far.registrar.note(HEADING)
    assert await far.told() == [Note(HEADING)]
    assert far.pen.written == ["code", "code"]
    await far.hang_up()


async def test_a_record_that_starts_a_clock_anew_is_stored_by_the_leader() -> None:
    """It wakes the table when nobody is there."""
    far = Leading()
    far.clocked.add("code")
    storing = asyncio.create_task(far.store.append("code", 3, b"record", None))
    assert await far.answer(Appended()) == Append("code", 3, b"record", None)
    assert await storing == Appended()
    assert far.pen.written == []
    await far.hang_up()


async def test_a_refused_record_is_not_stored_and_a_lost_one_may_be() -> None:
    """The table reads its log then."""
    far = Leading()
    storing = asyncio.create_task(far.store.append("code", 3, b"record", BRIEF))
    await far.answer("another node runs this table by now", "StoreFault")
    assert await storing == NotStored("another node runs this table by now")
    storing = asyncio.create_task(far.store.append("code", 3, b"record", BRIEF))
    await far.heard()
    await far.hang_up()
    assert isinstance(await storing, Unknown)


async def test_the_rest_of_the_store_is_read_at_the_leader() -> None:
    """Its faults are those of the store."""
    far = Leading()
    ladder, player = Ladder("lots", "usual"), Player("ann")
    reading = asyncio.create_task(far.store.read("code"))
    assert await far.answer((b"one",)) == Read("code", 0)
    assert await reading == (b"one",)
    asking = asyncio.create_task(far.store.beliefs(ladder, {player}))
    belief = Belief(1.0, 2.0, 3)
    assert await far.answer(((player, belief),)) == ReadBeliefs(ladder, (player,))
    assert await asking == {player: belief}
    changes = asyncio.create_task(far.store.rating_changes("code"))
    assert await far.answer((RatingChange(player, 0.5, belief),)) == ReadChanges("code")
    assert await changes == (RatingChange(player, 0.5, belief),)
    reading = asyncio.create_task(far.store.read("code"))
    await far.answer("damaged", "BrokenLog")
    with pytest.raises(BrokenLog, match="damaged"):
        await reading
    await far.hang_up()


async def test_a_heading_is_told_unless_a_record_has_brought_it() -> None:
    """Once for each record; one that was not stored brings nothing."""
    far = Leading()
    far.registrar.note(HEADING)
    assert await far.told() == [Note(HEADING)]
    for outcome in (Appended(), NotStored("full")):
        storing = asyncio.create_task(far.store.append("code", 3, b"record", BRIEF))
        await far.answer(outcome)
        await storing
        far.registrar.note(HEADING)
        assert await far.told() == ([] if outcome == Appended() else [Note(HEADING)])
    far.registrar.call()
    assert await far.told() == [File()]
    await far.hang_up()


async def test_a_code_comes_from_the_leader() -> None:
    """It knows all that were ever used."""
    far = Leading()
    wanting = asyncio.create_task(far.registrar.fresh_code())
    assert await far.answer("new-code") == FreshCode()
    assert await wanting == "new-code"
    await far.hang_up()


async def test_doubts_are_known_here_and_there() -> None:
    """What was learnt from there is told back only when it is settled."""
    far = Leading()
    assert far.registrar.doubts(CAUSE) is None
    assert far.registrar.in_doubt(CAUSE) is None
    assert await far.told() == []
    far.registrar.doubt(CAUSE, "code")
    assert far.registrar.doubts(CAUSE) == "code"
    assert await far.told() == [Doubt(CAUSE, "code")]
    assert far.registrar.in_doubt(CAUSE) == "code"
    assert far.registrar.doubts(CAUSE) is None
    assert await far.told() == [Doubt(CAUSE, "")]
    far.registrar.learn(CAUSE, "code")
    assert await far.told() == []
    assert far.registrar.in_doubt(CAUSE) == "code"
    assert await far.told() == [Doubt(CAUSE, "")]
    await far.hang_up()


@in_virtual_time
async def test_the_clock_of_a_table_goes_on_from_where_it_was() -> None:
    """Each record starts it anew, and the node that leads wakes the table."""
    far = Leading()
    wakeups = LeaderWakeups(far.line)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    wakeups.learn("code", 3.0)
    assert wakeups.since("code") == loop.time() - 3
    wakeups.note(msgspec.structs.replace(HEADING, wake=60.0))
    assert wakeups.since("code") == loop.time()
    wakeups.note(HEADING)
    assert wakeups.since("code") is None
    wakeups.learn("code", 3.0)
    wakeups.forget("code")
    wakeups.forget("code")
    assert wakeups.since("code") is None
    wakeups.learn("code", None)
    wakeups.remind("code", 2.0)
    wakeups.again("code")
    assert await far.told() == [Remind("code", 2.0), Remind("code", None)]
    await far.hang_up()


def test_who_is_hidden_is_known_until_nobody_is() -> None:
    """The latest counts."""
    blocks = LeaderBlocks()
    assert blocks.hidden("ann") == {}
    blocks.learn("ann", {"ben": "Ben"})
    blocks.learn("ann", {"cat": "Cat"})
    assert blocks.hidden("ann") == {"cat": "Cat"}
    blocks.learn("ann", {})
    assert blocks.hidden("ann") == {}
