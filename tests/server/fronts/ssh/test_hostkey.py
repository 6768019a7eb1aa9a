"""The host key: made for its owner alone, the same ever after, and refused where it may have been read."""

import os
import stat
import threading
from pathlib import Path

import asyncssh
import pytest

from server.fronts.own_files import FrontFault
from server.fronts.ssh.transport.listener import load_host_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where the key is to be."""
    return tmp_path / "ssh_host_key"


def test_a_new_key(path: Path) -> None:
    """The first start makes an ed25519 key that only its owner can read, whatever the umask; the next one finds it."""
    before = os.umask(0)
    try:
        key = load_host_key(path)
    finally:
        os.umask(before)
    assert key.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert load_host_key(path).get_fingerprint() == key.get_fingerprint()


def test_several_fronts_at_once(path: Path) -> None:
    """Fronts that start together come to the same key."""
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(load_host_key(path).get_fingerprint())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_system_without_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files cannot have two names the key is made all the same, and as carefully."""

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    key = load_host_key(path)
    assert load_host_key(path).get_fingerprint() == key.get_fingerprint()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_can_read(path: Path, mode: int) -> None:
    """A key that others have been able to read or change is refused, with what to do."""
    load_host_key(path)
    path.chmod(mode)
    with pytest.raises(FrontFault, match=f"chmod 600 {path}"):
        load_host_key(path)


def test_somebody_elses_key(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that belongs to another user is refused."""
    load_host_key(path)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(FrontFault, match="belongs to another user"):
        load_host_key(path)


@pytest.mark.parametrize("text", [b"", b"rubbish", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n", b"\xff" * 100])
def test_a_damaged_key(path: Path, text: bytes) -> None:
    """A damaged file is refused and left alone: people know the server by what was in it."""
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(FrontFault, match="damaged"):
        load_host_key(path)
    assert path.read_bytes() == text


def test_a_key_of_another_kind(path: Path) -> None:
    """Only ed25519 will do."""
    path.write_bytes(asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key())
    path.chmod(0o600)
    with pytest.raises(FrontFault, match="ecdsa"):
        load_host_key(path)


def test_what_is_no_file(path: Path) -> None:
    """A link, a pipe, a folder and a path into nowhere are refused, and nothing is waited for."""
    path.symlink_to(path.with_name("elsewhere"))
    with pytest.raises(FrontFault, match="cannot be used"):
        load_host_key(path)
    path.unlink()
    os.mkfifo(path, 0o600)
    with pytest.raises(FrontFault, match="no regular file"):
        load_host_key(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(FrontFault):
        load_host_key(path)
    with pytest.raises(FrontFault, match="cannot be used"):
        load_host_key(path.parent / "nowhere" / "key")
