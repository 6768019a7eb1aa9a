"""Everything moves from SQLite to PostgreSQL and back, or nothing."""

import asyncio
import os
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from server.commands.check import check
from server.defaults import DATABASE_NAME
from server.storage.backup import TABLES, migrate, opened, rows
from server.storage.postgres import connected
from server.storage.sqlite import open_store
from server.storage.store import Account, PublicKey, StoreFault
from tests.running import command
from tests.server.storage.test_schema import write_version

main = command("data migrate")


def content(place: str) -> dict[str, list[object]]:
    """Give everything in a store; what is true in PostgreSQL equals 1."""
    with opened(place, empty=False) as store:
        return {table: [*rows(store, table)] for table in TABLES}


def test_there_and_back(postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table arrives with every row, is the same when it comes back, and each hash is told."""
    here, back = tmp_path / "here", tmp_path / "back"
    here.mkdir()
    write_version(here)
    before = content(str(here))
    assert all(before.values())
    assert main([str(here), postgres]) == 0
    assert content(postgres) == before
    there = capsys.readouterr().out
    assert "everything is in postgresql://" in there
    assert main([postgres, str(back)]) == 0
    assert content(str(back)) == before
    assert capsys.readouterr().out.splitlines()[:-1] == there.splitlines()[:-1]


@pytest.mark.parametrize("way", ["there", "back"])
def test_what_differs_is_not_moved(way: str, postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a table is not read back as it was, nothing is moved, and a second try finds an empty target."""
    write_version(tmp_path)
    target = postgres
    if way == "back":
        migrate(str(tmp_path), postgres)
        target = str(tmp_path / "back")
    ways = (str(tmp_path), target) if way == "there" else (postgres, target)
    with monkeypatch.context() as patched:
        patched.setattr("server.storage.backup.sha256", lambda: sha256(os.urandom(8)))
        with pytest.raises(StoreFault, match="the table logs is not the same on both sides, so nothing was moved"):
            migrate(*ways)
    assert [table.name for table in migrate(*ways)] == [*TABLES]


async def test_a_folder_in_use(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server writes to is not moved."""
    monkeypatch.setattr("server.file_lock.PATIENCE", 0.0)
    store = open_store(tmp_path)
    with pytest.raises(StoreFault, match="another server is using"):
        await asyncio.to_thread(migrate, str(tmp_path), postgres)
    await store.close()


def test_what_is_in_use_or_full(postgres: str, tmp_path: Path) -> None:
    """No server may use either side, the source has something in it, and the target nothing."""
    with pytest.raises(StoreFault, match="no games are kept in"):
        migrate(str(tmp_path / "none"), postgres)
    with pytest.raises(StoreFault, match=r"postgresql://.* is empty: name the right database"):
        migrate(postgres, str(tmp_path / "new"))
    write_version(tmp_path)
    migrate(str(tmp_path), postgres)
    with pytest.raises(StoreFault, match="sqlite exists: name an empty folder"):
        migrate(postgres, str(tmp_path))
    with pytest.raises(StoreFault, match="is not empty: name another database"):
        migrate(str(tmp_path), postgres)
    with closing(connected(postgres)) as connection:
        connection.execute("UPDATE lease SET beat = clock_timestamp()")
    with pytest.raises(StoreFault, match=r"a server uses postgresql://.*: end it first"):
        migrate(postgres, str(tmp_path / "new"))
    assert not (tmp_path / "new" / DATABASE_NAME).exists()


async def test_commands_find_the_database(postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What looks at the games of a server looks where its configuration says, and what cannot be done there says so."""
    store = open_store(tmp_path)
    await store.register(Account("b", "Ben"), PublicKey("SHA256:laptop", "laptop", 12.5))
    await store.close()
    await asyncio.to_thread(migrate, str(tmp_path), postgres)
    (tmp_path / DATABASE_NAME).unlink()
    (tmp_path / "chwech.toml").write_text(f'store = "{postgres}"\n')
    where = ["--data", str(tmp_path)]
    assert command("data export")(["Ben", str(tmp_path / "ben"), *where]) == 0
    assert '"SHA256:laptop"' in (tmp_path / "ben").read_text()
    assert command("data forget")(["Ben", "--yes", *where]) == 0
    assert command("data export")(["Ben", str(tmp_path / "gone"), *where]) == 1
    assert command("data backup")([str(tmp_path / "x.tar"), *where]) == 1
    (tmp_path / "x.tar").touch()
    assert command("data restore")([str(tmp_path / "x.tar"), *where]) == 1
    await asyncio.to_thread(check, {}, None, tmp_path, starts=False)
    said = capsys.readouterr()
    assert "nobody is called 'Ben'" in said.err
    assert f"pg_dump --format=custom --file=chwech.dump '{postgres}'" in said.err
    assert f"pg_restore --clean --if-exists --single-transaction chwech.dump --dbname '{postgres}'" in said.err
    assert "no host holds the lease" in said.out
    assert "it may lose what was acknowledged, since fsync is off: set fsync = on" in said.out
