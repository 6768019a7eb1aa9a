"""Nodes that another one, which leads, lets write records themselves: what they may, and when they may no more."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.cluster.store import ReplicatedStore
from server.cluster.writers import Pen
from server.storage.store import Appended, Brief, Conflict, Failed, StoreFault, Unknown
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.cluster.stores import nodes

NOT_ANY_MORE = Failed("first does not let this node write any more")


async def admitted(leading: ReplicatedStore, other: ReplicatedStore) -> tuple[Pen, str]:
    """Let a node write for the one that leads."""
    writer = await leading.admit()
    return other.pen(leading.place.epoch, writer), writer


async def writes_alone(node: ReplicatedStore) -> None:
    """Wait until a node that leads has noticed that nobody else may write."""
    async with asyncio.timeout(60):
        while node._own or not node._writes_alone():
            await asyncio.sleep(0.001)


async def test_whoever_is_admitted_writes_between_the_others(tmp_path: Path) -> None:
    """Every node knows all records, and nobody writes where another has."""
    async with nodes(tmp_path, MemoryJournal(), 3) as (first, second, third):
        await first.lead("first")
        (pen, _), (other, _) = await admitted(first, second), await admitted(first, third)
        assert await first.append("x", 0, b"1", Brief(b"heading", live=True)) == Appended()
        assert await pen.append("x", 1, b"2") == Appended()
        assert await other.append("x", 2, b"3") == Appended()
        assert await pen.append("x", 2, b"again") == Conflict(3)
        assert await first.append("x", 2, b"again", None) == Conflict(3)
        assert await first.append("x", 3, b"4", None) == Appended()
        for node in (first, second, third):
            await node.catch_up()
            assert await node.read("x") == (b"1", b"2", b"3", b"4")
            assert await node.live() == (b"heading",)


async def test_a_stranger_writes_nothing(tmp_path: Path) -> None:
    """Only a name that was admitted counts, and only in that lead."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        assert await second.pen(1, "stranger").append("x", 0, b"1") == NOT_ANY_MORE
        pen, _ = await admitted(first, second)
        assert await second.pen(2, pen._name).append("x", 0, b"1") == Failed("first leads by now")
        assert await pen.append("x", 0, b"1") == Appended()


async def test_whoever_is_excluded_writes_nothing_more(tmp_path: Path) -> None:
    """Even with the right length of a log; the others go on, and so does the same node once it is admitted anew."""
    async with nodes(tmp_path, MemoryJournal(), 3) as (first, second, third):
        await first.lead("first")
        (pen, writer), (other, _) = await admitted(first, second), await admitted(first, third)
        assert await pen.append("x", 0, b"1") == Appended()
        first.exclude(writer, ("x",))
        assert await first.read("x") == (b"1",)
        assert await pen.append("x", 1, b"late") == NOT_ANY_MORE
        assert await other.append("x", 1, b"2") == Appended()
        pen, _ = await admitted(first, second)
        assert await pen.append("x", 2, b"3") == Appended()


async def test_a_later_lead_excludes_everybody(tmp_path: Path) -> None:
    """Also the node that leads then, as a writer for the one before."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        pen, writer = await admitted(first, second)
        assert await pen.append("x", 0, b"1") == Appended()
        await second.lead("second")
        assert await pen.append("x", 1, b"late") == Failed("second leads by now")
        assert await second.pen(2, writer).append("x", 1, b"late") == Failed(
            "second does not let this node write any more"
        )
        assert await second.read("x") == (b"1",)
        with pytest.raises(StoreFault, match="second leads by now"):
            await first.admit()


async def test_a_log_of_a_lost_node_is_read_once_that_writes_no_more(tmp_path: Path) -> None:
    """What was under way comes before or counts for nothing; other logs are read meanwhile."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        pen, writer = await admitted(first, second)
        assert await pen.append("x", 0, b"1") == Appended()
        await first.catch_up()
        journal.holds_back = True
        assert isinstance(await pen.append("x", 1, b"2"), Unknown)
        journal.holds_back, journal.refuses = False, True
        first.exclude(writer, ("x",))
        reading = asyncio.create_task(first.read("x"))
        assert await first.read("y") == ()
        assert not reading.done()
        await journal.come_in(*journal.late[0])
        journal.refuses = False
        assert await reading == (b"1", b"2")
        assert await pen.append("x", 2, b"late") == NOT_ANY_MORE


