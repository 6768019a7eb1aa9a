"""The store on the disk: its files, its threads, and the witness of what was stored."""

import asyncio
import contextlib
import logging
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from server.defaults import DATABASE_NAME
from server.storage import threads
from server.storage.archive import every_game, game_record, opened_archive
from server.storage.files import LOCK_NAME, LOG_SUFFIX, SUFFIX, Witness
from server.storage.schema import SCHEMA_VERSION
from server.storage.sqlite import open_store
from server.storage.store import (
    Account,
    Appended,
    Brief,
    BrokenLog,
    Failed,
    FinishedGame,
    PublicKey,
    Revoking,
    StoreFault,
    Token,
)
from server.storage.threads import ENOUGH, TRIES, Reader, UnknownOutcome, Writer
from tests.server.freed import no_garbage


async def test_everything_is_there_again(tmp_path: Path) -> None:
    """What was stored is there when the store is opened again."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", None)
    await store.register(Account("a", "Ann"), None)
    await store.close()
    store = open_store(tmp_path)
    assert await store.read("x") == (b"1",)
    assert await store.account("a") == Account("a", "Ann")
    await store.close()


async def test_files_are_for_their_owner(tmp_path: Path) -> None:
    """Nobody else reads the database or its companions."""
    store = open_store(tmp_path / "new")
    await store.append("x", 0, b"1", None)
    files = list((tmp_path / "new").iterdir())
    assert {file.name for file in files} >= {DATABASE_NAME, f"{DATABASE_NAME}-wal", LOCK_NAME}
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    await store.close()


async def test_one_server_a_directory(tmp_path: Path) -> None:
    """A second server is refused in words, and let in once the first has ended."""
    store = open_store(tmp_path)
    with pytest.raises(StoreFault, match=r"another server is using .*: end it first, or choose another with --data"):
        open_store(tmp_path)
    await store.close()
    await open_store(tmp_path).close()


async def test_a_directory_that_cannot_be_made(tmp_path: Path) -> None:
    """A file in the place of the directory is named in the refusal."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFault, match=r"cannot make .*file/data: Not a directory"):
        open_store(tmp_path / "file" / "data")


async def test_a_directory_in_the_place_of_the_database(tmp_path: Path) -> None:
    """What cannot be opened is named, and the directory is free again."""
    (tmp_path / DATABASE_NAME).mkdir()
    for _ in range(2):
        with pytest.raises(StoreFault, match="cannot open"):
            open_store(tmp_path)


