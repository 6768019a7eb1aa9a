"""The commands on a system without POSIX, such as Windows: they work, or say in a sentence what they need."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from server.commands.table import COMMANDS

PROGRAM = Path(__file__).parent / "without_posix.py"


def run(*lines: str, **environment: str) -> tuple[int, str]:
    """Run commands where there is no POSIX; return the status of each and all that they printed."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *lines],
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
    status, said = run(f"simulate roque --games 2 --jobs 2 --option most_deals=1 --out {record}")
    assert (status, "2 games, 2 deals" in said) == (0, True), said
    assert run(f"verify {record}")[1].startswith("2 games hold")


def test_what_only_prints_is_printed() -> None:
    """Rules and games are the same everywhere."""
    status, text = run("rules chwech", "rules")
    assert (status, "# Chwech for six" in text, "da-bai-fen" in text) == (0, True, True), text


def test_a_server_is_joined_by_tcp_or_by_ssh_itself() -> None:
    """The one is dialled, and the other is left to the own ``ssh``: both say why there is no connection."""
    with socket.socket() as taken:
        # Nobody listens there, and nobody else can.
        taken.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"no server listens at {place}" in run(f"join tcp://{place} --plain")[1]
    assert run("join nowhere.invalid --plain", PATH="")[1].startswith("chwech: ssh cannot be started")


def test_other_commands_say_what_they_need() -> None:
    """In one line, in place of a traceback, whatever stands behind the command."""
    commands = [one.name for one in COMMANDS if not one.portable and " " not in one.name and one.name]
    status, text = run(*(f"{command} --help" for command in commands))
    assert status == 1, text
    for command, line in zip(commands, text.splitlines(), strict=True):
        needs = f"chwech: chwech {command} needs Linux or macOS; on Windows, WSL (wsl --install). Here you can give: "
        assert line.startswith(needs)


def test_without_a_command_the_same_is_said() -> None:
    """It would play; and a command that does not exist is still told so."""
    assert run("", "--plain")[1].count("chwech play needs") == 2
    assert "there is no command 'plya'" in run("plya")[1]
