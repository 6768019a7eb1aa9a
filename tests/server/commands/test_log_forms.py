"""The log as text and as JSON lines, and what is in neither of them."""

import io
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import TextIO

import pytest

from protocol.setup import Setup
from protocol.talk import Say
from server.commands.log import JsonFormatter, run_serving
from server.processes.operator import JSON, TEXT, Operator, form_of
from server.storage.store import StoreFault
from tests.server.commands.children import a_child, connect_unix, hang_up

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


def test_the_journal_of_systemd(tmp_path: Path) -> None:
    """It has a form of its own, so it gets text; another stream of the same process does not."""
    with (tmp_path / "journal").open("w") as journal:
        found = os.fstat(journal.fileno())
        assert form_of("auto", journal, {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}) == TEXT
        assert form_of("auto", journal, {"JOURNAL_STREAM": "1:2"}) == JSON


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


def test_what_the_supervisor_tells(capsys: pytest.CaptureFixture[str]) -> None:
    """News, problems and the end have levels of their own."""
    operator = Operator(JSON)
    operator.say("listening")
    operator.report("the host has ended")
    operator.fail("the port is in use")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], line["message"], line["process"]) for line in lines] == [
        ("info", "listening", "supervisor"),
        ("warning", "the host has ended", "supervisor"),
        ("error", "the port is in use", "supervisor"),
    ]


def test_why_a_process_does_not_serve(capsys: pytest.CaptureFixture[str]) -> None:
    """The one line of a process that cannot serve has the form of its log."""

    async def work() -> None:
        raise StoreFault("no room")

    assert run_serving(work(), StoreFault, verbose=False, form=JSON, process="host") == 1
    assert json.loads(capsys.readouterr().err)["message"] == "no room"


def test_a_line_is_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes write to one standard error, which buffers nothing: a line of another one may come between."""
    written: list[str] = []

    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            written.append(text)
            return len(text)

    monkeypatch.setattr(sys, "stderr", Stream())
    for form in (JSON, TEXT):
        Operator(form).say("the configuration is in chwech.toml")
    assert len(written) == 2
    assert all(text.endswith("\n") for text in written)


async def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """A whole game is played, with talk, and said is who came: no card, no word of theirs, and no token."""
    async with a_child("--no-ssh", "--verbose", "--log", "json", data=tmp_path) as child:
        said = [await child.said()]
        ann = await connect_unix(tmp_path / "chwech.sock")
        await ann.greet("Ann")
        await ann.open(Setup("chwech", 4, {"deals": 1}))
        await ann.ask(lambda number: Say(number, "xylophone"))
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
