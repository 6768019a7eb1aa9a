"""What ``serve --check`` and ``status --check`` find, and what they say to do."""

import asyncio
import os
import pwd
import re
import socket
import sqlite3
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.commands import check
from server.commands.check import findings
from server.commands.shared import owner_of
from server.configuration import Value
from server.defaults import DATABASE_NAME
from server.file_lock import is_locked
from server.processes.plan import Address
from server.processes.sockets import HOST_KEY_NAME, LONGEST, address_of, bind_fronts
from server.storage.files import LOCK_NAME, DirectoryLock
from server.storage.schema import SCHEMA_VERSION
from server.storage.sqlite import open_store
from server.storage.store import Brief, FinishedGame
from tests.running import command
from tests.server.commands.children import a_child
from tests.server.commands.rights import NOBODY, reachable_folder, without_rights

main = command("serve --check")

ANY = Address("127.0.0.1", 0)


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Give the folder of a server that has ended, with a game."""
    folder = tmp_path / "data"
    store = open_store(folder)
    await store.append("x", 0, b"1", Brief(b"", live=False))
    await store.file(FinishedGame(1, "x", 1.0, b""), frozenset(), "the record")
    await store.close()
    (folder / HOST_KEY_NAME).write_bytes(b"-----BEGIN OPENSSH PRIVATE KEY-----\n")
    (folder / HOST_KEY_NAME).chmod(0o600)
    return folder


def problems(data: Path, **given: Value) -> list[str]:
    """Give the texts and the advice of what is not well."""
    found = findings({"ssh": ANY, **given}, None, data, starts=False)
    return [f"{finding.text}: {finding.advice}" for finding in found if finding.advice]


def test_all_is_well(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each check has one line, and the exit status is 0."""
    before = {path: path.read_bytes() for path in data.iterdir()}
    assert main(["--data", str(data), "--ssh", "127.0.0.1:0"]) == 0
    assert re.fullmatch(
        r"ok       no server runs in this folder\n"
        r"ok       the folder .*data is for its owner alone\n"
        r"ok       \d+\.\d GB are free on the disk\n"
        r"ok       the configuration can be read \(there is no file yet: the first start makes it\)\n"
        r"ok       there can be a socket at .*chwech\.sock\n"
        r"ok       there can be a socket at .*fronts\.sock\n"
        r"ok       port 0 is free\n"
        r"ok       the host key is for its owner alone\n"
        r"ok       the database is whole and of this version, with 0\.\d MB\n"
        r"ok       the weights of the bots strong and champion are whole\n",
        capsys.readouterr().out,
    )
    assert {path: path.read_bytes() for path in data.iterdir() if path in before} == before


def test_before_the_first_start(tmp_path: Path) -> None:
    """Where nothing is there yet, nothing is wrong, and nothing is made."""
    assert problems(tmp_path / "new") == []
    assert list(tmp_path.iterdir()) == []


def _emptied(data: Path) -> None:
    for path in data.glob(f"{DATABASE_NAME}*"):
        path.unlink()
    (data / DATABASE_NAME).touch()
    (data / f"{DATABASE_NAME}-last").write_text("1 x\n")


def _newer(data: Path) -> None:
    with closing(sqlite3.connect(data / DATABASE_NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: data.chmod(0o755), r"others can look into .*: chmod 700 "),
        (lambda data: (data / HOST_KEY_NAME).chmod(0o644), r"others can read the host key .*ssh_host_key: chmod 600 "),
        (
            lambda data: (data / HOST_KEY_NAME).write_bytes(b""),
            r"ssh_host_key is damaged or has a passphrase \(it is no private key\): put it back",
        ),
        (
            lambda data: (data / "chwech.toml").write_text("nonsense = true\n"),
            r"chwech.toml, line 1: nonsense: there is no such key",
        ),
        (
            lambda data: (data / DATABASE_NAME).write_bytes(b"no database at all" * 100),
            r"cannot be read as it should \(file is not a database\): put back a backup",
        ),
        (_emptied, r"is empty, and there were tables in it: restore a copy"),
        (_newer, r"was written by a newer version of this program: install that"),
    ],
)
def test_what_is_wrong(spoil: Callable[[Path], object], complaint: str, data: Path) -> None:
    """Each fault has a line of its own, which says what to do, and nothing else is blamed."""
    spoil(data)
    [found] = problems(data)
    assert re.search(complaint, found)


