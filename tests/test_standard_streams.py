"""Standard streams that are closed or full: every command says so in one sentence; a pipe that nobody reads ends it."""

import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from itertools import cycle
from pathlib import Path

import pytest

from server.commands.table import COMMANDS

PROGRAM = (sys.executable, "-P", "-m", "chwech")
STREAMS = {"full": "No space left on device", "closed": "Bad file descriptor", "unread": ""}
LOST = {name: reason and f"chwech: the output cannot be written: {reason}\n" for name, reason in STREAMS.items()}
REDIRECTED = {"full": "{0}>/dev/full", "closed": "{0}>&-", "unread": "{0}>&{0}"}


def outcomes(
    arguments: Sequence[str], data: Path, stream: int = 1, states: Collection[str] = tuple(STREAMS)
) -> dict[str, tuple[int, str]]:
    """Run a command with a stream in each unusable state; return the exit statuses and what the others carried."""
    reader, unread = os.pipe()
    os.close(reader)
    running = {
        name: subprocess.Popen(
            ["sh", "-c", f'exec "$@" {REDIRECTED[name].format(stream)}', "sh", *PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=unread if (name, stream) == ("unread", 1) else subprocess.PIPE,
            stderr=unread if (name, stream) == ("unread", 2) else subprocess.PIPE,
            text=True,
            env={**os.environ, "CHWECH_DATA": str(data / name), "CHWECH_PLAIN": "1"},
        )
        for name in states
    }
    os.close(unread)
    said = {name: process.communicate(timeout=120) for name, process in running.items()}
    return {name: (process.returncode, "".join(filter(None, said[name]))) for name, process in running.items()}


@pytest.mark.parametrize(("command", "state"), [*zip((one.name for one in COMMANDS), cycle(STREAMS))])
def test_help_that_cannot_be_written_is_one_sentence(command: str, state: str, tmp_path: Path) -> None:
    """Every command that there is ends with status 1, and says why, but where the reader has seen enough."""
    assert outcomes([*command.split(), "--help"], tmp_path, 1, [state])[state] == (1, LOST[state])


@pytest.mark.parametrize("line", ["--version", "learn", "config", "serve --show", "rules", "serve --check"])
def test_output_that_cannot_be_written_is_one_sentence(line: str, tmp_path: Path) -> None:
    """A command takes it neither for done, nor for a fault of its own files."""
    for name, (status, said) in outcomes(line.split(), tmp_path).items():
        assert (status, said) == (1, LOST[name]), name


@pytest.mark.parametrize("line", ["rules", "config nonsense", "nonsense", "verify nowhere"])
def test_an_unusable_standard_error_is_no_fault_of_the_command(line: str, tmp_path: Path) -> None:
    """What a command writes elsewhere, and its exit status, stay as they are, and nothing lands in another stream."""
    reference = subprocess.run(
        [*PROGRAM, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "CHWECH_DATA": str(tmp_path / "usable")},
        check=False,
        timeout=60,
    )
    for name, found in outcomes(line.split(), tmp_path, 2).items():
        assert found == (reference.returncode, reference.stdout), name


@pytest.mark.parametrize("line", ["learn", "verify -", "review -"])
def test_a_closed_standard_input_is_one_sentence(line: str, tmp_path: Path) -> None:
    """Where a command reads it, this is told; no file of the command takes its place."""
    status, said = outcomes(line.split(), tmp_path, 0, ["closed"])["closed"]
    assert status in {1, 2}
    assert said.splitlines()[-1].endswith("Bad file descriptor")
    assert "Traceback" not in said
