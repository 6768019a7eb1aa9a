"""Databases of earlier versions, and what becomes of them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.storage import schema
from server.storage.people import Account, Joining, Key
from server.storage.schema import SCHEMA_VERSION, bring_up_to_date
from server.storage.sqlite import FILE_NAME, open_store
from server.storage.store import Appended

VERSION_1 = """
CREATE TABLE logs (
    log TEXT PRIMARY KEY, length INTEGER NOT NULL, live INTEGER NOT NULL, heading BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX live_logs ON logs (live) WHERE live;
CREATE TABLE records (
    log TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (log, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE accounts (
    account TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
    token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts, digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO logs VALUES ('x', 1, 1, x'01');
INSERT INTO records VALUES ('x', 1, x'02');
INSERT INTO accounts VALUES ('a', 'Bill', 'bill'), ('b', 'B1ll', 'b1ll'), ('c', 'Ann', 'ann'), ('d', 'blll', 'blll');
INSERT INTO tokens VALUES ('t', 'a', x'03');
PRAGMA user_version = 1;
"""
"""A database as version 1 made it, with what was written into it."""


def write_version_1(directory: Path) -> None:
    """Make such a database."""
    with closing(sqlite3.connect(directory / FILE_NAME, isolation_level=None)) as connection:
        connection.executescript(VERSION_1)


async def test_a_database_of_version_1(tmp_path: Path) -> None:
    """An older database keeps all that it holds, and gets what is new."""
    write_version_1(tmp_path)
    for _ in range(2):
        store = open_store(tmp_path)
        assert await store.read("x") == (b"\x02",)
        assert await store.live() == (b"\x01",)
        credential = await store.credential("t")
        assert credential is not None
        assert (credential.account, credential.token.digest) == (Account("a", "Bill"), b"\x03")
        assert await store.join("a", Key("SHA256:laptop", "", 1.0), 20) is Joining.JOINED
        assert await store.append("x", 1, b"\x04", None) == Appended()
        await store._writer.write(lambda connection: connection.execute("DELETE FROM records WHERE number = 2"))
        await store._writer.write(lambda connection: connection.execute("UPDATE logs SET length = 1"))
        await store.close()


async def test_old_names_that_look_alike(tmp_path: Path) -> None:
    """People whose names look alike since earlier keep them; nobody else gets such a name any more."""
    write_version_1(tmp_path)
    store = open_store(tmp_path)
    assert [await store.account(account) for account in "abd"] == [
        Account("a", "Bill"),
        Account("b", "B1ll"),
        Account("d", "blll"),
    ]
    for name in ("bi11", "BILL", "blll", "\u0410nn"):
        assert not await store.register(Account("e", name), None)
    assert await store.register(Account("e", "Ben"), None)
    await store.close()


def tables_of(connection: sqlite3.Connection) -> set[str]:
    """Give what the database says of itself."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}


def test_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that fails in its middle leaves the file as it was, and the next start does it whole."""
    write_version_1(tmp_path)
    with monkeypatch.context() as patched, closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
        before = tables_of(file)
        patched.setattr(schema, "_SECOND", (*schema._SECOND, "CREATE TABLE logs (x)"))
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            bring_up_to_date(file, tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
        assert tables_of(file) == before
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
        bring_up_to_date(file, tmp_path)
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_new_file_is_like_an_old_one(tmp_path: Path) -> None:
    """A database begun today has the very tables that an older one has come to."""
    write_version_1(tmp_path)
    with (
        closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as old,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as new,
    ):
        bring_up_to_date(old, tmp_path)
        bring_up_to_date(new, tmp_path)
        assert tables_of(old) == tables_of(new)
