"""What the tests of several parts of the server are given."""

from pathlib import Path

import pytest

from server.storage.sqlite import open_store


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Give a data directory as a server leaves it."""
    made = tmp_path / "data"
    await open_store(made).close()
    (made / "ssh_host_key").write_bytes(b"a key")
    return made
