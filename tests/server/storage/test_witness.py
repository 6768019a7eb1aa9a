"""What a server finds missing that an earlier one had stored: it says so, and goes on where that can be meant."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage import witness
from server.storage.lock import LOG_SUFFIX
from server.storage.sqlite import open_store
from server.storage.store import Appended, StoreFault
from server.storage.witness import SUFFIX, Witness


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


async def test_the_file_beside_it_is_removed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where the file is gone that SQLite writes to first, both that and what is missing is said, once."""
    await fill(tmp_path / "data", 3, 5)
    await killed(tmp_path / "data", tmp_path / "copy")
    (tmp_path / "copy" / (DATABASE_NAME + LOG_SUFFIX)).unlink()
    gone, missing = await said(tmp_path / "copy", caplog)
    assert f"the last server did not end in good order, and {tmp_path / 'copy' / DATABASE_NAME}-wal is gone" in gone
    assert "in 1 of its logs: that of killed, for one, has 0 records instead of 1" in missing
    assert await said(tmp_path / "copy", caplog) == []


async def test_the_file_beside_it_is_damaged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where SQLite can no longer read what it wrote to first, what is missing is said."""
    await fill(tmp_path / "data", 3, 5)
    await killed(tmp_path / "data", tmp_path / "copy")
    beside = tmp_path / "copy" / (DATABASE_NAME + LOG_SUFFIX)
    content = bytearray(beside.read_bytes())
    content[60] ^= 1
    beside.write_bytes(content)
    [missing] = await said(tmp_path / "copy", caplog)
    assert "holds less than was stored, in 1 of its logs" in missing


async def test_an_earlier_copy(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever puts back a copy is told what it lacks, and plays on from there."""
    await fill(tmp_path, 3, 5)
    shutil.copy(tmp_path / DATABASE_NAME, tmp_path / "copy")
    await fill(tmp_path, 4, 2)
    (tmp_path / "copy").replace(tmp_path / DATABASE_NAME)
    [missing] = await said(tmp_path, caplog)
    assert "in 4 of its logs: that of log 0, for one, has 5 records instead of 7" in missing
    await fill(tmp_path, 1, 1)
    assert await said(tmp_path, caplog) == []


async def test_an_empty_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A database that has become empty is not begun anew without a word; one that was moved away is, with one."""
    await fill(tmp_path, 3, 5)
    (tmp_path / DATABASE_NAME).write_bytes(b"")
    for _ in range(2):
        with pytest.raises(StoreFault, match="is empty, and there were tables in it: put back a copy, or move the"):
            open_store(tmp_path)
    (tmp_path / DATABASE_NAME).unlink()
    [missing] = await said(tmp_path, caplog)
    assert "holds less than was stored, in 3 of its logs" in missing


async def test_an_empty_file_that_nobody_has_used(tmp_path: Path) -> None:
    """A database that nothing was ever stored in may be empty."""
    (tmp_path / DATABASE_NAME).write_bytes(b"")
    await fill(tmp_path, 1, 1)


async def test_a_database_whose_logs_cannot_be_looked_at(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where the list of logs itself is damaged, whoever reads it hears so: here nothing is said."""
    await fill(tmp_path, 3, 5)
    store = open_store(tmp_path)
    await store._writer.write(lambda connection: connection.execute("ALTER TABLE logs RENAME COLUMN length TO size"))
    await store.close()
    assert await said(tmp_path, caplog) == []


def test_it_does_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Now and then the file is begun anew with what was written last."""
    monkeypatch.setattr(witness, "LONGEST", 1000)
    monkeypatch.setattr(witness, "MOST", 5)
    seen = Witness(tmp_path / DATABASE_NAME)
    seen.begin({})
    for length in range(1, 200):
        for log in ("a", "b"):
            seen.see(log, length)
        seen.keep()
    seen.close()
    assert (tmp_path / (DATABASE_NAME + SUFFIX)).stat().st_size < 1100
    assert Witness(tmp_path / DATABASE_NAME).known == {"a": 199, "b": 199}


@pytest.mark.parametrize(
    ("change", "known"),
    [
        (lambda text: text, {"a b": 3, "c": 2}),
        (lambda text: text[:-2], {"a b": 3}),
        (lambda text: text + "\0" * 50, {"a b": 3, "c": 2}),
        (lambda text: "nonsense\n\n9 \n-1 d\n" + text, {"a b": 3, "c": 2}),
        (lambda _: "9" * 5000 + " e\n", {}),
    ],
)
def test_a_file_that_was_cut_off(change: Callable[[str], str], known: dict[str, int], tmp_path: Path) -> None:
    """Lines that a loss of power has left half written, or empty, tell of nothing."""
    seen = Witness(tmp_path / DATABASE_NAME)
    seen.begin({"a b": 3, "c": 2})
    file = tmp_path / (DATABASE_NAME + SUFFIX)
    file.write_text(change(file.read_text()))
    assert Witness(tmp_path / DATABASE_NAME).known == known
    seen.close()


def test_a_directory_without_room(tmp_path: Path) -> None:
    """Where nothing can be noted nothing is remembered, and all else goes on."""
    seen = Witness(tmp_path / "nowhere" / DATABASE_NAME)
    seen.begin({"a": 1})
    seen.see("a", 2)
    seen.keep()
    seen.close()
    assert Witness(tmp_path / "nowhere" / DATABASE_NAME).known == {}


async def test_what_was_not_stored_is_not_remembered(tmp_path: Path) -> None:
    """An append that failed leaves nothing that the next start would miss."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1", None)
    await store._writer.write(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
    assert await store.append("x", 1, bytes(100_000), None) != Appended()
    assert await store.append("x", 5, b"2", None) != Appended()
    await store.close()
    assert Witness(tmp_path / DATABASE_NAME).known == {"x": 1}
