"""How a program is started, from its command line."""

import json
import socket
import sys
from pathlib import Path

import pytest

from chwech import main
from chwech_tui.bot import session
from chwech_tui.bot.session import name_of

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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--open", "chwech"], "something is missing"),
        (["--exec", "x"], "--table CODE or --open GAME"),
        (["--exec", "x", "--open", "chwech", "--table", "quiet-nine"], "--table CODE or --open GAME"),
        (["--exec", "", "--open", "chwech"], "--exec names no program"),
        (["--exec", "'", "--open", "chwech"], "No closing quotation"),
        (["--exec", "x", "--open", "bridge"], "there is no game 'bridge'"),
        (["--exec", "x", "--open", "chwech", "udp://host"], "is no address"),
        (["--exec", "x", "--open", "chwech", "--games", "0"], "no whole number from 1"),
        (["--exec", "x", "--open", "chwech", "--seconds", "soon"], "is no number from"),
    ],
)
def test_a_command_line_that_cannot_be_followed(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told in a line, and nothing is started."""
    assert main(["bot", *words]) == 2
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
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(blocked)]) == 2
    (tmp_path / "tokens.json").write_text("{")
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path), "tcp://127.0.0.1:1"]) == 2
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

    monkeypatch.setattr(session, "_offline", interrupt)
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path)]) == 130
