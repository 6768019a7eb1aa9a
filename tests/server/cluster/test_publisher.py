"""Operations that are published together: each of them counts for itself, and comes back to whoever wanted it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.cluster.journal import Entry
from server.cluster.operations import Operation, new_operation, read_entry
from server.cluster.publisher import GROUP_BYTES, Publication, Publisher
from server.storage.store import Appended, Conflict, Failed, StoreFault
from server.storage.threads import UnknownOutcome
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.cluster.stores import nodes


class SlowJournal(MemoryJournal):
    """A journal whose entries are under way until it is told to take them."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self.takes = asyncio.Event()

    async def publish(self, data: bytes, key: str) -> int:
        """Append an entry once it may."""
        await self.takes.wait()
        return await super().publish(data, key)


def names(entry: bytes) -> list[str]:
    """Give the names of the operations in an entry."""
    return [operation.name for operation in read_entry(entry)]


def operation(number: int, size: int = 0) -> Operation:
    """Give an operation that says a number."""
    return new_operation(1, str(number), (bytes(size),))


@contextlib.asynccontextmanager
async def publisher(journal: MemoryJournal) -> AsyncIterator[Publisher]:
    """Give a publisher."""

    async def take(entry: Entry) -> None:
        assert journal.entries[entry.number - 1] == entry.data

    own = Publisher(journal, take)
    try:
        yield own
    finally:
        await own.close()


async def test_what_comes_meanwhile_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two go alone at once, and those that came while both were under way go together, in their order."""
    monkeypatch.setattr("server.cluster.operations.CHANGES", {str(number): None for number in range(9)})
    journal = SlowJournal()
    async with publisher(journal) as own:
        wanted = []
        for number in (0, 1):
            wanted.append(own.publish(operation(number)))
            await asyncio.sleep(0.02)
        wanted += [own.publish(operation(number)) for number in (2, 3, 4)]
        await asyncio.sleep(0.02)
        journal.takes.set()
        await asyncio.gather(*(one.stored.wait() for one in wanted))
    assert [names(entry) for entry in journal.entries] == [["0"], ["1"], ["2", "3", "4"]]


async def test_entries_are_handed_over_in_their_order() -> None:
    """Also where the answer for the second comes first."""
    order: list[int] = []
    first_may = asyncio.Event()

    class Crossed(MemoryJournal):
        """A journal whose first answer is late."""

        async def publish(self, data: bytes, key: str) -> int:
            """Append an entry."""
            number = await super().publish(data, key)
            if number == 1:
                await first_may.wait()
            return number

    async def take(entry: Entry) -> None:
        order.append(entry.number)

    own = Publisher(Crossed(), take)
    first = own.publish(operation(1))
    await asyncio.sleep(0.02)
    second = own.publish(operation(2))
    await asyncio.sleep(0.02)
    assert not order
    first_may.set()
    await asyncio.gather(first.stored.wait(), second.stored.wait())
    await own.close()
    assert order == [1, 2]


async def test_a_group_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is longer than a group goes alone, so that an entry which is too long is nobody else's fault."""
    monkeypatch.setattr("server.cluster.operations.CHANGES", {str(number): None for number in range(9)})
    journal = SlowJournal()
    async with publisher(journal) as own:
        sizes = (10, 10, GROUP_BYTES + 1, 10, GROUP_BYTES - 200, 200)
        wanted = [own.publish(operation(number, size)) for number, size in enumerate(sizes)]
        journal.takes.set()
        await asyncio.gather(*(one.stored.wait() for one in wanted))
    assert [names(entry) for entry in journal.entries] == [["0", "1"], ["2"], ["3", "4"], ["5"]]


async def test_a_fault_is_that_of_the_whole_group_alone() -> None:
    """Whoever comes later is published again."""
    journal = MemoryJournal()
    journal.refuses = True
    async with publisher(journal) as own:
        failed = [own.publish(operation(number)) for number in (1, 2)]
        await asyncio.gather(*(one.stored.wait() for one in failed))
        assert [str(one.came.result()) for one in failed] == ["the journal is full"] * 2
        journal.refuses = False
        later = own.publish(operation(3))
        await later.stored.wait()
        assert not later.came.done()
    assert len(journal.entries) == 1


async def test_what_nobody_waits_for_is_not_published() -> None:
    """It was given up before it was under way."""
    journal = SlowJournal()
    async with publisher(journal) as own:
        for number in (1, 2):
            own.publish(operation(number))
            await asyncio.sleep(0.02)
        own.publish(operation(3)).came.cancel()
        journal.takes.set()
        await own.publish(operation(4)).stored.wait()
    assert len(journal.entries) == 3


@pytest.mark.parametrize("problem", [TimeoutError(), ValueError("odd"), UnknownOutcome("lost")])
async def test_whoever_waits_is_told_of_any_fault(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows then what is in the journal, and the next group is published all the same."""
    journal = MemoryJournal()

    async def fail(data: bytes, key: str) -> int:
        raise problem

    async def outcome(wanted: Publication) -> object:
        await wanted.stored.wait()
        return wanted.came.result() if wanted.came.done() else None

    async with publisher(journal) as own:
        with monkeypatch.context() as patched:
            patched.setattr(journal, "publish", fail)
            assert isinstance(await outcome(own.publish(operation(1))), UnknownOutcome)
        assert await outcome(own.publish(operation(2))) is None


async def test_appends_of_one_moment_are_few_entries(tmp_path: Path) -> None:
    """Each has a result of its own, and every copy holds the same."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        found = await asyncio.gather(
            *(first.append(f"log {number}", 0, b"%d" % number, None) for number in range(100)),
            first.append("log 7", 5, b"wrong", None),
        )
        assert found[:100] == [Appended()] * 100
        assert found[100] == Conflict(1)
        assert len(journal.entries) < 10
        await second.catch_up()
        for number in range(100):
            assert await second.read(f"log {number}") == (b"%d" % number,)


async def test_an_operation_that_is_too_long_fails_alone(tmp_path: Path) -> None:
    """Those that were wanted with it are stored."""

    class Narrow(MemoryJournal):
        """Takes no long entries."""

        async def publish(self, data: bytes, key: str) -> int:
            """Append an entry that is not too long."""
            if len(data) > 2 * GROUP_BYTES:
                raise StoreFault("too long")
            return await super().publish(data, key)

    async with nodes(tmp_path, Narrow(), 1) as (first,):
        await first.lead("first")
        found = await asyncio.gather(
            first.append("x", 0, b"1", None),
            first.append("y", 0, bytes(2 * GROUP_BYTES), None),
            first.append("z", 0, b"1", None),
        )
        assert [*found] == [Appended(), Failed("too long"), Appended()]
