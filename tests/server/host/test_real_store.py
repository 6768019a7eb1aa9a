"""The host on a real database that fails: what people are told then, and that all goes on when it works again."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import cast

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Ping, Pong, Refused, Seated
from protocol.setup import Setup
from protocol.table import SayAtTable
from server.defaults import DATABASE_NAME
from server.host import clock as tending
from server.host.terms import Terms
from server.storage import files
from server.storage.sqlite import SqliteStore, open_store
from tests.server.host.world import Guest, World, refusal
from tests.server.storage.faulty import FaultyStore


@asynccontextmanager
async def a_real_world(data: Path) -> AsyncIterator[tuple[World, SqliteStore]]:
    """Open a host on a database in this directory."""
    store = open_store(data)
    # A world only hands its store to the host.
    world = World(cast("FaultyStore", store))
    await world.host.open()
    try:
        yield world, store
    finally:
        await world.end()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait long for another program that holds the database."""
    settings = ("PRAGMA busy_timeout = 100", *files._WRITING[1:])
    monkeypatch.setattr(files, "_WRITING", settings)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table that rests try again at once, and not after seconds."""
    monkeypatch.setattr(tending, "RETRY_SECONDS", 0.05)


async def ann_bids(world: World) -> Guest:
    """Give Ann, who is asked to bid."""
    ann = await world.guest("Ann", terms=Terms(hurried=False))
    await ann.open(Setup("lots", 3), pace=10)
    await ann.begin()
    await ann.until_my_turn()
    return ann


async def set_pages(store: SqliteStore, pages: int) -> None:
    """Let the database have so many pages at most; it never has fewer than there are."""
    await store._writer.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone())


async def test_a_full_disk(tmp_path: Path) -> None:
    """The action is refused and everyone warned, the lobby answers, and with room again all goes on."""
    async with a_real_world(tmp_path) as (world, store):
        ann = await ann_bids(world)
        await set_pages(store, 1)
        # There is some room left in the pages that are there.
        while isinstance(answer := await ann.ask(lambda number: SayAtTable(number, 200 * "a")), Accepted):
            pass
        assert refusal(answer) is ErrorCode.SERVER_FAULT
        assert isinstance(await ann.ask(Ping), Pong)
        await set_pages(store, 100_000)
        assert isinstance(await ann.bid(1), Accepted)


async def test_a_locked_database(tmp_path: Path) -> None:
    """While another program holds the database actions are refused, and go on when it lets go."""
    async with a_real_world(tmp_path) as (world, _):
        ann = await ann_bids(world)
        with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert refusal(await ann.bid(1)) is ErrorCode.SERVER_FAULT
            assert isinstance(await ann.ask(Ping), Pong)
        assert isinstance(await ann.bid(1), Accepted)


async def test_damaged_pages(tmp_path: Path) -> None:
    """A table whose pages are damaged says so; nobody else notices, and new tables are made."""
    async with a_real_world(tmp_path) as (world, _):
        ann = await ann_bids(world)
        token, code = ann.token, ann.view.table
        ben = await world.guest("Ben")
        ben_token, other = ben.token, await ben.open(Setup("lots", 3))
    damage(tmp_path / DATABASE_NAME, code)
    async with a_real_world(tmp_path) as (world, _):
        ann, ben = await world.guest(token=token), await world.guest(token=ben_token)
        assert refusal(await ann.join(code)) is ErrorCode.SERVER_FAULT
        assert isinstance(await ben.join(other), Seated)
        assert await ann.open(Setup("lots", 3))


async def test_a_shortened_log(tmp_path: Path) -> None:
    """A log that has lost its end opens no table, rewound or otherwise: it is said to be damaged, and stays so."""
    async with a_real_world(tmp_path) as (world, _):
        ann = await ann_bids(world)
        token, code = ann.token, ann.view.table
        assert isinstance(await ann.bid(1), Accepted)
    assert change(tmp_path, "DELETE FROM records WHERE number = (SELECT max(number) FROM records)")
    before = change(tmp_path, "SELECT count(*) FROM records")
    async with a_real_world(tmp_path) as (world, _):
        ann = await world.guest(token=token)
        for answer in (await ann.join(code), await ann.watch(code), await ann.show(code)):
            assert isinstance(answer, Refused)
            assert answer.code is ErrorCode.SERVER_FAULT
            assert "the log of this table is damaged: it has" in answer.text
        assert ann.view_or_none is None
        assert await ann.open(Setup("lots", 3))
    assert change(tmp_path, "SELECT count(*) FROM records WHERE log = ?", code) == before


def change(data: Path, statement: str, *values: str) -> list[tuple[object, ...]] | int:
    """Change the database as nobody does who means well, or look into it."""
    with closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as connection:
        done = connection.execute(statement, values)
        return done.fetchall() or done.rowcount


def damage(path: Path, log: str) -> None:
    """Write nonsense over the records of a log, within the pages of the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        records = [row[0] for row in connection.execute("SELECT record FROM records WHERE log = ?", (log,))]
    held = path.read_bytes()
    for record in records:
        assert record in held
        held = held.replace(record, b"\xc1" * len(record))
    path.write_bytes(held)
