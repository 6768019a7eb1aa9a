"""Databases of earlier versions, and what becomes of them."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from server.defaults import DATABASE_NAME
from server.storage import schema
from server.storage.daily_store import DayTry
from server.storage.schema import SCHEMA_VERSION, bring_up_to_date
from server.storage.sqlite import open_store
from server.storage.store import Account, Appended, Contact, ContactKind, Joining, Key, StoredTournament, StoreFault
from server.tables.ratings import Belief

GOLDEN: Final = Path(__file__).parents[2] / "golden"
"""Where the files of later versions are, as SQL: each new version adds its own, and none is ever changed."""

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
    with closing(sqlite3.connect(directory / DATABASE_NAME, isolation_level=None)) as connection:
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
    with (
        monkeypatch.context() as patched,
        closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as file,
    ):
        before = tables_of(file)
        patched.setattr(schema, "_SECOND", (*schema._SECOND, "CREATE TABLE logs (x)"))
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            bring_up_to_date(file, tmp_path / DATABASE_NAME)
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as file:
        assert tables_of(file) == before
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
        bring_up_to_date(file, tmp_path / DATABASE_NAME)
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_new_file_is_like_an_old_one(tmp_path: Path) -> None:
    """A database begun today has the very tables that an older one has come to."""
    write_version_1(tmp_path)
    with (
        closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as old,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as new,
    ):
        bring_up_to_date(old, tmp_path / DATABASE_NAME)
        bring_up_to_date(new, tmp_path / DATABASE_NAME)
        assert tables_of(old) == tables_of(new)


@pytest.mark.parametrize("version", range(2, SCHEMA_VERSION + 1))
async def test_a_database_of_every_later_version(version: int, tmp_path: Path) -> None:
    """A file as each version wrote it is opened with all that it holds: logs, people, keys, games and what was said."""
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as connection:
        connection.executescript((GOLDEN / f"database-v{version}.sql").read_text("utf-8"))
        assert connection.execute("PRAGMA user_version").fetchone() == (version,)
    for _ in range(2):
        store = open_store(tmp_path)
        assert [await store.read(log) for log in ("open", "done")] == [(b"\x0a", b"\x0b"), (b"\x0c",)]
        assert await store.live() == (b"\x01",)
        assert await store.unfiled(5) == ("ended",)
        assert await store.keyholder("SHA256:laptop") == Account("b", "Ben")
        assert await store.guests() == (Account("g", "Gwen", guest=True),)
        assert await store.credential("t") is not None
        assert [game.log for game in await store.games("b", 5)] == ["done"]
        assert await store.game_record(1) == "the record"
        assert await store.pinned() == ((b"\x10", b"\x11") if version > 2 else ())
        assert await store.settings("b", "SHA256:laptop") == (
            {"order": "rank", "theme": "light"} if version > 5 else {}
        )
        contacts = (Contact(Account("a", "Ann"), ContactKind.FRIEND),) if version > 6 else ()
        assert await store.contacts("b") == contacts
        assert await store.day_seed("2026-11-21") == (b"\x11" if version > 9 else None)
        assert await store.day_try("2026-11-21", "b") == (DayTry("done", b"\x12") if version > 9 else None)
        assert await store.hidden("b") == ((Account("g", "Gwen", guest=True),) if version > 6 else ())
        kept = (StoredTournament(1, 3, b"\x12"),) if version > 7 else ()
        assert await store.tournaments(5) == kept
        rating = {"revised": Belief(26.5, 8.0, 1)} if version > 8 else {}
        assert await store.ratings_of("b", "chwech") == rating
        assert await store.roles() == ({"b": "admin"} if version > 10 else {})
        assert [(ban.what, ban.until) for ban in await store.bans()] == (
            [("192.0.2.0/24", None), ("g", 9.0)] if version > 10 else []
        )
        assert [entry.act for entry in await store.audit(5)] == (["ban"] if version > 10 else [])
        assert [report.body for report in await store.reports(5)] == ([b"\x13"] if version > 10 else [])
        await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


async def test_records_that_an_older_program_misreads_refuse_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that reads only records of version 1 refuses a database that was opened here, and changes nothing."""
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as connection:
        connection.executescript((GOLDEN / "database-v4.sql").read_text("utf-8"))
    store = open_store(tmp_path)
    await store.close()
    before = (tmp_path / DATABASE_NAME).read_bytes()
    monkeypatch.setattr(schema, "SCHEMA_VERSION", 4)
    with pytest.raises(StoreFault, match="was written by a newer version"):
        open_store(tmp_path)
    assert (tmp_path / DATABASE_NAME).read_bytes() == before


async def test_a_database_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    """An older program that is started on it refuses it in words, and not a byte of it changes."""
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as connection:
        connection.executescript((GOLDEN / f"database-v{SCHEMA_VERSION}.sql").read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE later (x)")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = (tmp_path / DATABASE_NAME).read_bytes()
    with pytest.raises(StoreFault, match="was written by a newer version of this program: install that"):
        open_store(tmp_path)
    assert (tmp_path / DATABASE_NAME).read_bytes() == before
