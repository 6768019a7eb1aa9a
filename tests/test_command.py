"""The dispatcher: which side gets which command, and what it says of others."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from contextvars import copy_context
from types import ModuleType

import pytest

import chwech
from protocol.version import program_name


class Side(ModuleType):
    """A stand-in for one side that notes what it was asked."""

    def __init__(self, name: str, status: int) -> None:
        super().__init__(name)
        self.asked: list[list[str]] = []
        self.status = status

    def main(self, argv: Sequence[str]) -> int:
        """Note the arguments."""
        self.asked.append(list(argv))
        return self.status


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Side:
    """Give a server's side that only notes."""
    side = Side("server.__main__", 3)
    monkeypatch.setitem(sys.modules, "server.__main__", side)
    return side


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Side:
    """Give a client's side that only notes."""
    side = Side("chwech_tui.__main__", 4)
    monkeypatch.setitem(sys.modules, "chwech_tui.__main__", side)
    return side


@pytest.mark.parametrize(
    "command", ["serve", "simulate", "arena", "verify", "rules", "history", "record", "tournament"]
)
def test_a_command_of_the_server_goes_there_with_all_its_arguments(command: str, server: Side, client: Side) -> None:
    """The server's side gets the command and what follows it, and its status is the status."""
    assert chwech.main([command, "--help"]) == 3
    assert server.asked == [[command, "--help"]]
    assert client.asked == []


@pytest.mark.parametrize(
    "arguments", [[], ["play"], ["play", "--pace", "0"], ["config"], ["join", "127.0.0.1:1"], ["--pace", "0"]]
)
def test_everything_else_goes_to_the_client(arguments: list[str], server: Side, client: Side) -> None:
    """The client's side gets play, join, and options without a command."""
    assert chwech.main(arguments) == 4
    assert client.asked == [arguments]
    assert server.asked == []


def test_the_arguments_are_those_of_the_process_if_none_are_given(
    monkeypatch: pytest.MonkeyPatch, client: Side
) -> None:
    """The installed command reads its own command line."""
    monkeypatch.setattr(sys, "argv", ["chwech", "join", "127.0.0.1:1"])
    assert chwech.main() == 4
    assert client.asked == [["join", "127.0.0.1:1"]]


@pytest.mark.parametrize(("arguments", "named"), [(["serve"], "serve"), ([], "play"), (["nonsense"], "join")])
def test_without_posix_a_sentence_says_what_can_be_given(
    arguments: list[str], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], client: Side
) -> None:
    """A command that there is not is asked of the client, which says so."""
    monkeypatch.setattr("chwech.HAS_POSIX", False)
    status = chwech.main(arguments)
    needs = capsys.readouterr().err.startswith(f"chwech: chwech {named} needs Linux or macOS")
    assert (status, needs) == ((1, True) if named != "join" else (status, False))


def test_an_option_anywhere_names_the_language(
    capsys: pytest.CaptureFixture[str], client: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is gone from what the command reads, and what the command starts speaks the language too."""
    monkeypatch.setenv("LANGUAGE", "")
    assert copy_context().run(chwech.main, ["--lang", "cy", "--help"]) == 0
    assert capsys.readouterr().out.startswith("defnydd: chwech")
    assert os.environ["LANGUAGE"] == "cy"
    copy_context().run(chwech.main, ["join", "--lang=cy", "127.0.0.1:1"])
    assert client.asked == [["join", "127.0.0.1:1"]]


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str], client: Side) -> None:
    """One line on stderr says which there are, and nothing is done."""
    assert chwech.main(["play", "--lang", "klingon"]) == 2
    said = "chwech: there is no language 'klingon': choose one of en (English), cy (Cymraeg)\n"
    assert capsys.readouterr().err == said
    assert client.asked == []


def test_an_unknown_command_is_refused_with_the_nearest_or_with_all(
    capsys: pytest.CaptureFixture[str], server: Side, client: Side
) -> None:
    """A mistyped command gets one line on stderr that names what could be meant, and status 2."""
    assert chwech.main(["sevre"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "chwech: there is no command 'sevre'; did you mean serve? (see chwech --help)\n"
    assert chwech.main(["dance"]) == 2
    assert capsys.readouterr().err == (
        "chwech: there is no command 'dance'; "
        "there are play, today, learn, join, bot, config, "
        "serve, simulate, arena, verify, review, games, rules, history, record, rankings, tournament, admin, "
        "backup, restore, export, forget, top, doctor (see chwech --help)\n"
    )
    assert server.asked == client.asked == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("serve --fornts 2", "--fronts"),
        ("serve --zzz :2222 --verbos", "--verbose"),
        ("simulate --gmaes=3", "--games"),
        ("rules --player 5", "--players"),
        ("verify --hlep x", "--help"),
        ("history --dtaa x", "--data"),
        ("record 3 --dat x", "--data"),
        ("play --rulset original", "--ruleset"),
        ("join host --identiy key", "--identity"),
        ("--nmae=Nia", "--name"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest(
    line: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of both sides, each command names the option of its own that could be meant."""
    with pytest.raises(SystemExit) as ended:
        chwech.main(line.split())
    assert ended.value.code == 2
    assert f"; did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["play --pla\u200bin", "serve --veb\u200bose", "config the\u200bme", "pla\u200by"])
def test_a_character_that_draws_nothing_is_named(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Else the message would show what is wrong as if it were right."""
    with contextlib.suppress(SystemExit):
        chwech.main(line.split(" "))
    assert "\\u200b" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["serve --xyz", "verify", "play --xyz", "history 3", "join host --xyz"])
def test_where_no_option_is_near_none_is_named(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is like nothing that there is gets the usual line."""
    with pytest.raises(SystemExit):
        chwech.main(line.split())
    assert "did you mean" not in capsys.readouterr().err


def test_a_long_unknown_command_is_not_repeated_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """What is repeated of a bad command is bounded."""
    assert chwech.main(["x" * 10_000]) == 2
    assert len(capsys.readouterr().err) < 400


@pytest.mark.parametrize("flag", ["--help", "-h", "help"])
def test_help_lists_every_command(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The help names all commands of both sides, within 80 columns."""
    assert chwech.main([flag]) == 0
    out = capsys.readouterr().out
    assert all(f"chwech {command}" in out for command in chwech.SERVER_COMMANDS + chwech.CLIENT_COMMANDS)
    assert all(len(line) <= 80 for line in out.splitlines())


def test_version_is_that_of_the_commit(capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints its version, run as a process too."""
    assert chwech.main(["--version"]) == 0
    assert capsys.readouterr().out == f"{program_name()}\n"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "chwech", "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{program_name()}\n"
