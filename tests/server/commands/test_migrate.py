"""A server is moved into a cluster and back, whole, also in two goes; what is in the way is never overwritten."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.cluster import seeding
from server.cluster.address import read_cluster
from server.cluster.node import lead_when_free
from server.cluster.opening import Safety, open_cluster
from server.cluster.store import open_replica
from server.commands.forget import main as forget
from server.commands.kept_files import KEPT_FILES
from server.commands.migrate import main
from server.database_files import DATABASE_NAME, MIGRATED_NAME, REPLICA_NAME
from server.storage.lock import DirectoryLock
from server.storage.sqlite import open_store
from server.storage.store import Account, Brief, FinishedGame, Key, StoreFault, Token

ANNA = Account("a", "Anna")


async def fill(data: Path, logs: int = 40) -> None:
    """Make a server that has stored something of most kinds."""
    store = open_store(data)
    await store.register(ANNA, Key("k", "laptop", 1.5))
    await store.register(Account("b", "Ben", guest=True), Token("t", b"\0\xff"))
    await store.keep_settings("a", {"theme": "light"}, "k", {"pace": "fast"}, 10)
    for number in range(logs):
        await store.append(f"x{number}", 0, bytes(20_000), Brief(b"heading", live=number > 0))
        await store.append(f"x{number}", 1, b"%d" % number, None)
    await store.file(FinishedGame(1, "x0", 2.5, b"entry"), frozenset({"a"}), "a record")
    await store.rate(1, None)
    await store.pin(1, b"hello", 10)
    await store.keep_report(b"report", 10)
    await store.close()


def all_in(path: Path) -> dict[str, str]:
    """Give the hashes of everything in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return seeding.digests(connection)


def test_every_table_is_moved(tmp_path: Path) -> None:
    """A table that is added to the database has to be added to what is moved, after those that it refers to."""
    from server.storage.connections import connect

    for connection in connect(tmp_path / DATABASE_NAME):
        with closing(connection):
            rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            assert [name for (name,) in rows] == sorted(seeding.TABLES)
            for place, table in enumerate(seeding.TABLES):
                referred = {row[2] for row in connection.execute(f"PRAGMA foreign_key_list({table})")}
                assert referred <= {*seeding.TABLES[:place]}


