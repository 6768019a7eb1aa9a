"""Guarded streams in this very process: what is lost is said once, and the streams are as they were afterwards."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.standard_streams import run_guarded

NUMBERS = (0, 1, 2)
STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")


@pytest.fixture(autouse=True)
def _kept_streams() -> Iterator[None]:
    """Put the standard streams of the process back."""
    kept = [os.dup(number) for number in NUMBERS]
    yield
    for number, copy in zip(NUMBERS, kept, strict=True):
        os.dup2(copy, number)
        os.close(copy)


def lead(number: int, path: str) -> None:
    """Let a stream lead to a file."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT)
    os.dup2(opened, number)
    os.close(opened)


def say(text: str = "hello\n", status: int = 0) -> int:
    """Say something on both streams."""
    print(text, end="")
    print(text, end="", file=sys.stderr)
    return status


def test_what_is_written_arrives(tmp_path: Path) -> None:
    """The status is that of the command, and the streams are the ones of before."""
    before = [getattr(sys, name) for name in STREAMS]
    lead(1, str(tmp_path / "out"))
    lead(2, str(tmp_path / "err"))
    assert run_guarded(lambda: say(status=3)) == 3
    assert (tmp_path / "out").read_text() == (tmp_path / "err").read_text() == "hello\n"
    assert before == [getattr(sys, name) for name in STREAMS]


@pytest.mark.parametrize("text", ["hello\n", "x" * 100_000])
def test_output_that_is_lost_is_one_sentence(text: str, tmp_path: Path) -> None:
    """Whether it is noticed while it is written, or at the end."""
    lead(1, "/dev/full")
    lead(2, str(tmp_path / "err"))
    assert run_guarded(lambda: print(text) or 0) == 1
    assert (tmp_path / "err").read_text() == "chwech: the output cannot be written: No space left on device\n"


def test_a_reader_that_has_seen_enough_is_no_fault(tmp_path: Path) -> None:
    """Nothing is said of it, as with every program before ``| head``."""
    reader, writer = os.pipe()
    os.close(reader)
    os.dup2(writer, 1)
    os.close(writer)
    lead(2, str(tmp_path / "err"))
    assert run_guarded(lambda: print("x" * 100_000) or 0) == 1
    assert (tmp_path / "err").read_text() == ""


def test_errors_that_are_lost_change_the_status(tmp_path: Path) -> None:
    """Nobody has to read them, and output is written all the same."""
    lead(1, str(tmp_path / "out"))
    lead(2, "/dev/full")
    assert run_guarded(say) == 1
    assert (tmp_path / "out").read_text() == "hello\n"


@pytest.mark.parametrize(("code", "status"), [(2, 2), (None, 0)])
def test_a_parser_that_ends_the_program(code: int | None, status: int, tmp_path: Path) -> None:
    """It has said what there is to say."""

    def end() -> int:
        raise SystemExit(code)

    lead(1, str(tmp_path / "out"))
    assert run_guarded(end) == status


def test_closed_streams_become_no_file_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next file that is opened would take their numbers."""
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    for number in NUMBERS:
        os.close(number)
    assert run_guarded(lambda: os.open(tmp_path / "file", os.O_WRONLY | os.O_CREAT)) > max(NUMBERS)