def test_somebody_elses_files(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is another user reads whose it all is, and nothing that only they would find wrong."""
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    [found] = findings({}, None, data, starts=False)
    owner = pwd.getpwuid(os.getuid()).pw_name
    assert found.text == f"{data} belongs to the user {owner}"
    assert found.advice == f"give this command as that user, sudo -u {owner} chwech status --check --data {data}"


def test_files_of_another_user_than_the_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as those that root has put back: the server could not read them."""
    foreign = os.getuid() + 1
    monkeypatch.setattr("server.commands.shared.owner_of", lambda path: owner_of(path) if path == data else foreign)
    owner = pwd.getpwuid(os.getuid()).pw_name
    count = len([*data.iterdir()]) - 1
    said = f"files in {data} belong to another user than the folder ({DATABASE_NAME} and {count} more)"
    assert problems(data) == [f"{said}: chown -R {owner} {data}"]


def test_a_database_that_may_not_be_read_is_not_called_damaged() -> None:
    """Nobody is told to put back a backup where only the owner of the file is wrong."""
    with reachable_folder() as folder:
        (folder / DATABASE_NAME).touch(0o600)
        (folder / DATABASE_NAME).chmod(0)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, -1)
        with without_rights():
            found = problems(folder)
    [database] = [one for one in found if "cannot be read" in one]
    assert "(unable to open database file): make sure that this user may write the file" in database


def test_a_disk_that_is_full(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below half a gigabyte it is said in time."""
    usage = namedtuple("usage", "total used free")  # noqa: PYI024 - as the standard library has it
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(0, 0, check.LEAST_ROOM - 1))
    assert problems(data) == ["0.5 GB are free on the disk: make room: below 0.5 GB it gets tight"]


def test_ports(data: Path) -> None:
    """A port in use is a fault only where it is another program's, and so is an address of another machine."""
    [listener] = bind_fronts(ANY, 1)
    with listener:
        port = address_of(listener)
        [found] = problems(data, ssh=port)
        assert f"another program has port {port.port}: end it" in found
        lock = DirectoryLock(data)
        assert is_locked(data / LOCK_NAME)
        assert not any("port" in found for found in problems(data, ssh=port))
        assert any("nobody listens at port 0" in found for found in problems(data))
        lock.close()
    assert not is_locked(data / LOCK_NAME)
    (data / "chwech.toml").write_text('ssh = "none"\n')
    assert "the configuration lets nobody in by SSH" in [
        finding.text for finding in findings({}, None, data, starts=True)
    ]
    assert any("cannot listen on 203.0.113.7:1" in found for found in problems(data, ssh=Address("203.0.113.7", 1)))


async def test_a_server_that_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server that is well says so, with what it was started with; one that answers nothing is to be looked at."""
    await asyncio.to_thread(tmp_path.chmod, 0o700)
    async with a_child("--no-ssh", data=tmp_path) as child:
        await child.said()
        await asyncio.to_thread(command("status --check"), ["--data", str(tmp_path)])
        said = capsys.readouterr().out
        assert re.search(
            r"^ok       a server runs in this folder \(process \d+, since .*\), and says that it is well$",
            said,
            re.MULTILINE,
        )
        assert "ok       the configuration lets nobody in by SSH\n" in said
    lock = DirectoryLock(tmp_path)
    found = await asyncio.to_thread(problems, tmp_path)
    lock.close()
    assert "says that it is not well (" in found[0]
    assert "look at its log, and restart it" in found[0]


def test_doors_that_cannot_be(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that is taken, a socket in no directory, and a path that is too long for one."""
    monkeypatch.setattr("server.processes.sockets.LEFT_SECONDS", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = Address("127.0.0.1", taken.getsockname()[1])
        found = problems(data, tcp=address, metrics=address, socket=Path("/nonexistent/dir/x.sock"))
    door, *ports = found
    assert "there is no directory /nonexistent/dir: make it, or choose another place" in door
    assert [line.partition(" 127")[0] for line in ports] == ["cannot listen on"] * 2
    assert any("choose a shorter one with --socket" in line for line in problems(data / ("d" * LONGEST)))
