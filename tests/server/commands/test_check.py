"""What ``serve --check`` finds: every reason for which a start would fail, and nothing is made."""

import contextlib
import os
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.commands.check import check
from server.commands.start import InForce
from server.configuration.reading import Given
from server.configuration.values import NOBODY_BY_SSH
from server.defaults import DATABASE_NAME
from server.processes.claim import claimed
from server.processes.plan import Address
from server.processes.sockets import HOST_KEY_NAME, LONGEST
from server.storage.schema import SCHEMA_VERSION
from tests.server.commands.rights import reachable_folder, without_rights

SSH = {"ssh": Given(Address("127.0.0.1", 0))}

KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\n"
"""The beginning of one, which is all that is looked at."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a data directory; afterwards nothing but what was there is in it."""
    for name in tuple(os.environ):
        if name.startswith("CHWECH_"):
            monkeypatch.delenv(name)
    yield tmp_path
    assert not {path.name for path in tmp_path.iterdir()} & {"chwech.sqlite", "chwech.toml", "lock"}


def wrong(
    data: Path,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, Given] | None = None,
    good: str = "it would start",
) -> list[str]:
    """Give what the check finds wrong; ``good`` is what it says last where that is nothing."""
    status = check(InForce(SSH if options is None else options, None), data)
    lines = capsys.readouterr().out.splitlines()
    found = [line.removeprefix("wrong: ") for line in lines if line.startswith("wrong: ")]
    assert lines[-1] == ("it would not start" if found else good)
    assert status == bool(found)
    return found


def test_nothing_is_wrong(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither without SSH nor with a key that its owner alone can read."""
    assert wrong(data, capsys, {"ssh": Given(NOBODY_BY_SSH)}) == []
    (data / HOST_KEY_NAME).touch(0o600)
    (data / HOST_KEY_NAME).write_text(KEY)
    assert wrong(data, capsys) == []


def test_a_change_is_checked_beside_the_server(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That a server runs there, on the ports that it has, is said and is nothing wrong; what is wrong is yet found."""
    with claimed(data):
        assert wrong(data, capsys, good="it would start once that server has ended") == []
        assert check(InForce(SSH, None), data) == 0
        assert f"running: a server uses {data} (process {os.getpid()}, since " in capsys.readouterr().out
        (data / HOST_KEY_NAME).touch(0o600)
        assert len(wrong(data, capsys)) == 1


def test_ports_in_use(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that is taken is a fault of its own."""
    monkeypatch.setattr("server.processes.sockets.LEFT_SECONDS", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = Given(Address("127.0.0.1", taken.getsockname()[1]))
        found = wrong(data, capsys, dict.fromkeys(("ssh", "tcp", "metrics"), address))
    assert [line.partition(" 127")[0] for line in found] == ["cannot listen for SSH on", *["cannot listen on"] * 2]


def test_a_key_that_would_be_refused(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that others can read, one of somebody else, and what is no file."""
    key = data / HOST_KEY_NAME
    key.touch(0o600)
    key.chmod(0o644)
    assert wrong(data, capsys) == [f"others can read the host key {key}: chmod 600 {key}"]
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 12345)
        assert "belongs to another user" in wrong(data, capsys)[0]
    key.unlink()
    key.mkdir()
    assert "cannot be used: Is a directory" in wrong(data, capsys)[0]


def test_a_key_that_cannot_be_looked_at(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says is passed on."""

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("server.fronts.host_key_file.read_secret", refuse)
    assert "cannot be used: Permission denied" in wrong(data, capsys)[0]


def test_a_database_that_may_not_be_read_is_not_called_damaged(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody is told to put back a backup where only the owner of the file is wrong."""
    with reachable_folder() as folder:
        (folder / DATABASE_NAME).touch(0o600)
        (folder / DATABASE_NAME).chmod(0)
        with without_rights():
            found = wrong(folder, capsys)
    [database] = [one for one in found if DATABASE_NAME in one]
    assert "(unable to open database file): see to it that this user may write the file" in database


def test_files_that_would_be_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no key and no database, a database of a newer version, and a socket in no directory."""
    (data / HOST_KEY_NAME).touch(0o600)
    (data / DATABASE_NAME).write_bytes(b"no database at all" * 100)
    key, database, door = wrong(data, capsys, SSH | {"socket": Given(Path("/nonexistent/dir/x.sock"))})
    assert "is damaged or has a passphrase (it is no private key): put it back" in key
    assert f"{data / DATABASE_NAME} cannot be read (file is not a database): put back a backup" in database
    assert "there is no directory /nonexistent/dir: make it, or choose another place" in door
    (data / HOST_KEY_NAME).write_text(KEY)
    (data / DATABASE_NAME).unlink()
    with contextlib.closing(sqlite3.connect(data / DATABASE_NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert wrong(data, capsys) == [
        f"{data / DATABASE_NAME} was written by a newer version of this program: install that"
    ]
    (data / DATABASE_NAME).unlink()


def test_a_directory_that_cannot_be_used(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in its place, and one in which nothing may be written."""
    (data / "file").touch()
    assert wrong(data / "file", capsys) == [f"{data}/file is no directory: choose another with --data"]
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert wrong(data / "new", capsys) == [f"you may not write in {data}: chown it, or choose another with --data"]


def test_a_database_that_has_become_empty(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there were tables in it the start refuses it, and so does the check."""
    folder = data / "folder"
    folder.mkdir()
    (folder / DATABASE_NAME).touch()
    assert wrong(folder, capsys) == []
    (folder / f"{DATABASE_NAME}-lengths").write_text("1 x\n")
    [found] = wrong(folder, capsys)
    assert found.startswith(f"{folder / DATABASE_NAME} is empty, and there were tables in it: put back a copy")


def test_a_path_too_long_for_a_socket(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The length is told with what helps."""
    assert "choose a shorter one with --socket" in wrong(data / ("d" * LONGEST), capsys)[0]
