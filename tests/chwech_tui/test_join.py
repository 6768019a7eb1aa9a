"""Joining over SSH in a real terminal: the questions of ``ssh`` first, then the screens."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.messages import JoinTable, WatchTable
from tests.chwech_tui.person import Person
from tests.chwech_tui.ssh_server import SshServer
from tests.chwech_tui.terminal import Terminal


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Give a person who knows no host and has no key."""
    return Person(tmp_path)


@pytest.fixture
def server() -> Iterator[SshServer]:
    """Give a server that takes everyone."""
    with SshServer() as server:
        yield server


def client(server: SshServer, person: Person, *more: str) -> Terminal:
    """Start a client of this person."""
    argv = ["join", f"127.0.0.1:{server.port}", "--data", str(person.home / "data"), "--name", "Nia", *more]
    return Terminal(argv, person.environment, controls=True)


def child_of(terminal: Terminal) -> int:
    """Give the number of the process of the client's ``ssh``."""
    said = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(terminal.process.pid)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return int(said.stdout.split()[0])


def test_a_new_host_is_asked_about_and_then_the_lobby_is_drawn(server: SshServer, person: Person) -> None:
    """Yes leads to the lobby; the next time there is no question, and the same key."""
    mine = person.make_key()
    terminal = client(server, person)
    terminal.until("The authenticity of host '[127.0.0.1]:")
    terminal.until(f"ED25519 key fingerprint is {server.fingerprint}.")
    terminal.until("(yes/no/[fingerprint])? ")
    assert server.users == []
    terminal.press("yes\n")
    terminal.until("Warning: Permanently added")
    terminal.until("New table")
    terminal.press("q")
    assert terminal.close() == 0
    again = client(server, person)
    again.until("New table")
    again.press("q")
    assert again.close() == 0
    assert b"authenticity" not in again.screen
    assert server.logins == [mine, mine]


def test_a_passphrase_is_asked_for_beside_the_screens(server: SshServer, person: Person) -> None:
    """First before they start; then they step aside for it, as often as it takes, and come back."""
    person.make_key(passphrase="open sesame")
    person.know(server.known_as)
    terminal = client(server, person)
    terminal.until("Enter passphrase for key")
    terminal.press("open sesame\n")
    terminal.until("New table")
    os.kill(child_of(terminal), signal.SIGKILL)
    terminal.until("again, ssh has to ask. Ctrl-C leaves.")
    terminal.screen = b""
    terminal.until("Enter passphrase for key")
    terminal.press("open sesame\n")
    terminal.until("New table")
    server.wait_for_logins(2)
    assert b"\x1b[?1049h" in terminal.screen
    terminal.press("q")
    assert terminal.close() == 0
    assert b"sesame" not in terminal.screen


def test_an_interrupt_beside_the_screens_leaves(server: SshServer, person: Person) -> None:
    """Nobody has to know the passphrase to get out; ``ssh`` goes, too, and the terminal is as it was."""
    person.make_key(passphrase="open sesame")
    person.know(server.known_as)
    terminal = client(server, person)
    terminal.until("Enter passphrase for key")
    terminal.press("open sesame\n")
    terminal.until("New table")
    os.kill(child_of(terminal), signal.SIGKILL)
    terminal.until("again, ssh has to ask. Ctrl-C leaves.")
    terminal.screen = b""
    terminal.until("Enter passphrase for key")
    terminal.press("\x03")
    assert terminal.close() == 0
    assert b"Traceback" not in terminal.screen


def test_a_passphrase_that_is_wrong_makes_nobody_a_guest(server: SshServer, person: Person) -> None:
    """After the third one the person is asked; there is a key already, so none is made."""
    person.make_key(passphrase="open sesame")
    person.know(server.known_as)
    terminal = client(server, person)
    for _ in range(3):
        terminal.until("Enter passphrase for key")
        terminal.screen = b""
        terminal.press("guess\n")
    terminal.until("got none from you")
    terminal.until("Do you want to come as a guest (g), or leave (Enter)? ")
    terminal.press("\n")
    assert terminal.close() == 1
    assert server.logins == []


@pytest.mark.parametrize("answer", ["k", "g"])
def test_whoever_has_no_key_makes_one_or_is_a_guest(server: SshServer, person: Person, answer: str) -> None:
    """The key is made by ssh-keygen, in its usual place."""
    person.know(server.known_as)
    terminal = client(server, person)
    terminal.until("make a key with ssh-keygen (k), come as a guest (g), or leave (Enter)? ")
    terminal.press(f"{answer}\n")
    terminal.until("New table")
    terminal.press("q")
    assert terminal.close() == 0
    assert server.users[-1] == {"k": "chwech", "g": "guest"}[answer]
    assert person.key.exists() == (answer == "k")


def test_no_ends_the_client(server: SshServer, person: Person) -> None:
    """Nothing is drawn, and the status tells that there was no game."""
    terminal = client(server, person)
    terminal.until("(yes/no/[fingerprint])? ")
    terminal.press("no\n")
    assert terminal.close() == 1
    assert b"was not accepted" in terminal.screen
    assert b"\x1b[?1049h" not in terminal.screen


def test_an_interrupt_at_the_question_ends_the_client(server: SshServer, person: Person) -> None:
    """One interrupt is enough, and no traceback is shown; the question is gone with ``ssh``."""
    terminal = client(server, person)
    terminal.until("(yes/no/[fingerprint])? ")
    ssh = child_of(terminal)
    terminal.press("\x03")
    assert terminal.close() == 130
    assert b"Traceback" not in terminal.screen
    with pytest.raises(ProcessLookupError):
        os.kill(ssh, 0)


def test_a_changed_host_key_is_told_in_the_words_of_ssh_and_ours(server: SshServer, person: Person) -> None:
    """Nothing is asked, and nothing is drawn."""
    person.make_key()
    person.know(server.known_as)
    server.change_keys()
    terminal = client(server, person)
    assert terminal.close() == 1
    assert b"REMOTE HOST IDENTIFICATION HAS CHANGED" in terminal.screen
    assert b"ask why, then ssh-keygen -R '[127.0.0.1]:" in terminal.screen


def test_others_are_invited_to_the_server_itself(server: SshServer, person: Person) -> None:
    """What ssh_config calls it means nothing to them."""
    person.make_key()
    person.know(server.known_as)
    person.configure("Host cards", "HostName 127.0.0.1", f"Port {server.port}")
    terminal = Terminal(["join", "cards", "--name", "Nia"], person.environment, controls=True)
    terminal.until(f"127.0.0.1:{server.port}")
    terminal.press("q")
    assert terminal.close() == 0


def test_a_table_and_a_wish_to_look_on_reach_the_server(server: SshServer, person: Person) -> None:
    """The code on the command line is the first thing that is asked for."""
    person.make_key()
    person.know(server.known_as)
    kinds: tuple[type[JoinTable | WatchTable], ...] = (JoinTable, WatchTable)
    for words, kind in zip((["quiet-nine"], ["watch", "quiet-nine"]), kinds, strict=True):
        terminal = client(server, person, *words)
        terminal.until("such")
        terminal.press("q")
        assert terminal.close() == 0
        asked = [message for message in server.fake.heard if isinstance(message, JoinTable | WatchTable)]
        assert (type(asked[-1]), asked[-1].table) == (kind, "quiet-nine")
