"""Copies of databases: before a migration, and while somebody writes."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage.connections import is_damaged
from server.storage.copies import KEPT, check, copy_database
from server.storage.schema import SCHEMA_VERSION
from server.storage.sqlite import open_store
from server.storage.store import StoreFault
from tests.server.storage.test_schema import GOLDEN, write_version_1


def version_of(path: Path) -> int:
    """Give the version that a database says it has."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def names(directory: Path) -> set[str]:
    """Give the names of the copies there, whole or not."""
    return {path.name for path in directory.iterdir() if path.name.startswith("chwech-")}


async def test_a_copy_is_kept_before_a_migration(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An older database is copied, for its owner alone, before it changes, and a line tells; not so one of today."""
    write_version_1(tmp_path)
    await open_store(tmp_path).close()
    await open_store(tmp_path).close()
    said = f"the database was of version 1 and is now of version {SCHEMA_VERSION}: {tmp_path / DATABASE_NAME}"
    assert [record.message for record in caplog.records] == [said]
    assert names(tmp_path) == {"chwech-v1.sqlite"}
    copy = tmp_path / "chwech-v1.sqlite"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (version_of(copy), version_of(tmp_path / DATABASE_NAME)) == (1, SCHEMA_VERSION)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT record FROM records").fetchall() == [(b"\x02",)]
    copy.unlink()
    await open_store(tmp_path).close()
    assert names(tmp_path) == set()


async def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    """Where there was nothing, nothing is copied."""
    await open_store(tmp_path).close()
    assert names(tmp_path) == set()


async def test_old_copies_go(tmp_path: Path) -> None:
    """Only the copies of the newest versions stay, and nothing else is removed."""
    for name in ("chwech-v3.sqlite", "chwech-v4.sqlite", "chwech-v10x.sqlite"):
        (tmp_path / name).write_bytes(b"kept")
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as connection:
        connection.executescript((GOLDEN / "database-v9.sql").read_text("utf-8"))
    await open_store(tmp_path).close()
    assert names(tmp_path) == {"chwech-v4.sqlite", "chwech-v9.sqlite", "chwech-v10x.sqlite"}
    assert KEPT == 2


async def test_no_migration_without_a_copy(tmp_path: Path) -> None:
    """Where the copy cannot be made, the server does not start, says so, and the database is as it was."""
    write_version_1(tmp_path)
    (tmp_path / "chwech-v1.sqlite").mkdir()
    with pytest.raises(StoreFault, match=r"no copy of it can be made in .*chwech-v1\.sqlite: .*see to it that"):
        open_store(tmp_path)
    assert version_of(tmp_path / DATABASE_NAME) == 1
    assert names(tmp_path) == {"chwech-v1.sqlite"}
    (tmp_path / "chwech-v1.sqlite").rmdir()
    await open_store(tmp_path).close()
    assert version_of(tmp_path / DATABASE_NAME) == SCHEMA_VERSION


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
        connection.executescript("CREATE TABLE numbers (x UNIQUE)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(str(n) * 50,) for n in range(500)])
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
