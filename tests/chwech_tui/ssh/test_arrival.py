"""The arrival: keys, the host and the first connection, with a person at a plain terminal."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from chwech_tui.address import SshAddress
from chwech_tui.ssh.arrival import NoEntry, Person, arrive, this_person, this_terminal
from chwech_tui.ssh.doorstep import QUESTION
from chwech_tui.ssh.known_hosts import user_hosts
from tests.chwech_tui.ssh.person import Typist, make_key, new_host_key
from tests.chwech_tui.ssh.ssh_server import SshServer


@pytest.fixture
def server() -> Iterator[SshServer]:
    """Give a server that takes everybody."""
    with SshServer() as server:
        yield server


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Give a person with a home and nothing in it."""
    return Person(tmp_path, tmp_path / "data")


def place(server: SshServer) -> SshAddress:
    """Give the address of a server."""
    return SshAddress("127.0.0.1", server.port)


def come(server: SshServer, person: Person, typist: Typist) -> None:
    """Arrive, take the first channel, and leave."""
    with asyncio.Runner() as runner:
        way = arrive(runner, place(server), person, typist.terminal)

        async def look_in() -> None:
            channel = await way.dial()
            channel.close()
            await channel.wait_closed()

        runner.run(look_in())


def test_at_the_first_time_the_person_is_asked_and_later_no_more(server: SshServer, person: Person) -> None:
    """A key is made for who has none, and said once; a yes makes the host known."""
    first, second = Typist("yes\n"), Typist()
    come(server, person, first)
    come(server, person, second)
    assert first.said[0].startswith("chwech: You have no SSH key that can be used, so one was made for you: ")
    assert QUESTION in first.said
    assert second.said == []
    assert len(server.logins) == 2
    assert len(set(server.logins)) == 1


def test_the_person_comes_with_their_own_key(server: SshServer, person: Person) -> None:
    """The key in the usual file is who they are."""
    mine = make_key(person.home / ".ssh" / "id_ed25519")
    come(server, person, Typist("yes\n"))
    assert server.logins == [mine]


def test_a_named_key_is_the_one_that_counts(server: SshServer, person: Person, tmp_path: Path) -> None:
    """The passphrase is asked for before anything is connected."""
    make_key(person.home / ".ssh" / "id_ed25519")
    named = make_key(tmp_path / "named", passphrase="secret")
    typist = Typist("yes\n", secrets=("secret",))
    come(server, Person(person.home, person.data, "", tmp_path / "named"), typist)
    assert server.logins == [named]
    assert typist.said[0].startswith("Enter passphrase for key")


def test_who_says_no_goes_nowhere(server: SshServer, person: Person) -> None:
    """Nothing was told to the server, and no line is said twice."""
    with pytest.raises(NoEntry) as refused:
        come(server, person, Typist("no\n"))
    assert str(refused.value) == ""
    assert server.users == []


def test_a_changed_key_is_refused_without_a_question(server: SshServer, person: Person) -> None:
    """The warning is said, and the server learns nothing."""
    user_hosts(person.home).add(place(server), new_host_key())
    typist = Typist("yes\n")
    with pytest.raises(NoEntry):
        come(server, person, typist)
    assert "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @" in typist.said
    assert QUESTION not in typist.said
    assert server.users == []


def test_a_host_that_changes_while_the_person_thinks_is_refused(server: SshServer, person: Person) -> None:
    """A yes is for the key that was shown, and for no other."""
    typist = Typist("yes\n")
    asks = typist.terminal.ask

    def ask(question: str) -> str:
        server.change_keys()
        return asks(question)

    terminal = type(typist.terminal)(typist.terminal.say, ask, typist.terminal.ask_secret)
    with asyncio.Runner() as runner, pytest.raises(NoEntry, match="showed another host key the second time"):
        arrive(runner, place(server), person, terminal)
    assert server.users == []


def test_a_server_that_is_not_there_is_said(server: SshServer, person: Person) -> None:
    """The reason is one sentence."""
    address = SshAddress("127.0.0.1", 1)
    with asyncio.Runner() as runner, pytest.raises(NoEntry, match=r"no SSH server listens at 127\.0\.0\.1:1"):
        arrive(runner, address, person, Typist().terminal)


def test_a_key_that_cannot_be_used_is_said(person: Person, server: SshServer, tmp_path: Path) -> None:
    """Nobody connects without the key that they have named."""
    nothing = Person(person.home, person.data, "", tmp_path / "nothing")
    with asyncio.Runner() as runner, pytest.raises(NoEntry, match="cannot be read"):
        arrive(runner, place(server), nothing, Typist().terminal)
    assert server.connections == []


def test_the_person_is_the_one_of_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Home and agent are those of the environment."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SSH_AUTH_SOCK", "/some/socket")
    assert this_person(tmp_path / "data", None) == Person(tmp_path, tmp_path / "data", "/some/socket")


def test_the_terminal_is_the_one_of_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Lines and questions go to standard error; the end of the input is nobody's answer."""
    answers = tmp_path / "answers"
    answers.write_text("yes\n")
    terminal = this_terminal()
    with answers.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert terminal.ask("Sure? ") == "yes\n"
        with pytest.raises(EOFError):
            terminal.ask("Sure? ")
    terminal.say("Well.")
    assert capsys.readouterr() == ("", "Sure? Sure? Well.\n")
