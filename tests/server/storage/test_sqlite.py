"""The store on the disk when things go wrong."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from server.defaults import DATABASE_NAME
from server.storage.lock import LOCK_NAME, DirectoryInUse, DirectoryLock
from server.storage.sqlite import open_store
from server.storage.store import Account, Appended, Credential, Failed, Key, Revoking, StoreFault, Token, Unknown
from server.storage.threads import UnknownOutcome, Work, Writer
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


def test_a_directory_that_is_not_there(tmp_path: Path) -> None:
    """A lock needs a directory."""
    with pytest.raises(StoreFault, match="cannot write in"):
        DirectoryLock(tmp_path / "nowhere")


def test_who_holds_a_directory_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second reads which process has it, and since when."""
    monkeypatch.setattr("server.file_lock.PATIENCE", 0.0)
    lock = DirectoryLock(tmp_path)
    with pytest.raises(DirectoryInUse, match=rf"using .* \(process {os.getpid()}, since .* UTC\): end it first"):
        DirectoryLock(tmp_path)
    lock.release()
    DirectoryLock(tmp_path).release()


async def test_a_directory_in_the_place_of_the_database(tmp_path: Path) -> None:
    """What cannot be opened is named, and the directory is free again."""
    (tmp_path / DATABASE_NAME).mkdir()
    for _ in range(2):
        with pytest.raises(StoreFault, match="cannot open"):
            open_store(tmp_path)


async def test_a_damaged_database(tmp_path: Path) -> None:
    """A file that is no database is refused with what helps."""
    (tmp_path / DATABASE_NAME).write_bytes(b"this is no database, " * 100)
    with pytest.raises(StoreFault, match="not a database; put back a copy, or move the file away to begin anew"):
        open_store(tmp_path)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_CORRUPT, "put back a copy, or move the file away"),
        (sqlite3.SQLITE_BUSY, "another program holds it"),
        (sqlite3.SQLITE_BUSY_RECOVERY, "another program holds it"),
        (sqlite3.SQLITE_FULL, "the disk has room"),
        (sqlite3.SQLITE_IOERR_WRITE, "the disk has room"),
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

    monkeypatch.setattr("server.storage.connections.bring_up_to_date", fail)
    with pytest.raises(StoreFault, match=words) as told:
        open_store(tmp_path)
    assert ("begin anew" in str(told.value)) is (code == sqlite3.SQLITE_CORRUPT)


async def test_another_program_holds_the_database_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that cannot even look into the database says who is in its way."""
    monkeypatch.setattr(
        "server.storage.connections._WRITING", ("PRAGMA busy_timeout = 10", "PRAGMA journal_mode = WAL")
    )
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("CREATE TABLE theirs (x)")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreFault, match="database is locked; another program holds it"):
            open_store(tmp_path)


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


async def test_a_database_that_cannot_be_read(tmp_path: Path) -> None:
    """Reading what is damaged raises, and the store goes on."""
    store = open_store(tmp_path)
    await store._writer.write(lambda connection: connection.execute("DROP TABLE records"))
    with pytest.raises(StoreFault, match="no such table"):
        await store.read("x")
    assert await store.account("a") is None
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
        assert await store.credential("t") == Credential(Account("a", "Ann"), Token("t", b"digest"))
        assert await store.read("x") == ()
    let_go.set()
    await asyncio.gather(stalled, behind)
    assert await store.account("a") == Account("a", "Anna")
    assert await store.read("x") == (b"1",)
    await store.close()


async def test_nothing_older_than_an_acknowledged_write_is_given(tmp_path: Path) -> None:
    """What was read before a write is read again if the write is acknowledged first: a revoked key lets nobody in."""
    store = open_store(tmp_path)
    await store.register(Account("a", "Ann"), Key("k", "", 1.0))
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


async def test_what_is_acknowledged_is_read(tmp_path: Path) -> None:
    """Whoever asks once a write is acknowledged finds it, whoever reads and writes beside them."""
    store = open_store(tmp_path)

    async def go(log: str) -> None:
        for number in range(20):
            assert await store.append(log, number, b"%d" % number, None) == Appended()
            assert await store.read(log) == tuple(b"%d" % each for each in range(number + 1))

    await asyncio.gather(*(go(log) for log in "abcd"))
    await store.close()


async def test_an_unknown_outcome_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append whose commit fails in the middle answers so."""

    async def write(_writer: Writer, _work: Work[object]) -> None:
        raise UnknownOutcome("disk I/O error")

    store = open_store(tmp_path)
    monkeypatch.setattr(Writer, "write", write)
    assert await store.append("x", 0, b"1", None) == Unknown("disk I/O error")
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
