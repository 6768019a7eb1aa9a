"""Copies of databases: before a migration, and while someone writes."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from server.storage.files import is_damaged
from server.storage.schema import SCHEMA_VERSION, check, copy_database
from server.storage.sqlite import open_store
from server.storage.store import StoreFault
from tests.server.storage.test_schema import add_version, write_version


def version_of(path: Path) -> int:
    """Give the version that a database says it has."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def names(directory: Path) -> set[str]:
    """Give the names of the copies there, whole or not."""
    return {path.name for path in directory.iterdir() if path.name.startswith("chwech-")}


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a database that is a version older than the program."""
    add_version(monkeypatch, "CREATE TABLE later (x TEXT PRIMARY KEY)")
    return write_version(tmp_path)


async def test_a_copy_is_kept_before_a_migration(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An older database is copied, for its owner alone, before it changes, and a line tells; not so one of today."""
    copy = old.with_name(f"chwech-v{SCHEMA_VERSION}.sqlite")
    await open_store(old.parent).close()
    await open_store(old.parent).close()
    said = f"the database was of version {SCHEMA_VERSION} and is now of version {SCHEMA_VERSION + 1}: {old}"
    assert [record.message for record in caplog.records] == [said]
    assert names(old.parent) == {copy.name}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (version_of(copy), version_of(old)) == (SCHEMA_VERSION, SCHEMA_VERSION + 1)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT record FROM records WHERE log = 'done'").fetchall() == [(b"\x0c",)]
    copy.unlink()
    await open_store(old.parent).close()
    assert names(old.parent) == set()


async def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    """Where there was nothing, nothing is copied."""
    await open_store(tmp_path).close()
    assert names(tmp_path) == set()


async def test_no_migration_without_a_copy(old: Path) -> None:
    """Where the copy cannot be made, the server does not start, says so, and the database is as it was."""
    copy = old.with_name(f"chwech-v{SCHEMA_VERSION}.sqlite")
    copy.mkdir()
    with pytest.raises(StoreFault, match=rf"no copy of it can be made in .*{copy.name}: .*see to it that"):
        open_store(old.parent)
    assert version_of(old) == SCHEMA_VERSION
    assert names(old.parent) == {copy.name}
    copy.rmdir()
    await open_store(old.parent).close()
    assert version_of(old) == SCHEMA_VERSION + 1


def test_a_damaged_database_makes_no_copy(tmp_path: Path) -> None:
    """A copy that would be damaged is not left behind, and what had its name stays."""
    with closing(sqlite3.connect(tmp_path / "one", isolation_level=None)) as connection:
        connection.executescript(
            "CREATE TABLE numbers (x UNIQUE); CREATE TABLE others (y); INSERT INTO numbers VALUES (1)"
        )
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET rootpage = 4000 WHERE name = 'others'")
    (tmp_path / "copy").write_bytes(b"before")
    with closing(sqlite3.connect(tmp_path / "one")) as connection, pytest.raises(sqlite3.Error):
        copy_database(connection, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"before"
    assert not (tmp_path / "copy.part").exists()


def test_what_is_no_database_is_found_out(tmp_path: Path) -> None:
    """A check names what is wrong with a file that is damaged in its middle."""
    path = tmp_path / "one"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("CREATE TABLE numbers (x UNIQUE); BEGIN")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(str(n) * 50,) for n in range(500)])
        connection.execute("COMMIT")
    check(path)
    data = bytearray(path.read_bytes())
    data[8192:8292] = bytes(100)
    path.write_bytes(data)
    with pytest.raises(sqlite3.Error) as found:
        check(path)
    assert is_damaged(found.value)
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.Error):
        check(path)