async def test_a_damaged_database(tmp_path: Path) -> None:
    """A file that is no database is refused with what helps."""
    (tmp_path / DATABASE_NAME).write_bytes(b"this is no database, " * 100)
    with pytest.raises(StoreFault, match="not a database; restore a copy, or move the file away to start afresh"):
        open_store(tmp_path)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_CORRUPT, "restore a copy, or move the file away"),
        (sqlite3.SQLITE_BUSY, "another program holds it"),
        (sqlite3.SQLITE_BUSY_RECOVERY, "another program holds it"),
        (sqlite3.SQLITE_FULL, "the disk works and has room"),
        (sqlite3.SQLITE_IOERR_WRITE, "the disk works and has room"),
        (sqlite3.SQLITE_READONLY, "may write"),
        (sqlite3.SQLITE_CANTOPEN, "may write"),
    ],
)
async def test_nobody_is_told_to_begin_anew_without_need(
    code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, another program and a lack of rights are each named; a whole database is never to be moved away."""

    def fail(*_whatever: object) -> None:
        problem = sqlite3.OperationalError("it does not work")
        problem.sqlite_errorcode = code
        raise problem

    monkeypatch.setattr("server.storage.files.bring_up_to_date", fail)
    with pytest.raises(StoreFault, match=words) as told:
        open_store(tmp_path)
    assert ("start afresh" in str(told.value)) is (code == sqlite3.SQLITE_CORRUPT)


async def test_a_full_disk(tmp_path: Path) -> None:
    """What finds no room is not stored, what was stored stays, and with room again the log goes on."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", None)
    await store._writer.write(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
    answer = await store.append("x", 1, bytes(100_000), None)
    assert answer == Failed("database or disk is full")
    assert await store.read("x") == (b"1",)
    await store._writer.write(lambda connection: connection.execute("PRAGMA max_page_count = 100000"))
    assert await store.append("x", 1, bytes(100_000), None) == Appended()
    await store.close()


async def test_a_locked_database(tmp_path: Path) -> None:
    """While another program holds the database nothing is written, but all can be read."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", None)
    await store._writer.write(lambda connection: connection.execute("PRAGMA busy_timeout = 1"))
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await store.append("x", 1, b"2", None) == Failed("database is locked")
        with pytest.raises(StoreFault, match="locked"):
            await store.register(Account("a", "Ann"), None)
        assert await store.read("x") == (b"1",)
    assert await store.append("x", 1, b"2", None) == Appended()
    await store.close()


async def test_reads_wait_for_no_write(tmp_path: Path) -> None:
    """While a write waits for the disk or for another program everything can be read, as it was before that write."""
    store = open_store(tmp_path)
    await store.register(Account("a", "Ann"), Token("t", b"digest"))
    begun, let_go = Event(), Event()

    def stall(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE accounts SET name = 'Anna'")
        begun.set()
        assert let_go.wait(60)

    stalled = asyncio.create_task(store._writer.write(stall))
    behind = asyncio.create_task(store.append("x", 0, b"1", None))
    await asyncio.to_thread(begun.wait, 60)
    async with asyncio.timeout(30):
        assert await store.credential("t") == (Account("a", "Ann"), b"digest")
        assert await store.read("x") == ()
    let_go.set()
    await asyncio.gather(stalled, behind)
    assert await store.account("a") == Account("a", "Anna")
    assert await store.read("x") == (b"1",)
    await store.close()


async def test_nothing_older_than_an_acknowledged_write_is_given(tmp_path: Path) -> None:
    """What was read before a write is read again if the write is acknowledged first: a revoked key lets nobody in."""
    store = open_store(tmp_path)
    await store.register(Account("a", "Ann"), PublicKey("k", "", 1.0))
    read, let_go = Event(), Event()

    def stall(connection: sqlite3.Connection) -> tuple[str, ...]:
        found = tuple(key for (key,) in connection.execute("SELECT key FROM keys"))
        read.set()
        assert let_go.wait(60)
        return found

    reading = asyncio.create_task(store._reader.read(stall))
    await asyncio.to_thread(read.wait, 60)
    assert await store.revoke("a", "k", last=True) is Revoking.REVOKED
    let_go.set()
    assert await reading == ()
    await store.close()


async def test_a_batch_fails_as_one(tmp_path: Path) -> None:
    """When one write of a commit fails, those beside it are not stored either, and are told so."""
    store = open_store(tmp_path)

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO nowhere VALUES (1)")

    together = await asyncio.gather(store.append("x", 0, b"1", None), store._writer.write(fail), return_exceptions=True)
    alone = await store.append("y", 0, b"1", None)
    assert isinstance(together[1], StoreFault)
    # Whether both were in one batch is for the thread to say; what was answered must be what is stored.
    assert isinstance(together[0], Appended) == (await store.read("x") == (b"1",))
    assert alone == Appended()
    await store.close()


async def test_a_fault_of_ours_is_not_fatal(tmp_path: Path) -> None:
    """Work that fails by a fault of the program is answered so, and the store goes on."""
    store = open_store(tmp_path)
    for ask in (store._writer.write, store._reader.read):
        with pytest.raises(StoreFault, match="by zero"):
            await ask(lambda _: 1 // 0)
    assert await store.append("x", 0, b"1", None) == Appended()
    await store.close()


async def test_who_stops_waiting_disturbs_nobody(tmp_path: Path) -> None:
    """A write that nobody waits for any more is done all the same."""
    store = open_store(tmp_path)
    waiting = asyncio.create_task(store.append("x", 0, b"1", None))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    # Writes are done in the order in which they were asked for.
    assert await store.append("y", 0, b"1", None) == Appended()
    assert await store.read("x") == (b"1",)
    await store.close()


async def test_a_fault_is_freed_at_once(tmp_path: Path) -> None:
    """What cannot be read leaves nothing behind, neither the fault nor those who have waited for it."""
    store = open_store(tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        connection.execute("DROP TABLE records")
    with no_garbage():
        for _ in range(3):
            with contextlib.suppress(StoreFault):
                await store.read("x")
    await store.close()


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


FOREVER = 3600.0  # Seconds that no test lasts.


def refusing(*verbs: str) -> sqlite3.Connection:
    """Give a connection that carries out no transaction statements of these kinds."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)

    def judge(action: int, verb: str | None, *_others: str | None) -> int:
        refused = action == sqlite3.SQLITE_TRANSACTION and verb in verbs
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    connection.set_authorizer(judge)
    return connection


@pytest.mark.parametrize(
    ("refused", "undo", "kind"),
    [((), "ROLLBACK", UnknownOutcome), (("COMMIT", "ROLLBACK"), "", UnknownOutcome), (("COMMIT",), "", StoreFault)],
)
async def test_a_commit_that_fails(refused: tuple[str, ...], undo: str, kind: type[StoreFault]) -> None:
    """Where there is nothing to undo, or the way back fails too, nobody knows what is on the disk; else nothing is."""
    writer = Writer(refusing(*refused))
    with pytest.raises(StoreFault) as fault:
        await writer.write(lambda connection: connection.execute(undo) if undo else None)
    assert type(fault.value) is kind
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


async def fill(directory: Path, logs: int, records: int) -> None:
    """Make longer so many logs, by so many records each."""
    store = open_store(directory)
    for number in range(logs):
        log = f"log {number}"
        length = len(await store.read(log))
        for place in range(length, length + records):
            assert await store.append(log, place, b"record", None) == Appended()
    await store.close()


async def killed(directory: Path, copy: Path) -> None:
    """Copy what is there of a server that is in the middle of its work, as if it were killed now."""
    store = open_store(directory)
    await store.append("killed", 0, b"record", None)
    shutil.copytree(directory, copy)
    await store.close()


async def said(directory: Path, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Open and close the store, and give what the log says."""
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        await open_store(directory).close()
    return [record.getMessage() for record in caplog.records]


async def test_nothing_is_missing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A server that ends in good order, or is killed, leaves nothing to be said."""
    await fill(tmp_path / "data", 3, 5)
    assert await said(tmp_path / "data", caplog) == []
    await killed(tmp_path / "data", tmp_path / "copy")
    assert await said(tmp_path / "copy", caplog) == []


def removed(beside: Path) -> None:
    """Remove a file."""
    beside.unlink()


def damaged(beside: Path) -> None:
    """Change a byte of a file."""
    content = bytearray(beside.read_bytes())
    content[60] ^= 1
    beside.write_bytes(content)


@pytest.mark.parametrize("spoil", [removed, damaged])
async def test_the_file_beside_it_is_lost(
    spoil: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the file that SQLite writes to first is gone or damaged, it is said once that something is missing."""
    await fill(tmp_path / "data", 3, 5)
    await killed(tmp_path / "data", tmp_path / "copy")
    spoil(tmp_path / "copy" / (DATABASE_NAME + LOG_SUFFIX))
    [missing] = await said(tmp_path / "copy", caplog)
    assert "holds less than was stored: the log of killed has 0 records instead of 1" in missing
    assert await said(tmp_path / "copy", caplog) == []


async def test_an_earlier_copy(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever puts back a copy is told that it lacks something, and plays on from there."""
    await fill(tmp_path, 3, 5)
    shutil.copy(tmp_path / DATABASE_NAME, tmp_path / "copy")
    await fill(tmp_path, 2, 2)
    (tmp_path / "copy").replace(tmp_path / DATABASE_NAME)
    [missing] = await said(tmp_path, caplog)
    assert "the log of log 1 has 5 records instead of 7" in missing
    await fill(tmp_path, 1, 1)
    assert await said(tmp_path, caplog) == []


async def test_an_empty_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A database that has become empty is not begun anew without a word; one that was moved away is, with one."""
    await fill(tmp_path, 3, 5)
    (tmp_path / DATABASE_NAME).write_bytes(b"")
    for _ in range(2):
        with pytest.raises(StoreFault, match="is empty, and there were tables in it: restore a copy, or move the"):
            open_store(tmp_path)
    (tmp_path / DATABASE_NAME).unlink()
    [missing] = await said(tmp_path, caplog)
    assert "holds less than was stored" in missing


async def test_a_database_whose_logs_cannot_be_looked_at(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where the list of logs itself is damaged, whoever reads it hears so: here nothing is said."""
    await fill(tmp_path, 3, 5)
    store = open_store(tmp_path)
    await store._writer.write(lambda connection: connection.execute("ALTER TABLE logs RENAME COLUMN length TO size"))
    await store.close()
    assert await said(tmp_path, caplog) == []


@pytest.mark.parametrize("text", ["", "3", "3 x", "nonsense\n", "9" * 5000 + " e\n", "\0" * 50, "3 a b\n9 c"])
def test_a_note_that_was_cut_off(text: str, tmp_path: Path) -> None:
    """What a loss of power has left half written, or empty, breaks nothing."""
    (tmp_path / (DATABASE_NAME + SUFFIX)).write_text(text)
    assert Witness(tmp_path / DATABASE_NAME).noted() == (("a b", 3) if "a b" in text else None)


async def test_what_was_not_stored_is_not_remembered(tmp_path: Path) -> None:
    """An append that failed leaves nothing that the next start would miss; nor does one where nothing can be noted."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", None)
    await store._writer.write(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
    assert await store.append("x", 1, bytes(100_000), None) != Appended()
    assert await store.append("x", 5, b"2", None) != Appended()
    await store.close()
    assert Witness(tmp_path / DATABASE_NAME).noted() == ("x", 1)
    seen = Witness(tmp_path / "nowhere" / DATABASE_NAME)
    seen.see("a", 2)
    seen.keep()
    seen.close()
    assert seen.noted() is None


async def test_a_place_that_cannot_be_looked_at(tmp_path: Path) -> None:
    """Nothing is stored where nobody can say which file it is; a lock that cannot be taken is named."""
    data = tmp_path / "data"
    store = open_store(data)
    data.rename(tmp_path / "away")
    data.write_bytes(b"")
    failed = await store.append("x", 0, b"1", None)
    assert isinstance(failed, Failed)
    assert "cannot be looked at: Not a directory" in failed.text
    data.unlink()
    (tmp_path / "away").rename(data)
    await store.close()
    (tmp_path / "other" / LOCK_NAME).mkdir(parents=True)
    with pytest.raises(StoreFault, match="cannot write in "):
        open_store(tmp_path / "other")


async def test_the_archive_of_a_directory(tmp_path: Path) -> None:
    """All games are read while a server works there; what is none of ours is told with what helps."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", Brief(b"", live=False))
    game = FinishedGame(1, "x", 1.0, b"")
    await store.file(game, frozenset(), "a line")
    with opened_archive(tmp_path) as connection:
        assert every_game(connection) == (game,)
        assert game_record(connection, 1) == "a line"
    await store.close()
    for version, said in ((0, "no games are kept in"), (99, "by a newer version"), (-1, "start chwech once")):
        with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreFault, match=said), opened_archive(tmp_path):
            pass
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("UPDATE games SET record = x'00'")
        connection.commit()
    with pytest.raises(StoreFault, match="cannot read"), opened_archive(tmp_path) as connection:
        game_record(connection, 1)
    (tmp_path / DATABASE_NAME).write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreFault, match="restore a copy"), opened_archive(tmp_path):
        pass
