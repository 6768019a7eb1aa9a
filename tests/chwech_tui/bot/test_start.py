"""How a program is started, from its command line."""

import json
import socket
import sys
from pathlib import Path

import pytest

from chwech_tui.__main__ import main
from chwech_tui.bot import session
from chwech_tui.bot.seat import Task
from chwech_tui.bot.session import name_of, task_of
from chwech_tui.command_line import parser
from protocol.messages import JoinTable, OpenTable
from protocol.setup import Setup

EXAMPLE = Path(__file__).parents[3] / "docs" / "example_bot.py"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["./mybot.py"], "mybot"),
        (["/opt/bots/ada"], "ada"),
        (["python3.11", "-u", "bots/ada.py", "--fast"], "ada"),
        (["python3", "-c", "import a.b\nprint(1)"], "python3"),
        (["node", "--x=1.js", "ada.mjs"], "ada"),
    ],
)
def test_a_program_is_called_as_its_file(words: list[str], name: str) -> None:
    """Not as what interprets it."""
    assert name_of(words) == name


def test_what_is_to_be_played() -> None:
    """A table of others by its code, or one with bots of the house."""
    table = parser().parse_args(["bot", "--exec", "x", "--table", "quiet-nine", "--games", "3"])
    assert task_of(table, Setup()) == Task(JoinTable(1, "quiet-nine"), 3)
    opened = parser().parse_args(["bot", "--exec", "x", "--open", "chwech", "--with", "steady, random", "--pace", "1"])
    assert task_of(opened, Setup("chwech", 5)) == Task(OpenTable(1, Setup("chwech", 5), ("steady", "random"), 1.0))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--open", "chwech"], "--exec"),
        (["--exec", "x"], "--table --open"),
        (["--exec", "x", "--open", "chwech", "--table", "quiet-nine"], "not allowed with"),
        (["--exec", "", "--open", "chwech"], "--exec names no program"),
        (["--exec", "'", "--open", "chwech"], "No closing quotation"),
        (["--exec", "x", "--open", "bridge"], "there is no game 'bridge'"),
        (["--exec", "x", "--open", "chwech", "udp://host"], "is no address"),
        (["--exec", "x", "--open", "chwech", "--games", "0"], "no whole number from 1"),
        (["--exec", "x", "--open", "chwech", "--seconds", "0"], "is no time"),
        (["--exec", "x", "--open", "chwech", "--seconds", "soon"], "is no time"),
    ],
)
def test_a_command_line_that_cannot_be_followed(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told in a line, and nothing is started."""
    with pytest.raises(SystemExit) as ended:
        main(["bot", *words])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_program_is_tried_on_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a server the offline one is started, and stopped again; results go to standard output."""
    words = ["bot", "--exec", f"{sys.executable} {EXAMPLE}", "--open", "chwech", "--option", "deals=1", "--name", "Ada"]
    assert main([*words, "--players", "4", "--data", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["game"] == 1
    assert err.startswith("chwech bot: Ada (bot) sits down at ")


def test_a_data_directory_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told as elsewhere."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    with pytest.raises(SystemExit):
        main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(blocked)])
    (tmp_path / "tokens.json").write_text("{")
    with pytest.raises(SystemExit):
        main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path), "tcp://127.0.0.1:1"])
    assert capsys.readouterr().err.count("\n") == 2


def test_a_server_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told at once, over TCP and over SSH."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    words = ["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path)]
    assert main([*words, f"tcp://127.0.0.1:{port}"]) == 1
    assert "no server listens at" in capsys.readouterr().err
    assert main([*words, f"127.0.0.1:{port}"]) == 1
    assert "nothing listens at" in capsys.readouterr().err


def test_without_ssh(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is told."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path), "cards.example"]) == 1
    assert "install OpenSSH" in capsys.readouterr().err


def test_an_interrupted_program_ends_as_shells_expect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By Ctrl-C."""

    def interrupt(*_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "_run", interrupt)
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path)]) == 130
