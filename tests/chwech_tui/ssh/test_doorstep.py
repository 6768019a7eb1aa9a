"""The doorstep: a new host is asked about, a known one is not, and one whose key has changed is refused."""

import base64
from pathlib import Path

import pytest

from chwech_tui.address import SshAddress
from chwech_tui.ssh.doorstep import AGAIN, QUESTION, Doorstep
from chwech_tui.ssh.known_hosts import KnownHosts
from tests.chwech_tui.ssh.person import Typist, new_host_key

PLACE = SshAddress("cards.example", 2222)
USUAL = SshAddress("cards.example")
NUMBER = "10.0.0.1"


@pytest.fixture
def known(tmp_path: Path) -> KnownHosts:
    """Give a list of known hosts that is not there yet."""
    return KnownHosts((tmp_path / ".ssh" / "known_hosts",))


def test_a_new_host_is_asked_about_and_then_known(known: KnownHosts) -> None:
    """The words are those of ``ssh``; after a yes nothing is asked any more."""
    key = new_host_key()
    typist = Typist("yes\n")
    doorstep = Doorstep(PLACE, known, typist.terminal)
    assert not doorstep.trusts(key)
    assert doorstep.admits(key, NUMBER)
    assert typist.said == [
        "The authenticity of host '[cards.example]:2222 ([10.0.0.1]:2222)' can't be established.",
        f"ED25519 key fingerprint is {key.fingerprint}.",
        QUESTION,
        "Warning: Permanently added '[cards.example]:2222' (ED25519) to the list of known hosts.",
    ]
    assert doorstep.trusts(key)
    assert doorstep.admits(key, NUMBER)
    assert len(typist.said) == 4


def test_at_the_usual_port_the_host_stands_alone(known: KnownHosts) -> None:
    """No brackets and no port are told where the port is the usual one."""
    typist = Typist("no\n")
    assert not Doorstep(USUAL, known, typist.terminal).admits(new_host_key(), NUMBER)
    assert typist.said[0] == "The authenticity of host 'cards.example (10.0.0.1)' can't be established."


@pytest.mark.parametrize("answer", ["yes\n", " YES \n", "Yes"])
def test_yes_is_yes(known: KnownHosts, answer: str) -> None:
    """Case and blanks do not matter."""
    assert Doorstep(PLACE, known, Typist(answer).terminal).admits(new_host_key(), NUMBER)


@pytest.mark.parametrize("answer", ["no\n", "NO\n", "\n"])
def test_no_is_no_and_nothing_is_kept(known: KnownHosts, answer: str) -> None:
    """A host that was refused is not remembered."""
    typist = Typist(answer)
    assert not Doorstep(PLACE, known, typist.terminal).admits(new_host_key(), NUMBER)
    assert typist.said[-1] == "Host key verification failed."
    assert not known.files[0].exists()


def test_the_fingerprint_is_an_answer_where_it_is_the_right_one(known: KnownHosts) -> None:
    """Another fingerprint, or any other word, is asked about again."""
    key, other = new_host_key(), new_host_key()
    typist = Typist("y\n", f"{other.fingerprint}\n", f"{key.fingerprint}\n")
    assert Doorstep(PLACE, known, typist.terminal).admits(key, NUMBER)
    assert typist.said.count(AGAIN) == 2


def test_where_nobody_answers_nobody_agrees(known: KnownHosts) -> None:
    """The end of the input is a no, and is said."""
    typist = Typist()
    assert not Doorstep(PLACE, known, typist.terminal).admits(new_host_key(), NUMBER)
    assert "nobody to ask" in typist.said[-2]
    assert not known.files[0].exists()


def test_a_list_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The person may go on, as with ``ssh``; the next time they are asked again."""
    (tmp_path / "known_hosts").mkdir()
    typist = Typist("yes\n")
    assert Doorstep(PLACE, KnownHosts((tmp_path / "known_hosts",)), typist.terminal).admits(new_host_key(), NUMBER)
    assert typist.said[-1].startswith("Failed to add the host to the list of known hosts")


def test_a_changed_key_is_refused_with_the_line_that_knows_better(known: KnownHosts) -> None:
    """The warning names the new key, and file and line of the old one; nothing is asked."""
    old, new = new_host_key(), new_host_key()
    known.add(SshAddress("other.example"), new)
    known.add(PLACE, old)
    typist = Typist("yes\n")
    assert not Doorstep(PLACE, known, typist.terminal).admits(new, NUMBER)
    said = "\n".join(typist.said)
    assert "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!" in said
    assert new.fingerprint in said
    assert f"Offending ED25519 key in {known.files[0]}:2" in said
    assert f'ssh-keygen -f "{known.files[0]}" -R "[cards.example]:2222"' in said
    assert typist.said[-1] == "Host key verification failed."
    assert QUESTION not in said


def test_a_revoked_key_is_refused(known: KnownHosts) -> None:
    """A stolen key is not asked about."""
    key = new_host_key()
    known.add(PLACE, key)
    with known.files[0].open("a") as file:
        file.write(f"@revoked * {key.kind} {base64.b64encode(key.blob).decode()}\n")
    typist = Typist("yes\n")
    assert not Doorstep(PLACE, known, typist.terminal).admits(key, NUMBER)
    assert any("REVOKED HOST KEY" in line for line in typist.said)
    assert QUESTION not in typist.said
