"""What the tests of stores are given."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.cluster.address import read_cluster
from server.cluster.opening import Safety, open_cluster
from server.cluster.store import open_replica
from server.storage.sqlite import open_store
from server.storage.store import Store
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.storage.memory import MemoryStore


@pytest_asyncio.fixture(params=["memory", "sqlite", "replicated", "nats"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Give an empty store of each kind."""
    async with contextlib.AsyncExitStack() as closing:
        opened = await _opened(request, tmp_path, closing)
        closing.push_async_callback(opened.close)
        yield opened


async def _opened(request: pytest.FixtureRequest, directory: Path, closing: contextlib.AsyncExitStack) -> Store:
    if request.param == "memory":
        return MemoryStore()
    if request.param == "sqlite":
        return open_store(directory)
    if request.param == "replicated":
        replica = open_replica(directory, MemoryJournal())
    else:
        address = read_cluster(request.getfixturevalue("nats_address"))
        cluster = await closing.enter_async_context(open_cluster(address, Safety.WAIVED))
        replica = open_replica(directory, cluster.journal)
    await replica.lead("the node")
    return replica
