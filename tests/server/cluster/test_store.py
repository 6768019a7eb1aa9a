"""Nodes that follow one journal: they hold the same, one of them leads, and nothing acknowledged is lost or doubled."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from server.cluster.operations import (
    operation_for,
)
from server.cluster.replica import Fenced, Refused
from server.cluster.store import open_replica
from server.commands.forget import main as forget
from server.database_files import DATABASE_NAME
from server.storage import logs
from server.storage.lock import is_locked
from server.storage.sqlite import open_store
from server.storage.store import Account, Appended, Brief, Conflict, Failed, Key, StoreBusy, StoreFault, Token, Unknown
from server.storage.threads import UnknownOutcome
from tests.server.cluster.memory_journal import MemoryJournal, entry_of
from tests.server.cluster.stores import nodes

ANNA, BEN = Account("a", "Anna"), Account("b", "Ben")


async def test_every_node_knows_what_one_has_stored(tmp_path: Path) -> None:
    """A node that was told to catch up reads what the one that leads was told to be stored."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        assert await first.register(ANNA, Key("k", "laptop", 1.0))
        assert await first.append("x", 0, b"1", Brief(b"heading", live=True)) == Appended()
        await second.catch_up()
        assert await second.keyholder("k") == ANNA
        assert await second.read("x") == (b"1",)
        assert await second.live() == (b"heading",)


async def test_who_is_replaced_changes_nothing_more(tmp_path: Path) -> None:
    """What a node publishes that leads no more counts for nothing, even with the right length of a log."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
        assert await second.lead("second") == 2
        assert await first.append("x", 1, b"stale", None) == Failed("second leads by now")
        with pytest.raises(Fenced, match="second leads by now"):
            await first.register(ANNA, None)
        assert await second.append("x", 1, b"2", None) == Appended()
        await first.catch_up()
        assert await first.read("x") == await second.read("x") == (b"1", b"2")
        assert await second.account("a") is None
        async with asyncio.timeout(60):
            await first.fenced()


async def test_a_node_that_never_led_changes_nothing(tmp_path: Path) -> None:
    """Somebody has to lead first."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        assert await second.append("x", 0, b"1", None) == Failed("first leads by now")


async def test_a_log_is_read_with_what_is_on_its_way_to_it(tmp_path: Path) -> None:
    """A table that was lost while it stored something goes on behind that; other logs do not wait."""
    async with nodes(tmp_path, MemoryJournal(), 1) as (node,):
        await node.lead("first")
        async with node._applying:
            appending = asyncio.create_task(node.append("x", 0, b"1", None))
            await asyncio.sleep(0)
            reading = asyncio.create_task(node.read("x"))
            assert await node.read("y") == ()
            assert not reading.done()
        assert await reading == (b"1",)
        assert await appending == Appended()


async def test_of_those_who_want_to_lead_one_does(tmp_path: Path) -> None:
    """They ask at the same time; each lead has a number of its own, and who comes second for it is told so."""
    async with nodes(tmp_path, MemoryJournal(), 5) as those:
        found = await asyncio.gather(*(node.lead(f"node {n}") for n, node in enumerate(those)), return_exceptions=True)
        led = [one for one in found if isinstance(one, int)]
        assert sorted(led) == [*range(1, len(led) + 1)]
        assert {type(one) for one in found} <= {int, Fenced}
        for node in those:
            await node.catch_up()
        assert {node.place.epoch for node in those} == {len(led)}


async def test_an_unknown_outcome_is_known_after_the_next_lead(tmp_path: Path) -> None:
    """A record that comes in late counts if nobody has led since, and otherwise never."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        journal.holds_back = True
        assert await first.append("x", 0, b"1", None) == Unknown("the connection was lost")
        journal.holds_back = False
        assert await second.lead("second") == 2
        await journal.come_in(*journal.late[0])
        await second.catch_up()
        assert await second.read("x") == ()
        assert await second.append("x", 0, b"other", None) == Appended()


async def test_what_comes_in_late_stands_between_the_others(tmp_path: Path) -> None:
    """Its author is told the length of the log and has to read it again."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        journal.holds_back = True
        assert isinstance(await first.append("x", 0, b"late", None), Unknown)
        journal.holds_back = False
        await journal.come_in(*journal.late[0])
        assert await first.append("x", 0, b"other", None) == Conflict(1)
        assert await first.read("x") == (b"late",)


