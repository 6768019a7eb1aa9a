"""Commands that write, where the disk, the folder or the clock is wrong: nothing is lost or half written."""

import asyncio
import errno
import resource
import sqlite3
import sys
from pathlib import Path

import pytest

from protocol.messages import Accepted, Refused
from protocol.setup import Setup
from protocol.table import SayAtTable
from server.commands.check import _server
from server.defaults import DATABASE_NAME
from server.storage.sqlite import open_store
from server.storage.store import Account, Brief, FinishedGame, PublicKey
from tests.running import command
from tests.server.commands.children import PATIENCE, connect_unix, hang_up
from tests.server.commands.test_fronts import served

backup = command("data backup")
export = command("data export")
history = command("history")
restore = command("data restore")


def full(*_: object, **__: object) -> None:
    """Write nothing, as on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Give the data directory of a server that has ended, with an account and a game."""
    folder = tmp_path / "data"
    store = open_store(folder)
    await store.register(Account("a", "Ann"), PublicKey("SHA256:ann", "", 1.0))
    await store.append("x", 0, b"1", Brief(b"", live=False))
    await store.file(FinishedGame(1, "x", 1.0, b""), frozenset(), "the record")
    await store.close()
    return folder


def test_no_room_for_a_backup(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the copy does not fit is said, and nobody is told to put back a backup."""

    def no_room(*_: object) -> None:
        fault = sqlite3.OperationalError("database or disk is full")
        fault.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise fault

    monkeypatch.setattr("server.storage.backup.copy_database", no_room)
    assert backup([str(data.parent / "saved.tar"), "--data", str(data)]) == 1
    said = capsys.readouterr().err
    assert (
        f"{data / DATABASE_NAME} cannot be copied into {data.parent}: database or disk is full; make sure that" in said
    )
    assert [path.name for path in data.parent.iterdir()] == ["data"]


@pytest.mark.no_cover
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets the limits of another process")
async def test_a_server_that_can_store_nothing_is_not_well(tmp_path: Path) -> None:
    """While nothing can be written the server says so and why; the log says when it began, and when it was over."""
    async with served(tmp_path, 1) as server:
        ann = await connect_unix(tmp_path / "chwech.sock")
        await ann.greet("Ann")
        await ann.open(Setup("chwech", 4))
        assert isinstance(await ann.ask(lambda number: SayAtTable(number, "well")), Accepted)
        assert not (await asyncio.to_thread(_server, tmp_path)).advice
        host, _ = server.processes()
        _, most = resource.prlimit(host, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        # Also before anybody has tried to act; what was said a moment ago is said for a second.
        async with asyncio.timeout(PATIENCE):
            while "nothing can be stored" not in (await asyncio.to_thread(_server, tmp_path)).text:
                pass
        assert isinstance(await ann.ask(lambda number: SayAtTable(number, "ill")), Refused)
        resource.prlimit(host, resource.RLIMIT_FSIZE, (most, most))
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(_server, tmp_path)).advice:
                pass
        assert "nothing can be stored" in await server.child.said()
        async with asyncio.timeout(PATIENCE):
            while "is stored again" not in await server.child.said():
                pass
        await hang_up(ann)
