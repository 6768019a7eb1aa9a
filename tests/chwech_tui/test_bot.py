"""The program of a user: how it is started, what it is asked, and what it answers."""

import json
import socket
import sys
from pathlib import Path

import pytest

from chwech import main
from chwech_tui import bot as session
from chwech_tui.bot import LONGEST_ANSWER, InvalidAnswer, Program, ProgramFault, name_of, read_answer, write_turn
from tests.chwech_tui.values import hearts_led, seen, table, told

SECONDS = 20.0
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def python(text: str, seconds: float = SECONDS) -> Program:
    """Give a program in Python."""
    return Program([sys.executable, "-c", text], seconds)


async def fault_of(child: Program) -> str:
    """Ask a program that fails, and give why."""
    await child.start()
    try:
        with pytest.raises(ProgramFault) as told:
            await child.ask(b"{}\n")
    finally:
        await child.stop()
    return str(told.value)


async def test_a_line_for_a_line() -> None:
    """The program is asked as often as there are turns, and ends with its input."""
    child = python(ECHO)
    await child.start()
    assert [await child.ask(line) for line in (b"a\n", b"b\n")] == [b"a\n", b"b\n"]
    await child.stop()
    await child.stop()


async def test_a_program_that_cannot_be_started() -> None:
    """It is named."""
    with pytest.raises(ProgramFault, match="/nowhere/bot cannot be started: No such file"):
        await Program(["/nowhere/bot"], SECONDS).start()
    with pytest.raises(ProgramFault, match="cannot be started"):
        await Program(["a\0b"], SECONDS).start()


async def test_a_program_that_ends() -> None:
    """Its exit status is said, also where it ends in the midst of a line."""
    assert await fault_of(python("raise SystemExit(3)")) == "it has ended with status 3"
    assert await fault_of(python("print('{', end='')")) == "it has ended with status 0"


async def test_a_program_that_is_silent() -> None:
    """After its time it is asked no more."""
    assert await fault_of(python("import sys; sys.stdin.read()", 0.05)) == "it has not answered for 0 seconds"


async def test_a_program_that_writes_without_end() -> None:
    """A line longer than any answer is not read to its end."""
    endless = "import sys\ntry:\n while True: sys.stdout.write('x' * 9999)\nexcept OSError: pass"
    assert await fault_of(python(endless)) == f"its line is longer than {LONGEST_ANSWER} bytes"


async def test_a_program_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hears neither the end of its input nor a request to end is killed."""
    monkeypatch.setattr(session, "PATIENCE", 0.05)
    deaf = "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('1', flush=True)\nsignal.pause()"
    child = python(deaf + "\nsignal.pause()")
    await child.start()
    assert await child.ask(b"{}\n") == b"1\n"
    await child.stop()


VIEW = seen(hearts_led(ruleset="original"), legal="QH AH- -")


def test_a_turn_is_a_line_of_json() -> None:
    """It has the setup, the view and what was told, as messages write them, and one line end."""
    line = write_turn(table().setup, VIEW, [told("passed", 2)])
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    turn = json.loads(line)
    assert turn["setup"]["players"] == 5
    assert turn["view"]["choices"] == ["QH", ["AH", "-"], "-"]
    assert turn["view"]["fields"]["hands"][:2] == [["KC", "10D", "QH", "AH", "JK"], {"cards": 4}]
    assert turn["events"] == [{"type": "game.answered", "seat": 2, "told": [["passed", {"seat": 2}]]}]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"action": 0}', 0),
        ('{"action": 2, "why": "I know"}', 2),
        ("1", 1),
        ('{"action": "-"}', 2),
        ('"AH-"', 1),
        ('{"action": {"type": "game.answer", "said": "AH-"}}', 1),
        ('{"said": "QH", "type": "game.answer"}', 0),
    ],
)
def test_an_answer_is_a_place_or_an_action(line: str, place: int) -> None:
    """Either names one of the legal actions."""
    assert read_answer(line.encode() + b"\n", VIEW.legal) == VIEW.legal[place]


@pytest.mark.parametrize(
    "line",
    [
        b'{"action": 3}',
        b'{"action": -1}',
        b'{"action": true}',
        b'{"action": 0.0}',
        b'{"action": null}',
        b'{"type": "game.answer", "said": "AH"}',
        b'"2C"',
        b"[0]",
        b"{}",
    ],
)
def test_what_names_no_legal_action_is_refused(line: bytes) -> None:
    """The refusal says what would be right."""
    with pytest.raises(InvalidAnswer, match="write an action, or its index from 0 to 2"):
        read_answer(line, VIEW.legal)


@pytest.mark.parametrize("line", [b"", b"\n", b"hello", b"\xff", b"[" * 15_000, b'{"action": 0}{', b'"\xed\xa0\x80"'])
def test_what_is_no_json_is_refused(line: bytes) -> None:
    """Whatever bytes come, the user is told, in few words and without what would disturb a terminal."""
    with pytest.raises(InvalidAnswer, match="not a line of JSON") as told:
        read_answer(line, VIEW.legal)
    assert len(str(told.value)) < 120


def test_what_is_quoted_disturbs_no_terminal() -> None:
    """Escape sequences of a program are not passed on, and what draws nothing is named."""
    with pytest.raises(InvalidAnswer) as told:
        read_answer(b"\x1b[2Jhello", VIEW.legal)
    assert "\\x1b[2Jhello" in str(told.value)


EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"


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
        (["--exec", "x", "--open", "chwech", "udp://host"], "is not an address"),
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
