"""A database whose files are taken away while it is in use: nothing that would be lost is acknowledged."""

import shutil
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage.lock import LOG_SUFFIX, FileIdentity
from server.storage.sqlite import open_store
from server.storage.store import Appended, Failed, StoreFault


@pytest.mark.parametrize("name", [DATABASE_NAME, DATABASE_NAME + LOG_SUFFIX])
async def test_a_file_that_is_deleted(name: str, tmp_path: Path) -> None:
    """What is written to a file that nobody will ever find again is not stored; with the file back all goes on."""
    store = open_store(tmp_path)
    assert await store.append("x", 0, b"1", None) == Appended()
    (tmp_path / name).rename(tmp_path / "taken away")
    failed = await store.append("x", 1, b"2", None)
    assert isinstance(failed, Failed)
    assert "was deleted or replaced" in failed.text
    (tmp_path / "taken away").rename(tmp_path / name)
    assert await store.append("x", 1, b"2", None) == Appended()
    await store.close()
    again = open_store(tmp_path)
    assert await again.read("x") == (b"1", b"2")
    await again.close()


async def test_a_copy_that_is_put_in_its_place(tmp_path: Path) -> None:
    """Whoever puts back a copy while the server runs is told to start it anew, and nothing goes to the old file."""
    store = open_store(tmp_path)
    assert await store.append("x", 0, b"1", None) == Appended()
    shutil.copy(tmp_path / DATABASE_NAME, tmp_path / "copy")
    (tmp_path / "copy").replace(tmp_path / DATABASE_NAME)
    assert isinstance(await store.append("x", 1, b"2", None), Failed)
    await store.close()


def test_a_directory_that_cannot_be_looked_into(tmp_path: Path) -> None:
    """Where nobody can say what is there, that is said."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreFault, match="cannot be looked at: Not a directory"):
        FileIdentity(tmp_path / "file" / DATABASE_NAME)
