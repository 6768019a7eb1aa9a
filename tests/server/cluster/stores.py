"""The stores of some nodes over one journal."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from server.cluster.store import ReplicatedStore, open_replica
from tests.server.cluster.memory_journal import MemoryJournal


@contextlib.asynccontextmanager
async def nodes(directory: Path, journal: MemoryJournal, count: int = 2) -> AsyncIterator[list[ReplicatedStore]]:
    """Give some nodes over one journal, none of which leads."""
    async with contextlib.AsyncExitStack() as closing:
        opened = [open_replica(directory / str(number), journal) for number in range(count)]
        for node in opened:
            closing.push_async_callback(node.close)
        yield opened
