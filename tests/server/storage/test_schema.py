"""Databases of released versions, which every later program opens, and migrations.

``python -m tests.server.storage.test_schema`` writes the example of a new version; those of others are never changed.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from server.defaults import DATABASE_NAME
from server.storage import schema
from server.storage.schema import MARK, SCHEMA_VERSION, VERSIONS, bring_up_to_date
from server.storage.sqlite import open_store
from server.storage.store import Account, Contact, ContactKind, DayTry, StoredTournament, StoreFault
from server.tables.ratings import Belief

GOLDEN: Final = Path(__file__).parents[2] / "golden"

CONTENT: Final = """
INSERT INTO accounts VALUES ('a', 'Ann', 'ann', 0, NULL, 1), ('b', 'Ben', 'ben', 0, x'15', 0),
    ('g', 'Gwen', 'gwen', 1, NULL, 1);
INSERT INTO allowed VALUES ('SHA256:laptop', 'Ben');
INSERT INTO audit VALUES (1, 2.0, 'Ben', 'ssh', 'ban Gwen shouts', '');
INSERT INTO bans VALUES ('account', 'g', 'Gwen', 2.0, 9.0, 'Ben', 'shouts'),
    ('address', '192.0.2.0/24', '192.0.2.0/24', 1.0, NULL, 'root', 'floods');
INSERT INTO board VALUES (41, x'10'), (42, x'11');
INSERT INTO contacts VALUES ('b', 'a', 'friend'), ('g', 'b', 'blocked');
INSERT INTO days VALUES ('2026-11-21', x'11');
INSERT INTO games VALUES (1, 'done', 99.5, x'0f', x'789c2bc94855284a4dce2f4a0100150803e1', 1, 1, 1);
INSERT INTO feats VALUES ('chwech', 'revised', 1, 'b', 84, 1);
INSERT INTO invitations VALUES ('x', 1, 9.0);
INSERT INTO keys VALUES ('SHA256:laptop', 'b', 'laptop', 12.5);
INSERT INTO logs VALUES ('done', 1, 0, x'02', 1), ('ended', 1, 0, x'03', 0), ('open', 2, 1, x'01', 0);
INSERT INTO players VALUES ('a', 1), ('b', 1);
INSERT INTO rating_changes VALUES (1, 'b', '', 25.0, 26.5, 8.0, 1);
INSERT INTO ratings VALUES ('chwech', 'revised', '', 'b', '', 26.5, 8.0, 1);
INSERT INTO records VALUES ('done', 1, x'0c', 3686048678), ('ended', 1, x'0d', 2897449776),
    ('open', 1, x'0a', 852952723), ('open', 2, x'0b', 1171273221);
INSERT INTO reports VALUES ('', 1, x'13');
INSERT INTO roles VALUES ('b', 'admin');
INSERT INTO settings VALUES ('b', '', 'order', 'rank'), ('b', 'SHA256:laptop', 'theme', 'light');
INSERT INTO shared VALUES ('key', x'14');
INSERT INTO tokens VALUES ('t', 'a', x'0e');
INSERT INTO tournaments VALUES (1, 3, 1, x'12');
INSERT INTO tries VALUES ('2026-11-21', 'b', 'done', 412, 4, 0, x'12'), ('2026-11-21', 'g', 'open', NULL, NULL, 0, x'');
"""
"""Something in every table of version 1."""


def write_version(directory: Path, version: int = SCHEMA_VERSION) -> Path:
    """Make the database of a version, and give its path."""
    path = directory / DATABASE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((GOLDEN / f"database-v{version}.sql").read_text("utf-8"))
    return path


def add_version(patched: pytest.MonkeyPatch, *statements: str) -> None:
    """Give the program a version more than it has."""
    patched.setattr(schema, "VERSIONS", (*VERSIONS, statements))


def made_by(connection: sqlite3.Connection) -> set[str]:
    """Give the statements that a database says it was made by."""
    return {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
async def test_a_database_of_every_version(version: int, tmp_path: Path) -> None:
    """A file as each version wrote it is opened with all that it holds: logs, people, keys, games and what was said."""
    write_version(tmp_path, version)
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
        assert await store.pinned() == (b"\x10", b"\x11")
        assert await store.settings("b", "SHA256:laptop") == {"order": "rank", "theme": "light"}
        assert await store.contacts("b") == (Contact(Account("a", "Ann"), ContactKind.FRIEND),)
        assert await store.day_seed("2026-11-21") == b"\x11"
        assert await store.day_try("2026-11-21", "b") == DayTry("done", b"\x12")
        assert await store.hidden("b") == (Account("g", "Gwen", guest=True),)
        assert await store.tournaments(5) == (StoredTournament(1, 3, b"\x12"),)
        assert await store.ratings_of("b", "chwech") == {"revised": Belief(26.5, 8.0, 1)}
        assert await store.roles() == {"b": "admin"}
        assert await store.allowed() == {"SHA256:laptop": "Ben"}
        assert [(ban.what, ban.until) for ban in await store.bans()] == [("192.0.2.0/24", None), ("g", 9.0)]
        assert [entry.act for entry in await store.audit(5)] == ["ban Gwen shouts"]
        assert await store.reports(5) == ((1, b"\x13"),)
        await store.close()


def test_a_new_database_is_like_a_stored_one(tmp_path: Path) -> None:
    """A database begun today was made by the statements of its version, none of which has changed since."""
    with (
        closing(sqlite3.connect(write_version(tmp_path))) as stored,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as new,
    ):
        bring_up_to_date(new, tmp_path / DATABASE_NAME)
        assert made_by(new) == made_by(stored)
        for mark in ("PRAGMA user_version", "PRAGMA application_id"):
            assert new.execute(mark).fetchone() == stored.execute(mark).fetchone()


def test_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that fails in its middle leaves the file as it was, and the next start does it whole."""
    path = write_version(tmp_path)
    with closing(sqlite3.connect(path)) as file:
        before = made_by(file)
    add_version(monkeypatch, "CREATE TABLE later (x TEXT PRIMARY KEY, y BOOLEAN NOT NULL)", "CREATE TABLE logs (x)")
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as file,
        pytest.raises(sqlite3.OperationalError, match="already exists"),
    ):
        bring_up_to_date(file, path)
    add_version(monkeypatch, "CREATE TABLE later (x TEXT PRIMARY KEY, y BOOLEAN NOT NULL)")
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        assert made_by(file) == before
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        bring_up_to_date(file, path)
        new = "CREATE TABLE later (x TEXT PRIMARY KEY, y INTEGER NOT NULL) STRICT, WITHOUT ROWID"
        assert made_by(file) == before | {new}
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)


async def test_a_database_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    """An older program that is started on it refuses it in words, and not a byte of it changes."""
    path = write_version(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE later (x)")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreFault, match="was written by a newer version of this program: install that"):
        open_store(tmp_path)
    assert path.read_bytes() == before


def write() -> None:
    """Write the example of the present version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        bring_up_to_date(connection, Path(DATABASE_NAME))
        connection.executescript(CONTENT)
        marks = f"PRAGMA application_id = {MARK};", f"PRAGMA user_version = {SCHEMA_VERSION};"
        lines = (*connection.iterdump(), *marks, "")
        (GOLDEN / f"database-v{SCHEMA_VERSION}.sql").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    write()
