"""The port for SSH: its algorithms, what it bounds, and its host key."""

import asyncio
import logging
import os
import socket
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_KEX_FIRST, MSG_KEXINIT
from asyncssh.packet import Byte, SSHPacketLogger, String

from server.fronts.own_files import FrontFault
from server.fronts.ssh.front import listen_ssh, load_host_key
from server.fronts.ssh.transport.connection import BoundedChannel, BoundedConnection
from server.fronts.ssh.transport.guard import Guard
from tests.server.fronts.ssh.raw_client import HOST_KEY, SUCCESS, Knocker, Stub, a_front, a_knocker, leave
from tests.server.fronts.ssh.theatre import until


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """Give a socket to listen on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


async def test_another_event_loop(port: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event loop that is not asyncio's own is refused: it was seen to go round the bounds."""
    monkeypatch.setattr(asyncio, "SelectorEventLoop", type("OwnLoop", (), {}))
    with pytest.raises(FrontFault, match="event loop"):
        await listen_ssh(port, HOST_KEY, Guard(), Stub)


@pytest.mark.parametrize("ours", [BoundedConnection, BoundedChannel])
def test_every_method_takes_the_place_of_one(ours: type) -> None:
    """A bound that overrides nothing of asyncssh any more would not hold."""
    theirs = ours.__mro__[1]
    own = [name for name, value in vars(ours).items() if callable(value) and not name.startswith("__")]
    assert theirs.__module__.startswith("asyncssh.")
    assert [name for name in own if not callable(getattr(theirs, name, None))] == []


async def test_a_mistake_of_a_session(caplog: pytest.LogCaptureFixture) -> None:
    """A session that stumbles costs its own connection and is reported; nobody is punished for our mistake."""

    class Stumbling(Stub):
        def session_started(self) -> None:
            raise ZeroDivisionError

    async with a_front(sessions=Stumbling) as front, a_knocker(front.port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        assert await one.who() == ""
        await until(lambda: front.guard.inside == 0)
        assert "made the front stumble" in caplog.messages[0]
        assert "ZeroDivisionError" in caplog.text
        assert len(front.guard._penalties) == 0


async def test_a_stranger_who_makes_asyncssh_stumble(caplog: pytest.LogCaptureFixture) -> None:
    """What strangers send costs one line and a penalty."""
    async with a_front() as front:
        caplog.set_level(logging.WARNING)
        _, writer = await asyncio.open_connection("127.0.0.1", front.port)
        writer.write(b"SSH-2.0-\xff\xff\r\n")
        await until(lambda: caplog.messages)
        assert "made asyncssh stumble" in caplog.messages[0]
        await leave(writer)
        await until(lambda: front.guard.inside == 0)


async def test_asyncssh_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is written by asyncssh itself: it has a line for every step of every attacker."""
    caplog.set_level(logging.DEBUG)
    async with a_front() as front, a_knocker(front.port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        assert await one.who() == "guest guest"
    assert {record.name for record in caplog.records if record.name.startswith("asyncssh")} == set()


@pytest.mark.parametrize(
    ("cipher", "mac"),
    [
        ("aes128-ctr", "hmac-sha2-256"),  # dropbear, built small
        ("chacha20-poly1305@openssh.com", "hmac-sha2-256"),  # dropbear, without AES
        ("aes256-ctr", "hmac-sha2-512"),  # libssh2 before 1.11
        ("aes256-ctr", "hmac-sha2-256-etm@openssh.com"),  # PuTTY before 0.81
        ("aes128-gcm@openssh.com", "hmac-sha2-256"),  # Go
    ],
)
async def test_what_small_and_older_clients_have(cipher: str, mac: str) -> None:
    """A client that has one cipher and one code alone is let in, if they are good ones."""
    async with a_front() as front:
        options = {"encryption_algs": [cipher], "mac_algs": [mac], "kex_algs": ["curve25519-sha256"]}
        ways: dict[str, Any] = {
            "client_version": "dropbear_2022.83",
            "known_hosts": None,
            "config": None,
            "agent_path": None,
            "client_keys": None,
        }
        async with asyncssh.connect("127.0.0.1", front.port, username="guest", **ways, **options) as way:
            done = await way.run("who", encoding="utf-8")
    assert done.stdout == "guest guest\n"


class Guesser(Knocker):
    """A client that begins the key exchange before it knows how, and begins anew where the lists begin differently."""

    def send_packet(self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        """Say in the first packet that a guess follows, and send one."""
        if pkttype != MSG_KEXINIT:
            super().send_packet(pkttype, *args, handler=handler)
            return
        names = b"".join(args)
        names = names[:-5] + Byte(1) + names[-4:]
        self._client_kexinit = Byte(MSG_KEXINIT) + names
        super().send_packet(MSG_KEXINIT, names, handler=handler)
        super().send_packet(MSG_KEX_FIRST, String(bytes(32)), handler=handler)


async def test_a_wrong_guess_is_left_out() -> None:
    """A client whose first choice is not the server's has guessed wrong, although its choice is what both come to."""
    async with a_front() as front, a_knocker(front.port, make=Guesser, kex_algs=["curve25519-sha256"]) as knocker:
        knocker.keyboard("ann")
        assert await knocker.answer() == SUCCESS
        assert await knocker.who() == "guest ann"


@pytest.mark.skipif(which("dbclient") is None, reason="dropbear's client is not installed")
async def test_dropbear_comes_in() -> None:
    """The client of routers and rescue systems is let in as it is."""
    async with a_front() as front:
        command = ["dbclient", "-y", "-y", "-p", str(front.port), "guest@127.0.0.1", "who"]
        done = await asyncio.to_thread(
            subprocess.run, command, stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
    assert done.stdout == b"guest guest\n"


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
