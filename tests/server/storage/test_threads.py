"""The thread that writes: which jobs share a commit, which wait, and what is known when one fails."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event

import pytest

from server.storage import threads
from server.storage.store import BrokenLog, StoreFault
from server.storage.threads import ENOUGH, TRIES, Reader, UnknownOutcome, Writer

FOREVER = 3600.0
"""Seconds that no test lasts."""


def refusing(*verbs: str) -> sqlite3.Connection:
    """Give a connection that carries out no transaction statements of these kinds."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)

    def judge(action: int, verb: str | None, *_others: str | None) -> int:
        refused = action == sqlite3.SQLITE_TRANSACTION and verb in verbs
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    connection.set_authorizer(judge)
    return connection


async def test_a_transaction_that_has_ended_by_itself() -> None:
    """Where there is nothing left to commit or to undo, nobody knows what is on the disk."""
    writer = Writer(refusing())
    with pytest.raises(UnknownOutcome, match="no transaction is active"):
        await writer.write(lambda connection: connection.execute("ROLLBACK"))
    await writer.close()


async def test_a_transaction_that_cannot_be_undone() -> None:
    """Where a commit fails and so does the way back, nobody knows what is on the disk."""
    writer = Writer(refusing("COMMIT", "ROLLBACK"))
    with pytest.raises(UnknownOutcome, match="not authorized"):
        await writer.write(lambda _: None)
    await writer.close()


async def test_a_commit_that_can_be_undone() -> None:
    """Where the transaction can be rolled back, nothing is on the disk."""
    writer = Writer(refusing("COMMIT"))
    with pytest.raises(StoreFault) as fault:
        await writer.write(lambda _: None)
    assert not isinstance(fault.value, UnknownOutcome)
    await writer.close()


async def crowd(writer: Writer) -> None:
    """Let two jobs share a commit."""
    begun, rest = Event(), Event()

    def hold(_: sqlite3.Connection) -> None:
        begun.set()
        rest.wait()

    held = asyncio.create_task(writer.write(hold))
    await asyncio.to_thread(begun.wait)
    others = [asyncio.create_task(writer.write(lambda _: None)) for _ in range(2)]
    await asyncio.sleep(0)
    rest.set()
    await asyncio.gather(held, *others)


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncIterator[Writer]:
    """A writer that has just written several jobs in one commit, and waits for the next ones as long as it may."""
    writer = Writer(sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False))
    await crowd(writer)
    yield writer
    await writer.close()


async def begun(writer: Writer, count: int) -> list[asyncio.Task[None]]:
    """Ask for as many jobs."""
    jobs = [asyncio.create_task(writer.write(lambda _: None)) for _ in range(count)]
    await asyncio.sleep(0)
    return jobs


async def test_a_lone_job_never_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written at once, also right after another one."""
    monkeypatch.setattr(threads, "GATHER_SECONDS", FOREVER)
    monkeypatch.setattr(threads, "LONGEST_SECONDS", FOREVER)
    writer = Writer(sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False))
    for _ in range(3):
        await writer.write(lambda _: None)
    await writer.close()


async def test_jobs_gather_after_several_have_come(monkeypatch: pytest.MonkeyPatch, writer: Writer) -> None:
    """Others may join the next commit, until there are enough."""
    monkeypatch.setattr(threads, "GATHER_SECONDS", FOREVER)
    monkeypatch.setattr(threads, "LONGEST_SECONDS", FOREVER)
    await crowd(writer)
    few = await begun(writer, ENOUGH - 1)
    assert writer.queued == ENOUGH - 1
    last = await begun(writer, 1)
    assert not writer.queued
    await asyncio.gather(*few, *last)


async def test_jobs_do_not_gather_for_long(writer: Writer) -> None:
    """They are written after some milliseconds, though nobody joins them."""
    assert writer.queued == 0
    await asyncio.gather(*await begun(writer, 2))


async def test_jobs_that_gather_are_written_at_the_end(monkeypatch: pytest.MonkeyPatch, writer: Writer) -> None:
    """A writer that is closed waits for no others."""
    monkeypatch.setattr(threads, "GATHER_SECONDS", FOREVER)
    monkeypatch.setattr(threads, "LONGEST_SECONDS", FOREVER)
    await crowd(writer)
    waiting = await begun(writer, 2)
    assert writer.queued == len(waiting)
    await writer.close()
    await asyncio.gather(*waiting)


async def test_a_great_many_jobs_are_written_in_parts(monkeypatch: pytest.MonkeyPatch, writer: Writer) -> None:
    """No commit is longer than it may be, and all are written."""
    monkeypatch.setattr(threads, "BATCH", 2)
    await asyncio.gather(*await begun(writer, 7))


async def test_a_read_ends_however_often_something_is_written(tmp_path: Path) -> None:
    """A query that is never done between two writes takes its turn among them, and knows all that came before."""
    connections = [sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False) for _ in range(2)]
    writer = Writer(connections[0])
    reader = Reader(connections[1], writer)
    loop, tries = asyncio.get_running_loop(), list[object]()
    await writer.write(lambda connection: connection.execute("CREATE TABLE x (y)"))

    async def write() -> None:
        await writer.write(lambda connection: connection.execute("INSERT INTO x VALUES (1)"))

    def look(connection: sqlite3.Connection) -> int:
        tries.append(connection)
        if connection is connections[1]:
            asyncio.run_coroutine_threadsafe(write(), loop).result()
        count: int = connection.execute("SELECT count(*) FROM x").fetchone()[0]
        return count

    assert await reader.read(look) == TRIES
    assert tries == [connections[1]] * TRIES + [connections[0]]
    await reader.close()
    await writer.close()


async def test_a_job_apart_fails_alone(writer: Writer) -> None:
    """What is written together with it is written, and its own fault is its own."""

    def fail(_: sqlite3.Connection) -> None:
        raise BrokenLog("record 2 of 3 is missing")

    wrote, failed = await asyncio.gather(
        writer.write(lambda connection: connection.execute("CREATE TABLE x (y)").rowcount),
        writer.run(fail),
        return_exceptions=True,
    )
    assert isinstance(failed, BrokenLog)
    assert wrote == -1
    assert await writer.write(lambda connection: connection.execute("SELECT * FROM x").fetchall()) == []
