"""The command ``simulate``: repeatable games, whole lines, clear words."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from chwech import main
from games.registry import GAMES
from server.tables.position import replay

ROOT = Path(__file__).parents[3]


def start(*arguments: str, out: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """Start the command as a process of its own."""
    command = [sys.executable, "-P", "-m", "chwech", "simulate", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env=environment, start_new_session=True)


def check_lines(lines: Sequence[bytes]) -> None:
    """Check that every line is a record that holds."""
    for line in lines:
        assert list(replay(GAMES["chwech"], line.rstrip(b"\n").decode()))


def test_it_prints_what_came_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each seat, one for each bot with several, and how to repeat it."""
    assert (
        main(["simulate", "--games", "2", "--option", "deals=1", "--bots", "steady,random,steady,random,steady,random"])
        == 0
    )
    said = capsys.readouterr()
    assert "seat 0 steady" in said.out
    assert "all random" in said.out
    assert "2 games, 2 deals" in said.out
    assert "to repeat it: --seed " in said.err


@pytest.mark.no_cover
def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    """Byte for byte, by one process or by two; another seed gives others."""
    files = []
    for seed, jobs in (("a", "1"), ("a", "2"), ("b", "1")):
        files.append(tmp_path / f"{seed}{jobs}")
        options = ["--games", "20", "--players", "4", "--option", "deals=2", "--seed", seed, "--jobs", jobs]
        assert main(["simulate", *options, "--out", str(files[-1])]) == 0
    one, two, other = (file.read_bytes() for file in files)
    assert one == two != other
    check_lines(one.splitlines())


def test_records_on_standard_output_are_alone_there() -> None:
    """With ``--out -`` the table goes to standard error."""
    with start("--games", "3", "--option", "deals=1", "--out", "-", "--seed", "x") as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert len(out.splitlines()) == 3
    check_lines(out.splitlines())
    assert b"3 games, 3 deals" in err


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.no_cover)])
def test_an_interrupt_leaves_whole_lines(jobs: str, tmp_path: Path) -> None:
    """Ctrl-C ends the series after the game under way, and says what came of it so far."""
    file = tmp_path / "games.jsonl"
    os.mkfifo(file)
    with start("--games", "1000000", "--jobs", jobs, "--out", str(file)) as process:
        with file.open("rb") as stream:
            lines = [stream.readline() for _ in range(3)]
            os.killpg(process.pid, signal.SIGINT)
            lines += stream.readlines()
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"ended in deadlock" in out
    assert all(line.endswith(b"\n") for line in lines)
    check_lines(lines)


def test_a_reader_that_has_seen_enough_ends_it() -> None:
    """A closed pipe ends the series, without a word."""
    with start("--games", "1000000", "--out", "-") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        check_lines([process.stdout.readline()])
        process.stdout.close()
        assert process.wait(timeout=60) == 1
        assert process.stderr.read() == b""


def test_workers_end_with_a_parent_that_is_killed() -> None:
    """When the command is killed outright, the pipe that its workers hold too is closed soon after."""
    with start("--games", "1000000", "--jobs", "2", "--out", "-") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        process.stdout.read()
        assert process.wait(timeout=60) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "steady,bad"], "bots: there is no bot 'bad', there are steady, strong, champion, easy, random"),
        (["--bots", "steady,random"], "bots: 2 are named for players=6: name one for all, or one for each"),
        (["--option", "five_pack=middle"], "five_pack=middle applies to 5 players"),
        (["--seed", "\udcff"], "seed: write at most 200 printable characters"),
        (["--out", "nul\0"], "embedded null byte"),
        (["--out", "/nonexistent/games"], "'/nonexistent/games': No such file or directory"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says what is wrong; the exit status is 2."""
    assert main(["simulate", *arguments]) == 2
    assert words in capsys.readouterr().err