async def test_an_entry_that_comes_twice_counts_once(tmp_path: Path) -> None:
    """Servers remember keys for a while only; the copies remember them too."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        assert await first.keep_report(b"report", 10) == 1
        await journal.come_in(journal.entries[-1], "forgotten")
        assert await first.keep_report(b"another", 10) == 2


async def test_a_change_that_the_database_refuses_is_refused_everywhere(tmp_path: Path) -> None:
    """The copies go on, and hold nothing of it."""
    async with nodes(tmp_path, MemoryJournal()) as (first, second):
        await first.lead("first")
        assert await first.register(ANNA, Token("t", b"1"))
        with pytest.raises(Refused):
            await first.register(BEN, Token("t", b"2"))
        assert await first.register(BEN, Token("u", b"2"))
        await second.catch_up()
        assert await second.account("b") == BEN
        assert (await second.credential("t")) == (await first.credential("t"))


async def test_a_journal_that_takes_nothing_is_a_failure(tmp_path: Path) -> None:
    """It is certain that nothing was stored."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        journal.refuses = True
        assert await first.append("x", 0, b"1", None) == Failed("the journal is full")


async def test_a_copy_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    """A node that starts again reads only what is new, and holds all."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        for number in range(300):
            await first.append("x", number, b"%d" % number, None)
        await second.catch_up()
        left = second.place
    async with nodes(tmp_path, journal) as (first, second):
        assert second.place.position <= left.position
        assert await first.lead("first") == 2
        await first.append("x", 300, b"300", None)
        await second.catch_up()
        assert await second.read("x") == tuple(b"%d" % number for number in range(301))


async def test_a_shorter_journal_is_refused(tmp_path: Path) -> None:
    """Servers that have lost what they acknowledged are not led on from there."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
    del journal.entries[-1]
    async with nodes(tmp_path, journal, 1) as (first,):
        with pytest.raises(StoreFault, match=r"the journal ends with entry 1, and .* holds 2: entries were lost"):
            await first.lead("first")


async def test_another_journal_is_refused(tmp_path: Path) -> None:
    """A copy goes on with no journal whose last common entry is another one."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
    journal.entries[-1] = entry_of(operation_for(1, logs.append, "x", 0, b"2", None))
    async with nodes(tmp_path, journal, 1) as (first,):
        with pytest.raises(StoreFault, match="entry 2 of the journal is not the one that this copy holds"):
            await first.lead("first")


async def test_a_journal_that_forgets_while_a_node_leads_is_refused(tmp_path: Path) -> None:
    """Servers that put another entry where they had acknowledged one have lost that one: the node goes no further."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
        del journal.entries[-1]
        answer = await first.append("x", 1, b"2", None)
        assert answer == Unknown("entry 2 of the journal is not the one that this copy holds: it is another")
        with pytest.raises(StoreFault, match="it is another"):
            await first.fenced()


async def test_a_node_that_leads_learns_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once if it writes, and soon if it does not; a journal that does not answer meanwhile is asked again."""
    monkeypatch.setattr("server.cluster.store.WATCH_SECONDS", 0.05)
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 3) as (first, second, third):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
        with monkeypatch.context() as patched:

            async def fail() -> int:
                raise StoreFault("nobody leads the servers")

            patched.setattr(journal, "last", fail)
            await asyncio.sleep(0.2)
        await second.lead("second")
        async with asyncio.timeout(60):
            await first.fenced()
        await second.append("x", 1, b"2", None)
        monkeypatch.setattr("server.cluster.store.WATCH_SECONDS", 3600)
        await third.lead("third")
        async with asyncio.timeout(60):
            assert await second.append("x", 2, b"late", None) == Failed("third leads by now")
            await second.fenced()


async def test_own_entries_that_changed_places_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two was published again, behind the second; both are carried out as they stand in the journal."""
    journal, late, publish = MemoryJournal(), asyncio.Event(), MemoryJournal.publish

    async def exchange(data: bytes, key: str) -> int:
        if b"late" in data:
            await late.wait()
        return await publish(journal, data, key)

    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
        monkeypatch.setattr(journal, "publish", exchange)
        monkeypatch.setattr(journal, "follow", None)
        one = asyncio.create_task(first.append("y", 0, b"late", None))
        await asyncio.sleep(0.05)
        other = asyncio.create_task(first.append("z", 0, b"soon", None))
        await asyncio.sleep(0.05)
        late.set()
        async with asyncio.timeout(30):
            assert [*await asyncio.gather(one, other)] == [Appended()] * 2
        assert await first.read("y") == (b"late",)
        assert await first.read("z") == (b"soon",)
        assert [b"late" in entry for entry in journal.entries[-2:]] == [False, True]


