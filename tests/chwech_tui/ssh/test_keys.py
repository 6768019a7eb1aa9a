"""The keys that are offered: whose they are, in which order, and what is never offered."""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from chwech_tui.ssh.identity_file import UnusableKey
from chwech_tui.ssh.keys import Agent, Offer, gather, named_key
from chwech_tui.ssh.known_hosts import host_key
from tests.chwech_tui.ssh.person import Typist, agent, make_key
from tests.chwech_tui.ssh.ssh_server import SshServer

with_agent = pytest.mark.skipif(shutil.which("ssh-agent") is None, reason="OpenSSH is not installed")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home without anything."""
    return tmp_path


def prints(offer: Offer) -> list[str]:
    """Give the fingerprints of what is offered."""
    return [host_key(pair.public_data).fingerprint for pair in offer.keys]


def test_the_usual_files_are_offered_in_the_order_of_openssh(home: Path) -> None:
    """RSA comes before ECDSA and that before Ed25519."""
    made = [
        make_key(home / ".ssh" / name, kind)
        for name, kind in [("id_ed25519", "ssh-ed25519"), ("id_ecdsa", "ecdsa-sha2-nistp256"), ("id_rsa", "ssh-rsa")]
    ]
    offer = gather((), home, home / "data")
    assert prints(offer) == made[::-1]
    assert offer.remark == ""
    assert not (home / "data").exists()


def test_a_locked_key_is_passed_over_in_silence(home: Path) -> None:
    """Nobody is asked for the passphrase of a key that they did not name."""
    make_key(home / ".ssh" / "id_ecdsa", "ecdsa-sha2-nistp256", passphrase="secret")
    usable = make_key(home / ".ssh" / "id_ed25519")
    offer = gather((), home, home / "data")
    assert (prints(offer), offer.remark) == ([usable], "")


@pytest.mark.parametrize("harm", ["readable", "damaged", "directory", "other name"])
def test_what_is_no_key_of_ones_own_is_passed_over(home: Path, harm: str) -> None:
    """A key that others can read is none, nor is what holds no key or has no usual name."""
    path = home / ".ssh" / "id_ed25519"
    made = make_key(path)
    match harm:
        case "readable":
            path.chmod(0o640)
        case "damaged":
            path.write_bytes(b"-----BEGIN OPENSSH PRIVATE KEY-----\nx\n")
        case "directory":
            path.unlink()
            path.mkdir()
        case _:
            path.rename(path.with_name("work"))
    assert made not in prints(gather((), home, home / "data"))


def test_who_has_no_key_gets_one_and_keeps_it(home: Path) -> None:
    """The key is made once, said once, and found again."""
    data = home / "data"
    first = gather((), home, data)
    assert str(data / "id_ed25519") in first.remark
    again = gather((), home, data)
    assert (prints(again), again.remark) == (prints(first), "")
    assert len(first.keys) == 1


def test_who_has_only_a_locked_key_is_told_how_to_use_it(home: Path) -> None:
    """The key that is made is not theirs of old, so they learn of the other way."""
    make_key(home / ".ssh" / "id_ed25519", passphrase="secret")
    remark = gather((), home, home / "data").remark
    assert f"{home / '.ssh' / 'id_ed25519'} is locked" in remark
    assert "ssh-add" in remark


async def test_without_an_agent_there_are_no_keys_of_an_agent(tmp_path: Path) -> None:
    """No socket, a wrong one and a file are all no agent."""
    (tmp_path / "file").write_text("x")
    for socket in ("", str(tmp_path / "nothing"), str(tmp_path / "file")):
        assert await Agent(socket).keys() == ()


@with_agent
async def test_keys_of_the_agent_that_usual_files_name_come_first(home: Path) -> None:
    """Then the others of the agent, then the files that it does not hold; no key comes twice."""
    folder = home / ".ssh"
    other = make_key(home / "other")
    named = make_key(folder / "id_ed25519", passphrase=None)
    on_file = make_key(folder / "id_ecdsa", "ecdsa-sha2-nistp256")
    with agent(home, home / "other", folder / "id_ed25519") as socket:
        offer = gather(await Agent(socket).keys(), home, home / "data")
    assert prints(offer) == [named, other, on_file]


@with_agent
@pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed")
async def test_openssh_offers_the_same_keys_in_the_same_order(home: Path) -> None:
    """The same person is offered to a server by ``ssh`` and by this client."""
    folder = home / ".ssh"
    for name, kind in [("id_rsa", "ssh-rsa"), ("id_ecdsa", "ecdsa-sha2-nistp256"), ("id_ed25519", "ssh-ed25519")]:
        make_key(folder / name, kind)
    make_key(home / "first")
    make_key(home / "second", "ecdsa-sha2-nistp256")
    held = [home / "first", folder / "id_ed25519", home / "second", folder / "id_rsa"]
    with agent(home, *held) as socket, SshServer(takes=lambda _fingerprint: False) as server:
        ours = gather(await Agent(socket).keys(), home, home / "data")
        files = [f"IdentityFile={folder / name}" for name in ("id_rsa", "id_ecdsa", "id_ed25519")]
        options = [*files, "UserKnownHostsFile=/dev/null", "GlobalKnownHostsFile=/dev/null", "BatchMode=yes"]
        options += ["StrictHostKeyChecking=no", f"Port={server.port}"]
        await (
            await asyncio.create_subprocess_exec(
                *("ssh", "-F", "none", *(word for option in options for word in ("-o", option)), "chwech@127.0.0.1"),
                env={**os.environ, "SSH_AUTH_SOCK": socket},
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        ).wait()
        theirs = server.offered
    assert len(theirs) == 5
    assert prints(ours) == theirs


def test_a_named_key_is_offered_alone(home: Path) -> None:
    """Who names a key means this one, whatever else they have."""
    make_key(home / ".ssh" / "id_ed25519")
    named = make_key(home / "mine")
    assert prints(named_key(home / "mine", (), Typist().terminal.ask_secret)) == [named]


def test_a_named_key_is_unlocked_with_its_passphrase(home: Path) -> None:
    """The passphrase is asked for by the name of the file, three times at most."""
    named = make_key(home / "mine", passphrase="right")
    typist = Typist(secrets=("wrong", "right"))
    assert prints(named_key(home / "mine", (), typist.terminal.ask_secret)) == [named]
    assert typist.said == [f"Enter passphrase for key '{home / 'mine'}': "] * 2


@pytest.mark.parametrize("secrets", [("a", "b", "c", "right"), ()])
def test_a_named_key_stays_locked_without_its_passphrase(home: Path, secrets: tuple[str, ...]) -> None:
    """After three wrong ones, or where nobody answers, it is said how else it can be used."""
    make_key(home / "mine", passphrase="right")
    with pytest.raises(UnusableKey, match="is locked with a passphrase: take it into your agent with ssh-add"):
        named_key(home / "mine", (), Typist(secrets=secrets).terminal.ask_secret)


@with_agent
async def test_a_named_key_that_the_agent_holds_needs_no_passphrase(home: Path) -> None:
    """The agent signs; the public part may be named as well, even where the private one is elsewhere."""
    path = home / "mine"
    named = make_key(path)
    make_key(home / "other")
    with agent(home, home / "other", path) as socket:
        held = await Agent(socket).keys()
        path.unlink()
        for given in (path, home / "mine.pub"):
            assert prints(named_key(given, held, Typist().terminal.ask_secret)) == [named]


@pytest.mark.parametrize(
    ("content", "mode", "complaint"),
    [
        (None, 0o600, "cannot be read: No such file"),
        (b"hello", 0o600, "holds no private key that can be used"),
        (b"", 0o600, "holds no private key that can be used"),
        (b"-----BEGIN OPENSSH PRIVATE KEY-----\n!!!!\n-----END", 0o600, "holds no private key that can be used"),
        (b"hello", 0o644, "others can read the key"),
    ],
)
def test_a_named_key_that_is_none_is_said(home: Path, content: bytes | None, mode: int, complaint: str) -> None:
    """What is wrong with the file is told in words."""
    if content is not None:
        (home / "mine").write_bytes(content)
        (home / "mine").chmod(mode)
    with pytest.raises(UnusableKey, match=complaint):
        named_key(home / "mine", (), Typist().terminal.ask_secret)
