"""The command ``today --share``: the line of a result, for other programs and for people."""

from pathlib import Path

import pytest

from chwech import main
from chwech_tui.today import print_line
from protocol.daily_line import result_line
from protocol.errors import ErrorCode
from protocol.messages import Goodbye
from tests.chwech_tui.days import RESULT, TODAY, YESTERDAY
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.test_config import Answering


def answering() -> FakeServer:
    """Give a server that knows who plays."""
    server = FakeServer()
    server.knows_owner = True
    return server


def test_the_line_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """With keycaps, or in ASCII where there is nothing else."""
    server = answering()
    server.days = (YESTERDAY,)
    assert print_line(Answering(server), ascii_only=False) == 0
    assert print_line(Answering(server), ascii_only=True) == 0
    assert capsys.readouterr() == (f"{result_line(RESULT)}\n{result_line(RESULT, ascii_only=True)}\n", "")


def test_without_a_result_there_is_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A program sees that by the status, a person reads it."""
    server = answering()
    server.days = (TODAY,)
    assert print_line(Answering(server), ascii_only=False) == 1
    assert capsys.readouterr() == ("", "chwech today: there is no result of today yet\n")


def test_a_server_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Its reason is told, whether it refuses, says goodbye or cannot be reached."""
    server = answering()
    assert print_line(Answering(server), ascii_only=False) == 1
    server.farewell = Goodbye(ErrorCode.SERVER_FAULT.value, "the store is gone")
    assert print_line(Answering(server), ascii_only=False) == 1
    server.refuses_connections = True
    assert print_line(Answering(server), ascii_only=False) == 1
    assert capsys.readouterr().err.splitlines() == [
        "chwech today: there is no such day here",
        "chwech today: the store is gone",
        "chwech today: nobody answers",
    ]


def test_a_real_server_tells_the_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a machine where nobody has played there is no result."""
    assert main(["today", "--share", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr() == ("", "chwech today: there is no result of today yet\n")
