"""A journal that lacks what a copy holds: waited for where it lags, and the end of the node where it stays so."""

import asyncio
from pathlib import Path

import pytest

from server.storage.store import StoreFault
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.cluster.stores import nodes


async def test_a_node_ends_whose_journal_stays_shorter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would wait for ever and look well meanwhile; servers that only lag behind for a moment are waited for."""
    monkeypatch.setattr("server.cluster.length.LAG_SECONDS", 0.2)
    monkeypatch.setattr("server.cluster.length.LOOK_SECONDS", 0.01)
    journal = MemoryJournal()
    async with nodes(tmp_path, journal, 1) as (first,):
        await first.lead("first")
        await first.append("x", 0, b"1", None)
    lost = journal.entries.pop()
    async with nodes(tmp_path, journal, 1) as (first,):
        await asyncio.sleep(0.05)
        journal.entries.append(lost)
        assert await first.lead("first") == 2
    del journal.entries[1:]
    async with nodes(tmp_path, journal, 1) as (first,):
        with pytest.raises(StoreFault, match=r"the journal ends with entry 1, and .* holds 3: entries were lost"):
            await first.led_after(2)
        assert not first.followed
