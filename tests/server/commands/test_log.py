"""What the server says has a time, and the same fault is not said without end."""

import io
import json
import logging
import re
import sys
from pathlib import Path
from typing import TextIO

import pytest

from protocol.language import sentence
from protocol.setup import Setup
from protocol.table import SayAtTable
from server.commands.process import (
    RECOVERY_SECONDS,
    CountingHandler,
    JsonFormatter,
    run_serving,
)
from server.fronts.own_files import FrontFault
from server.host.limits import ServerConfiguration
from server.processes.operator import JSON, TEXT, form_of
from server.recovery import RECOVERED
from tests.server.commands.children import a_child, connect_unix, hang_up


class Said:
    """A log whose time the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._stream = io.StringIO()
        self.handler = CountingHandler(self._stream, lambda: self.now)
        self.log = logging.Logger("a test")  # noqa: LOG001 - one of its own for each test
        self.log.addHandler(self.handler)

    def lines(self) -> list[str]:
        """Give what was said since the last time."""
        text = self._stream.getvalue()
        self._stream.seek(0)
        self._stream.truncate()
        return text.splitlines()


def test_the_same_fault_is_said_once_and_then_counted() -> None:
    """Every five seconds for ten minutes: three lines, the later ones with how often it came."""
    said = Said()
    for _ in range(121):
        said.log.error("table %s: the disk is full", "amber")
        said.now += 5
    line = "table amber: the disk is full"
    more = f"{line} (and 59 times since the last such line)"
    assert said.lines() == [line, more, more]


def test_different_faults_are_all_said() -> None:
    """Another table, another error and another place are something else; what is no fault is never counted."""
    said = Said()
    for table in ("amber", "quiet", "amber"):
        said.log.error("table %s", table)
    for error in (OSError("a"), OSError("b"), ValueError("a"), OSError("a")):
        said.log.error("it fails", exc_info=error)
    said.log.info("hello")
    said.log.info("hello")
    heard = [line for line in said.lines() if not line.startswith((" ", "Trace"))]
    assert heard == [
        "table amber", "table quiet", "it fails", "OSError: a", "it fails", "OSError: b", "it fails", "ValueError: a",
        "hello", "hello",
    ]  # fmt: skip


def test_what_works_again_is_said_each_time() -> None:
    """The last line tells how it stands, and a thing that comes and goes does not fill the log."""
    said = Said()
    lost, back = "the host cannot be reached", "the host is within reach"
    for _ in range(2):
        said.log.warning(lost)
        said.log.warning(lost)
        said.now += RECOVERY_SECONDS
        said.log.warning(back, extra=RECOVERED)
        said.now += 1
    assert said.lines() == [lost, back] * 2
    for _ in range(5):
        said.log.warning(lost)
        said.log.warning(back, extra=RECOVERED)
    assert said.lines() == [lost]


def test_what_keeps_a_server_from_serving_is_told_in_the_language_of_the_operator(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault is printed, and the exit status is 1."""

    async def fail() -> None:
        raise FrontFault(sentence("cannot read {path}: {reason}", path="key", reason="gone"))

    monkeypatch.setenv("LANGUAGE", "cy")
    monkeypatch.setattr("server.commands.process.log_to_stderr", lambda **_how: None)
    monkeypatch.setattr("os.umask", lambda mask: mask)
    assert run_serving(fail(), configuration=ServerConfiguration()) == 1
    assert capsys.readouterr().err == "chwech serve: ni ellir darllen key: gone\n"


CARD = re.compile(r"(?<![\w-])(10|[2-9JQKA])[CDHS♣♦♥♠](?![\w-])|[♣♦♥♠]")


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    ("wanted", "stream", "environment", "form"),
    [
        ("auto", Terminal(), {}, TEXT),
        ("auto", io.StringIO(), {}, JSON),
        ("json", Terminal(), {}, JSON),
        ("text", io.StringIO(), {}, TEXT),
    ],
)
def test_the_form_of_a_log(wanted: str, stream: TextIO, environment: dict[str, str], form: str) -> None:
    """Left alone it depends on where the log goes."""
    assert form_of(wanted, stream, environment) == form


def test_a_record_as_json() -> None:
    """A line has the time, the level, the process, the logger and the words; a fault has its traceback in it."""
    try:
        int("no\nway")
    except ValueError:
        record = logging.LogRecord("server.host", logging.ERROR, "", 0, "it %s", ("fails",), sys.exc_info())
    line = JsonFormatter("host").format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", said.pop("time"))
    assert "ValueError: invalid literal" in said.pop("exception")
    assert said == {"level": "error", "process": "host", "logger": "server.host", "message": "it fails"}


async def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """A whole game is played, with talk, and said is who came: no card, no word of theirs, and no token."""
    async with a_child("--no-ssh", "--verbose", "--log", "json", data=tmp_path) as child:
        said = [await child.said()]
        ann = await connect_unix(tmp_path / "chwech.sock")
        await ann.greet("Ann")
        await ann.open(Setup("chwech", 4, {"deals": 1}))
        await ann.ask(lambda number: SayAtTable(number, "xylophone"))
        await ann.begin()
        while await ann.step():
            pass
        await hang_up(ann)
        child.tell_to_end()
        assert await child.ended() == 0
        assert child.process.stderr is not None
        said += (await child.process.stderr.read()).decode().splitlines()
    lines = [json.loads(line) for line in said]
    assert lines[0]["message"].startswith("listening on the Unix socket")
    assert any("comes with" in line["message"] for line in lines)
    whole = "\n".join(line["message"] for line in lines)
    for secret in ("xylophone", *ann.token.split(".")):
        assert secret not in whole
    assert CARD.search(whole) is None
