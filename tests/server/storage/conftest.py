"""What the tests of stores are given."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.storage.database import Store
from server.storage.sqlite import open_store
from tests.server.storage.postgres_server import PostgresServer, postgres_place


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Give an empty store of each kind."""
    match request.param:
        case "sqlite":
            opened: Store = open_store(tmp_path)
        case _:
            opened = await opened_postgres(request.getfixturevalue("postgres"))
    yield opened
    await opened.close()


async def opened_postgres(address: str) -> Store:
    """Give a store in PostgreSQL, whose lease is free."""
    from server.storage.postgres import Lease, PostgresStore

    lease = Lease(address, "here:1")
    assert await lease.take() is not None
    return PostgresStore(lease)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """Give a PostgreSQL server, the same to all tests of a process."""
    with postgres_place() as server:
        server.make()
        server.start()
        yield server


@pytest.fixture
def postgres(server: PostgresServer) -> Iterator[str]:
    """Give the address of a database that is empty before each test."""
    yield server.address()
    server.empty()
