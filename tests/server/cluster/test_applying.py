"""How a node makes what the journal says: at once where somebody waits for it, and without growing for ever."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from server.cluster.applier import AGAIN_SECONDS, LIGHT_BYTES
from server.database_files import DATABASE_NAME
from server.storage.store import Account, Appended, Unknown
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.cluster.stores import nodes


def sizes_of_logs(directory: Path) -> list[int]:
    """Give the bytes of the write-ahead logs of all nodes."""
    return [log.stat().st_size for log in directory.rglob(f"{DATABASE_NAME}-wal")]


@contextlib.contextmanager
def held(directory: Path) -> Iterator[sqlite3.Connection]:
    """Hold the copy of the only node, as another program may."""
    (database,) = directory.rglob(DATABASE_NAME)
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def test_records_are_applied_in_the_loop_and_all_else_in_a_thread(tmp_path: Path) -> None:
    """No disk is waited for where a player waits; what may take longer stops nobody."""
    async with nodes(tmp_path, MemoryJournal(), 1) as (node,):
        await node.lead("first")
        here = Mock(wraps=node._writer.write_here)
        with patch.object(node._writer, "write_here", here):
            assert await node.append("x", 0, b"1", None) == Appended()
            assert here.call_count == 1
            assert await node.append("x", 1, bytes(LIGHT_BYTES), None) == Appended()
            assert await node.register(Account("a", "Anna"), None)
            assert here.call_count == 1
        assert await node.read("x") == (b"1", bytes(LIGHT_BYTES))


async def test_what_was_applied_is_brought_into_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log beside it does not grow for ever."""
    monkeypatch.setattr("server.cluster.applier.CHECKPOINT", 8)
    async with nodes(tmp_path, MemoryJournal(), 1) as (node,):
        await node.lead("first")
        for number in range(64):
            await node.append("x", number, bytes(1000), None)
        grown = sizes_of_logs(tmp_path)
        for number in range(64, 256):
            await node.append("x", number, bytes(1000), None)
        assert sizes_of_logs(tmp_path) == grown


async def test_another_program_may_hold_the_database_for_a_while(tmp_path: Path) -> None:
    """What comes meanwhile is applied once it is released, and the loop goes on."""
    async with nodes(tmp_path, MemoryJournal(), 1) as (node,):
        await node.lead("first")
        with held(tmp_path) as other:
            appending = asyncio.create_task(node.append("x", 0, b"1", None))
            done, _ = await asyncio.wait({appending}, timeout=3 * AGAIN_SECONDS)
            assert not done
            other.execute("ROLLBACK")
        assert await appending == Appended()


async def test_another_program_may_not_hold_the_database_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that cannot write its copy gives up."""
    monkeypatch.setattr("server.cluster.applier.HELD_SECONDS", 0.1)
    async with nodes(tmp_path, MemoryJournal(), 1) as (node,):
        await node.lead("first")
        with held(tmp_path):
            assert await node.append("x", 0, b"1", None) == Unknown("database is locked")
        assert not node.followed
