"""What the tests of stores are given."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.storage.sqlite import open_store
from server.storage.store import Store
from tests.server.storage.memory import MemoryStore


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Give an empty store of each kind."""
    opened: Store = MemoryStore() if request.param == "memory" else open_store(tmp_path)
    yield opened
    await opened.close()