async def test_a_log_is_read_with_what_its_last_node_knew(tmp_path: Path) -> None:
    """The node that leads may not have read it yet."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        pen, _ = await admitted(first, second)
        async with first._applying:
            assert await pen.append("x", 0, b"1") == Appended()
            first.expect("x", pen.position)
            reading = asyncio.create_task(first.read("x"))
            assert await first.read("y") == ()
            assert not reading.done()
        assert await reading == (b"1",)
        first.expect("x", pen.position)
        assert await first.read("x") == (b"1",)


async def test_a_record_that_comes_in_late_counts_unless_its_writer_was_excluded(tmp_path: Path) -> None:
    """Nobody is told that it was stored, and whoever reads the log behind the exclusion knows."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        pen, writer = await admitted(first, second)
        journal.holds_back = True
        assert await pen.append("x", 0, b"1") == Unknown("the connection was lost")
        assert await pen.append("x", 0, b"other") == Unknown("the connection was lost")
        journal.holds_back = False
        await journal.come_in(*journal.late[0])
        first.exclude(writer, ("x",))
        assert await first.read("x") == (b"1",)
        await journal.come_in(*journal.late[1])
        assert await first.append("x", 1, b"2", None) == Appended()
        await second.catch_up()
        assert await second.read("x") == (b"1", b"2")


async def test_nobody_is_read_for_once_all_are_excluded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node that leads knows then what it writes, and reads nothing; it does so again as soon as others write."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        for length in range(0, 4, 2):
            pen, writer = await admitted(first, second)
            assert await pen.append("x", length, b"a") == Appended()
            first.exclude(writer, ("x",))
            await first.read("x")
            await writes_alone(first)
            assert await first.append("x", length + 1, b"b", None) == Appended()
            assert not first._own
        assert await first.read("x") == (b"a", b"b") * 2


@pytest.mark.parametrize("broken", [True, False], ids=["broken", "closed"])
async def test_a_node_that_ends_excludes_nobody_any_more(tmp_path: Path, *, broken: bool) -> None:
    """Whoever wanted to read a log waits no longer, whether its journal is broken or it is closed."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        _, writer = await admitted(first, second)
        journal.refuses = True
        first.exclude(writer, ("x",))
        waiting = asyncio.create_task(first._pending.settled("x"))
        await asyncio.sleep(0)
        assert not waiting.done()
        await (first._end("it is broken") if broken else first.close())
        async with asyncio.timeout(60):
            await waiting


class Writing:
    """Nodes that write to one log by turns, whether they still may or not."""

    def __init__(self, those: list[ReplicatedStore], journal: MemoryJournal, chance: Random) -> None:
        """Begin without a node that leads."""
        self.told: dict[int, bytes] = {}
        """The records that were acknowledged, by their places."""
        self._those = those
        self._journal = journal
        self._chance = chance
        self._leading = those[0]
        self._pens: dict[ReplicatedStore, tuple[Pen, str]] = {}
        self._excluded: set[Pen] = set()

    async def lead(self, leading: ReplicatedStore) -> None:
        """Let a node lead, and the others write."""
        await leading.lead("leading")
        self._excluded |= {pen for pen, _ in self._pens.values()}
        self._leading = leading
        self._pens = {node: await admitted(leading, node) for node in self._those if node is not leading}

    async def take_turn(self, number: int) -> None:
        """Let something happen, and somebody write."""
        chance, journal, node = self._chance, self._journal, self._chance.choice(self._those)
        if chance.random() < 0.1:
            await self.lead(node)
        elif node in self._pens and chance.random() < 0.2:
            await self._exclude(node)
        if journal.late and chance.random() < 0.5:
            await journal.come_in(*journal.late.pop(chance.randrange(len(journal.late))))
        await self._leading.catch_up()
        journal.holds_back = chance.random() < 0.2
        await self._write(node, len(await self._leading.read("x")), b"%d" % number)
        journal.holds_back = False
        await self._leading.catch_up()

    async def _exclude(self, node: ReplicatedStore) -> None:
        """Let a node write no more, or under another name."""
        pen, writer = self._pens[node]
        self._leading.exclude(writer, ("x",))
        await self._leading.read("x")
        self._excluded.add(pen)
        if self._chance.random() < 0.5:
            self._pens[node] = await admitted(self._leading, node)

    async def _write(self, node: ReplicatedStore, length: int, record: bytes) -> None:
        pen, _ = self._pens.get(node, (None, ""))
        outcome = await (pen.append("x", length, record) if pen else node.append("x", length, record, None))
        assert not (pen in self._excluded and isinstance(outcome, Appended))
        if isinstance(outcome, Appended):
            assert length not in self.told
            self.told[length] = record


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_no_two_are_told_that_they_wrote_the_same_record(tmp_path_factory: pytest.TempPathFactory, number: int) -> None:
    """Whoever writes, is lost, comes late or leads: what was acknowledged is in the log, once, in its place."""
    asyncio.run(write_by_turns(tmp_path_factory.mktemp("nodes"), Random(number)))


async def write_by_turns(directory: Path, chance: Random) -> None:
    """Let three nodes write, and compare what they hold."""
    journal = MemoryJournal()
    async with nodes(directory, journal, 3) as those:
        writing = Writing(those, journal, chance)
        await writing.lead(those[0])
        for number in range(chance.randrange(5, 25)):
            await writing.take_turn(number)
        for node in those:
            await node.catch_up()
        logs = [await node.read("x") for node in those]
        assert logs[0] == logs[1] == logs[2]
        assert {place: logs[0][place] for place in writing.told} == writing.told