async def test_a_flipped_bit_ends_the_following(tmp_path: Path) -> None:
    """A damaged entry is never taken for another; whoever waits is told, and so is who comes later."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal) as (first, second):
        await first.lead("first")
        entry = bytearray(entry_of(operation_for(1, logs.append, "x", 0, b"1", None)))
        entry[-1] ^= 1
        await journal.come_in(bytes(entry), "damaged")
        with pytest.raises(StoreFault, match="entry 2 of the journal cannot be used: it is not as it was written"):
            await second.catch_up()
        answer = await first.append("x", 0, b"1", None)
        assert isinstance(answer, Failed | Unknown)
        with pytest.raises(StoreFault, match="not as it was written"):
            await first.fenced()


async def test_whoever_waits_too_long_does_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that says nothing is no reason to wait for ever."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")

        async def say_nothing(data: bytes, key: str) -> int:
            await asyncio.Event().wait()
            return 0

        monkeypatch.setattr(journal, "publish", say_nothing)
        monkeypatch.setattr("server.cluster.store.PATIENCE", 0.01)
        with pytest.raises(UnknownOutcome, match="the journal does not answer"):
            await first.register(ANNA, None)


async def test_whoever_waits_at_the_end_does_not_know(tmp_path: Path) -> None:
    """A node that ends tells those who wait."""
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")

        async def swallow(data: bytes, key: str) -> int:
            return 0

        journal.publish = swallow  # type: ignore[method-assign]
        waiting = asyncio.create_task(first.append("x", 0, b"1", None))
        await asyncio.sleep(0)
    assert await waiting == Unknown("this node does not follow the journal any more")
    assert isinstance(await first.append("x", 0, b"1", None), Failed)


async def test_a_copy_that_is_held_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program may write to it while it is opened: nothing stays locked or open, and it is tried again."""
    monkeypatch.setattr("server.storage.connections._WRITING", ("PRAGMA busy_timeout = 10",))
    async with nodes(tmp_path, MemoryJournal(), 1):
        pass
    copy = tmp_path / "0"
    with contextlib.closing(sqlite3.connect(copy / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="another program holds it: end that one first"):
            open_replica(copy, MemoryJournal())
    assert not is_locked(copy)
    await open_replica(copy, MemoryJournal()).close()


async def test_a_copy_is_no_database_of_a_server_alone(tmp_path: Path) -> None:
    """Whoever serves from it, or erases somebody in it, would change what only the cluster may change."""
    async with nodes(tmp_path, MemoryJournal(), 1) as (first,):
        await first.lead("first")
        await first.register(ANNA, None)
    for _ in range(2):
        with pytest.raises(
            StoreFault, match="is the copy of a node of a cluster, which no server alone uses: chwech migrate"
        ):
            open_store(tmp_path / "0")


async def test_nobody_is_erased_in_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other nodes would still know them."""
    async with nodes(tmp_path, MemoryJournal(), 1) as (first,):
        await first.lead("first")
        await first.register(ANNA, None)
    assert forget(["Anna", "--yes", "--data", str(tmp_path / "0")]) == 1
    assert (
        "is the directory of a node, and the other nodes would still know the person: end all nodes"
        in capsys.readouterr().err
    )
