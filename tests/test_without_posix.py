"""The commands on a system without POSIX, such as Windows: they work, or say in a sentence what they need."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from server.commands.table import COMMANDS

PROGRAM = Path(__file__).parent / "without_posix.py"


def run(*words: str, **environment: str) -> tuple[int, str]:
    """Run a command where there is no POSIX; return its status and all that it printed."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout


def test_games_are_played_and_verified(tmp_path: Path) -> None:
    """Several processes simulate, and what they have written is verified."""
    record = str(tmp_path / "games.jsonl")
    words = ("roque", "--games", "2", "--jobs", "2", "--option", "most_deals=1", "--out", record)
    status, said = run("simulate", *words)
    assert (status, "2 games, 2 deals" in said) == (0, True), said
    assert run("verify", record)[1].startswith("2 games hold")


@pytest.mark.parametrize(("words", "said"), [(("rules", "chwech"), "# Chwech for six"), (("rules",), "da-bai-fen")])
def test_what_only_prints_is_printed(words: tuple[str, ...], said: str) -> None:
    """Rules and games are the same everywhere."""
    status, text = run(*words)
    assert (status, said in text) == (0, True), text


def test_a_server_is_joined_by_tcp_or_by_ssh_itself() -> None:
    """The one is dialled, and the other is left to the own ``ssh``: both say why there is no connection."""
    with socket.socket() as taken:
        # Nobody listens there, and nobody else can.
        taken.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"no server listens at {place}" in run("join", f"tcp://{place}", "--plain")[1]
    assert run("join", "nowhere.invalid", "--plain", PATH="")[1].startswith("chwech: ssh cannot be started")


@pytest.mark.parametrize(
    "command", [one.name for one in COMMANDS if not one.portable and " " not in one.name and one.name]
)
def test_other_commands_say_what_they_need(command: str) -> None:
    """In one line, in place of a traceback, whatever stands behind the command."""
    said = f"chwech: chwech {command} needs Linux or macOS; on Windows, WSL (wsl --install). Here you can give: join, "
    status, text = run(command, "--help")
    assert (status, text.startswith(said), text.count("\n")) == (1, True, 1), text


def test_without_a_command_the_same_is_said() -> None:
    """It would play; and a command that does not exist is still told so."""
    assert "chwech play needs" in run()[1]
    assert "chwech play needs" in run("--plain")[1]
    assert "there is no command 'plya'" in run("plya")[1]
