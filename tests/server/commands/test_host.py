"""The process that keeps the tables, where what is stored cannot be read at the start."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from protocol.codec import Codec
from server.commands.host import open_host
from server.rules.registry import GAMES
from server.storage.sqlite import FILE_NAME, open_store
from server.storage.store import Brief, StoreFault

CODEC = Codec([game.dialect for game in GAMES.values()])

MANY = 200
"""Tables, so that they take several pages."""


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
            await open_host(directory, CODEC, closing)
    return str(told.value)


async def test_pages_that_are_damaged(tmp_path: Path) -> None:
    """Where the pages of the headings are damaged, it is said where they lie and what helps."""
    await fill(tmp_path, bytes(300))
    file = tmp_path / FILE_NAME
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'logs'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\x5a" * size
    file.write_bytes(content)
    said = await fault(tmp_path)
    assert f"what is in {tmp_path} cannot be read: database disk image is malformed; put back a copy" in said


async def test_headings_that_nobody_wrote(tmp_path: Path) -> None:
    """Where there are tables that this program has not written, it says so in the same way."""
    await fill(tmp_path, b"nonsense")
    assert "the store holds a table that cannot be read" in await fault(tmp_path)
    assert "put back a copy" in await fault(tmp_path)
