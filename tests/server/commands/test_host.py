"""The process that keeps the tables, where what is stored cannot be read at the start."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.codec import Codec
from server.commands import hosting
from server.commands.hosting import free_store, open_host, services_of
from server.defaults import DATABASE_NAME
from server.storage.sqlite import open_store
from server.storage.store import Brief, StoreFault

CODEC = Codec()

MANY = 200  # Tables, so that they take several pages.


async def fill(directory: Path, heading: bytes) -> None:
    """Store tables with these headings."""
    store = open_store(directory)
    for number in range(MANY):
        await store.append(f"table-{number:03}", 0, b"record", Brief(heading, live=True))
    await store.close()


async def fault(directory: Path) -> str:
    """Try to start, and give what is said."""
    with pytest.raises(StoreFault) as told:
        async with contextlib.AsyncExitStack() as closing:
            await open_host(directory, services_of(CODEC, open_store(directory)), closing)
    return str(told.value)


async def test_pages_that_are_damaged(tmp_path: Path) -> None:
    """Where the pages of the headings are damaged, it is said where they lie and what helps."""
    await fill(tmp_path, bytes(300))
    file = tmp_path / DATABASE_NAME
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'logs'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\x5a" * size
    file.write_bytes(content)
    said = await fault(tmp_path)
    assert f"what is in {tmp_path} cannot be read: database disk image is malformed; restore a copy" in said


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """Let another program hold the database so that nobody else can even open it."""
    impatient = ("PRAGMA busy_timeout = 10", "PRAGMA journal_mode = WAL")
    monkeypatch.setattr("server.storage.files._WRITING", impatient)
    monkeypatch.setattr(hosting, "_PAUSE", 0.01)
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other


class Ear(logging.Handler):
    """Hears what is said, and can be waited for."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []
        self.heard = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        """Take in a line."""
        self.said.append(record.getMessage())
        self.heard.set()


async def test_a_database_that_is_held(tmp_path: Path, held: sqlite3.Connection) -> None:
    """A host that is started while another program holds the database says so once, waits, and then goes on."""
    ear = Ear()
    hosting._log.addHandler(ear)
    opening = asyncio.create_task(free_store(tmp_path, tmp_path / "s", asyncio.Event()))
    await ear.heard.wait()
    held.execute("COMMIT")
    store = await opening
    hosting._log.removeHandler(ear)
    assert store is not None
    await store.close()
    assert len(ear.said) == 1
    assert "another program holds it: end that one first; it is waited for" in ear.said[0]
