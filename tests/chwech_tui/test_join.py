"""Joining over SSH in a real terminal: the question of the host first, then the screen."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.messages import JoinTable, WatchTable
from tests.chwech_tui.ssh.person import make_key
from tests.chwech_tui.ssh.ssh_server import SshServer
from tests.chwech_tui.terminal import Terminal


@pytest.fixture
def server() -> Iterator[SshServer]:
    """Give a server that takes everybody."""
    with SshServer() as server:
        yield server


def client(server: SshServer, home: Path, *more: str) -> Terminal:
    """Start a client of a person with this home."""
    argv = ["join", f"127.0.0.1:{server.port}", "--data", str(home / "data"), "--name", "Nia", *more]
    return Terminal(argv, {"HOME": str(home), "SSH_AUTH_SOCK": ""})


def test_a_new_host_is_asked_about_and_then_the_lobby_is_drawn(server: SshServer, tmp_path: Path) -> None:
    """Yes leads to the lobby; the next time there is no question, and the same key."""
    mine = make_key(tmp_path / ".ssh" / "id_ed25519")
    terminal = client(server, tmp_path)
    terminal.until("The authenticity of host '[127.0.0.1]:")
    terminal.until(f"ED25519 key fingerprint is {server.key.fingerprint}.")
    terminal.until("(yes/no/[fingerprint])? ")
    assert server.users == []
    terminal.press("yes\n")
    terminal.until("Warning: Permanently added")
    terminal.until("history")
    terminal.press("q")
    assert terminal.close() == 0
    again = client(server, tmp_path)
    again.until("history")
    again.press("q")
    assert again.close() == 0
    assert b"authenticity" not in again.screen
    assert server.logins == [mine, mine]


def test_a_lost_connection_comes_back_by_itself(server: SshServer, tmp_path: Path) -> None:
    """The screen stays while the line is gone, and the same person is back without a word."""
    terminal = client(server, tmp_path)
    terminal.until("(yes/no/[fingerprint])? ")
    terminal.press("yes\n")
    terminal.until("history")
    server.go_away()
    server.come_back()
    server.wait_for_logins(2)
    terminal.press("q")
    assert terminal.close() == 0
    assert len(set(server.logins)) == 1


def test_no_ends_the_client(server: SshServer, tmp_path: Path) -> None:
    """Nothing is drawn, and the status tells that there was no game."""
    terminal = client(server, tmp_path)
    terminal.until("(yes/no/[fingerprint])? ")
    terminal.press("no\n")
    assert terminal.close() == 1
    assert b"Host key verification failed." in terminal.screen
    assert b"\x1b[?1049h" not in terminal.screen


def test_an_interrupt_at_the_question_ends_the_client(server: SshServer, tmp_path: Path) -> None:
    """One interrupt is enough, and no traceback is shown."""
    terminal = client(server, tmp_path)
    terminal.until("(yes/no/[fingerprint])? ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 130
    assert b"Traceback" not in terminal.screen


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    """The reason comes before anything is drawn."""
    terminal = Terminal(
        ["join", "127.0.0.1:1", "--data", str(tmp_path / "data")], {"HOME": str(tmp_path), "SSH_AUTH_SOCK": ""}
    )
    assert terminal.close() == 1
    assert b"chwech: no SSH server listens at 127.0.0.1:1" in terminal.screen


def test_a_named_key_that_is_not_there_is_one_line(server: SshServer, tmp_path: Path) -> None:
    """The file is named."""
    terminal = client(server, tmp_path, "-i", str(tmp_path / "nothing"))
    assert terminal.close() == 1
    assert b"nothing cannot be read: No such file" in terminal.screen


def test_a_table_and_a_wish_to_look_on_reach_the_server(server: SshServer, tmp_path: Path) -> None:
    """The code on the command line is the first thing that is asked for."""
    kinds: tuple[type[JoinTable | WatchTable], ...] = (JoinTable, WatchTable)
    for words, kind in zip((["quiet-nine"], ["watch", "quiet-nine"]), kinds, strict=True):
        terminal = client(server, tmp_path, *words)
        if kind is JoinTable:
            terminal.until("(yes/no/[fingerprint])? ")
            terminal.press("yes\n")
        terminal.until("There is no such table.")
        terminal.press("q")
        assert terminal.close() == 0
        asked = [message for message in server.fake.heard if isinstance(message, JoinTable | WatchTable)]
        assert (type(asked[-1]), asked[-1].table) == (kind, "quiet-nine")