async def test_there_and_back(nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything is the same, and the way back is taken into an empty directory only."""
    data, again = tmp_path / "data", tmp_path / "again"
    await fill(data)
    there, back = ["--unsafe", f"sqlite://{data}", nats_address], ["--unsafe", nats_address, f"sqlite://{again}"]
    assert await asyncio.to_thread(main, there) == 0
    said = capsys.readouterr().out
    assert "records: 80\n" in said
    assert "all hashes are the same on both sides: tables 19, logs 40" in said
    assert f"start its nodes with --cluster {nats_address}" in said
    assert (data / MIGRATED_NAME).read_text("utf-8") == f"{nats_address}\n"
    again.mkdir()
    (again / MIGRATED_NAME).touch()
    assert await asyncio.to_thread(main, back) == 0
    assert not (again / MIGRATED_NAME).exists()
    assert "all hashes are the same on both sides: tables 19, logs 40" in capsys.readouterr().out
    assert all_in(again / DATABASE_NAME) == all_in(data / DATABASE_NAME)
    store = open_store(again)
    assert await store.keyholder("k") == ANNA
    assert await store.read("x7") == (bytes(20_000), b"7")
    await store.close()
    assert await asyncio.to_thread(main, back) == 1
    assert "exists, and nothing is ever overwritten: move it away" in capsys.readouterr().err
    other = tmp_path / "other"
    await fill(other, 1)
    assert await asyncio.to_thread(main, ["--unsafe", f"sqlite://{other}", nats_address]) == 1
    assert "the cluster is not empty: give the address another name" in capsys.readouterr().err


async def test_what_was_interrupted_goes_on(
    nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody leads before the end, another server cannot be moved there, and the same one is, without a double."""
    data = tmp_path / "data"
    await fill(data)
    arguments = ["--unsafe", f"sqlite://{data}", nats_address]
    count = seeding.count

    def fail(connection: sqlite3.Connection, table: str) -> int:
        if table == "games":
            raise StoreFault("the power failed")
        return count(connection, table)

    monkeypatch.setattr(seeding, "count", fail)
    assert await asyncio.to_thread(main, arguments) == 1
    assert "the power failed" in capsys.readouterr().err
    monkeypatch.undo()
    async with open_cluster(read_cluster(nats_address), Safety.WAIVED) as cluster:
        replica = open_replica(tmp_path / "node", cluster.journal)
        with pytest.raises(StoreFault, match="was not filled to the end: run `chwech migrate` again first"):
            await lead_when_free(replica, cluster.lease, "node")
        await replica.close()
    assert await asyncio.to_thread(main, ["--unsafe", nats_address, f"sqlite://{tmp_path / 'back'}"]) == 1
    assert "the cluster was not filled to the end" in capsys.readouterr().err
    await fill(tmp_path / "other", 1)
    assert await asyncio.to_thread(main, ["--unsafe", f"sqlite://{tmp_path / 'other'}", nats_address]) == 1
    assert "the cluster is not empty" in capsys.readouterr().err
    assert await asyncio.to_thread(main, arguments) == 0
    assert await asyncio.to_thread(main, ["--unsafe", nats_address, f"sqlite://{tmp_path / 'back'}"]) == 0
    assert all_in(tmp_path / "back" / DATABASE_NAME) == all_in(data / DATABASE_NAME)


async def test_nothing_is_left_beside_a_server(
    nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No copy keeps whom ``chwech forget`` erases, and the server can be moved into another journal."""
    data, again = tmp_path / "data", tmp_path / "again"
    await fill(data, 1)
    (data / ".migrating").mkdir()
    (data / ".migrating" / DATABASE_NAME).write_bytes(b"left by one that was killed")
    for source, target in ((f"sqlite://{data}", nats_address), (nats_address, f"sqlite://{again}")):
        assert await asyncio.to_thread(main, ["--unsafe", source, target]) == 0
    for folder in (data, again):
        assert not [path for path in folder.iterdir() if path.is_dir()]
    said = capsys.readouterr().out
    assert f"copy to each node what there is of the files that each keeps for itself: {', '.join(KEPT_FILES)}\n" in said
    assert f"copy what there is of the files that each node keeps for itself: {', '.join(KEPT_FILES)}\n" in said
    assert await asyncio.to_thread(main, ["--unsafe", f"sqlite://{again}", f"{nats_address}-anew"]) == 0
    (again / REPLICA_NAME).mkdir()
    (again / REPLICA_NAME / DATABASE_NAME).touch()
    assert forget(["Ben", "--yes", "--data", str(again)]) == 1
    assert f"{again} is the directory of a node, and the other nodes" in capsys.readouterr().err


async def test_a_cluster_begins_anew_from_the_copy_of_a_node(nats_address: str, tmp_path: Path) -> None:
    """Such as one that was saved, and put back: everything in it is moved into another journal."""
    data, node, again = tmp_path / "data", tmp_path / "node", tmp_path / "again"
    await fill(data, 3)
    assert await asyncio.to_thread(main, ["--unsafe", f"sqlite://{data}", nats_address]) == 0
    async with open_cluster(read_cluster(nats_address), Safety.WAIVED) as cluster:
        copy = open_replica(node, cluster.journal)
        await copy.catch_up()
        await copy.close()
    assert await asyncio.to_thread(main, ["--unsafe", f"sqlite://{node}", f"{nats_address}-new"]) == 0
    assert await asyncio.to_thread(main, ["--unsafe", f"{nats_address}-new", f"sqlite://{again}"]) == 0
    assert all_in(again / DATABASE_NAME) == all_in(data / DATABASE_NAME)


async def test_what_is_not_there_is_not_taken_out(
    nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that is wrong gives no empty server, and makes no journal; neither does an empty journal."""
    arguments = ["--unsafe", nats_address, f"sqlite://{tmp_path / 'out'}"]
    assert await asyncio.to_thread(main, arguments) == 1
    assert f"there is no journal {read_cluster(nats_address).name}: " in capsys.readouterr().err
    assert await asyncio.to_thread(main, arguments) == 1
    assert "there is no journal" in capsys.readouterr().err
    async with open_cluster(read_cluster(nats_address), Safety.WAIVED):
        pass
    assert await asyncio.to_thread(main, arguments) == 1
    assert "nothing is stored there: the address ends with the name of its journal" in capsys.readouterr().err
    assert await asyncio.to_thread(os.listdir, tmp_path) == []


async def test_whoever_serves_is_in_the_way(
    nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a server nor a node may run meanwhile."""
    data = tmp_path / "data"
    arguments = ["--unsafe", f"sqlite://{data}", nats_address]
    assert await asyncio.to_thread(main, arguments) == 1
    assert f"there is no {data / DATABASE_NAME}: name the directory of a server" in capsys.readouterr().err
    await fill(data, 1)
    lock = DirectoryLock(data)
    assert await asyncio.to_thread(main, arguments) == 1
    assert "another" in capsys.readouterr().err
    lock.release()
    async with open_cluster(read_cluster(nats_address), Safety.WAIVED) as cluster:
        await cluster.lease.claim("node")
        assert await asyncio.to_thread(main, arguments) == 1
        assert "a node leads this cluster: end all of its nodes first" in capsys.readouterr().err


def test_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said before the cluster is asked, which may want a password that is nowhere yet."""
    nobody = "nats://127.0.0.1:1"
    assert main([f"sqlite://{tmp_path}/nowhere", nobody]) == 1
    assert f"there is no {tmp_path}/nowhere/{DATABASE_NAME}: name the directory of a server" in capsys.readouterr().err
    copy = tmp_path / REPLICA_NAME / DATABASE_NAME
    copy.parent.mkdir()
    copy.touch()
    assert main([f"sqlite://{tmp_path}", nobody]) == 1
    assert f"is the directory of a node: to move its copy, name sqlite://{copy.parent}" in capsys.readouterr().err
    for arguments in ([f"sqlite://{copy}", nobody], [nobody, f"sqlite://{copy}"]):
        assert main(arguments) == 1
        assert f"is a file: name the directory that it lies in, sqlite://{copy.parent}" in capsys.readouterr().err


def test_the_help_says_where_the_password_goes(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the same file on both ways."""
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "write USER:PASSWORD into DIR/nats_credentials first" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["sqlite://a", "sqlite://b"], "one of the two is sqlite://DIR, and the other nats://"),
        (["nats://a", "nats://b"], "one of the two is sqlite://DIR, and the other nats://"),
        (["sqlite://", "nats://b"], "'sqlite://' is no address of a cluster"),
        (["a", "nats://b"], "or sqlite://DIR"),
    ],
)
def test_what_cannot_be_moved(capsys: pytest.CaptureFixture[str], arguments: list[str], why: str) -> None:
    """The text says what would be right."""
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert why in capsys.readouterr().err


def test_moving_needs_a_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has not installed it is told how."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main([f"sqlite://{tmp_path}", "nats://a"]) == 1
    assert "needs the package nats-py" in capsys.readouterr().err
