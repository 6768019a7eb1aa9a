"""The client's command line: one clear line for what is wrong, and the right errand for what is right."""

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chwech import main
from chwech_tui import launch
from chwech_tui.launch import LOG_NAME, OfflineServer, last_line
from chwech_tui.plain import wants_plain
from protocol.command_line import data_directory
from protocol.messages import VERSION, Hello, Welcome
from server.fronts.ssh.terminal.terminal import read_terminal
from tests.chwech_tui.terminal import Terminal


def test_without_a_terminal_there_is_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe in place of the terminal is said, and nothing is started."""
    assert main([]) == 2
    assert "needs a terminal, and one of its streams is none; --plain plays without" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({}, False),
        ({"TERM": "dumb"}, True),
        ({"TERM": ""}, True),
        ({"TERM": "unknown"}, True),
        ({"CHWECH_PLAIN": "1", "TERM": "xterm"}, True),
        ({"CHWECH_PLAIN": "", "TERM": "xterm"}, False),
    ],
)
def test_plain_mode_is_asked_for_or_needed(environment: dict[str, str], plain: bool) -> None:
    """By the environment, or by a terminal that can only write lines; over SSH in the same way."""
    assert wants_plain(environment) is plain
    said = {name.encode(): value.encode() for name, value in environment.items()}
    assert read_terminal(environment.get("TERM", "xterm"), said, 80, 24).plain is plain


def test_games_are_kept_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The option comes before the environment, and that before the system's own place."""
    monkeypatch.setenv("CHWECH_DATA", "/from/environment")
    assert data_directory(Path("/from/option")) == Path("/from/option")
    assert data_directory(None) == Path("/from/environment")
    monkeypatch.delenv("CHWECH_DATA")
    assert data_directory(None).name == "chwech"


def test_a_client_in_a_terminal_plays_and_leaves(tmp_path: Path) -> None:
    """The table is drawn, q and y leave, and the last line says that the game is kept."""
    terminal = Terminal(["play", "--data", str(tmp_path), "--name", "Nia", "--pace", "0", "--option", "deals=2"])
    terminal.until("deal 1 of")
    terminal.press("q")
    terminal.until("Leave the table?")
    terminal.press("y")
    assert terminal.close() == 0
    assert f"The game is saved: chwech --data {tmp_path} resumes it.".encode() in terminal.screen


def test_a_terminal_of_another_encoding_can_type(tmp_path: Path) -> None:
    """A letter in Latin-1 is shown as one that cannot be read, and what follows is typed as usual."""
    terminal = Terminal(["play", "--data", str(tmp_path), "--pace", "0"])
    terminal.until("deal 1 of")
    terminal.press("tcaf\udce9 ±")
    terminal.until("±")
    terminal.press("\x1bqy")
    assert terminal.close() == 0


def test_an_option_that_does_not_apply_is_one_line(tmp_path: Path) -> None:
    """What only the server can know to be wrong is said on the terminal too, with exit status 2."""
    terminal = Terminal(
        ["play", "--data", str(tmp_path), "--option", "five_pack=middle", "--option", "ruleset=original"]
    )
    assert terminal.close() == 2
    assert b"chwech: " in terminal.screen
    assert b"five_pack=middle applies to 5 players" in terminal.screen


@pytest.mark.parametrize(
    ("term", "written"),
    [
        ("xterm", b"38;5;"),
        ("xterm-16color", b""),
        pytest.param("screen", b"38;5;", marks=pytest.mark.long),
        pytest.param("xterm-color", b"", marks=pytest.mark.long),
        pytest.param("linux", b"", marks=pytest.mark.long),
        pytest.param("screen-256color", b"38;5;", marks=pytest.mark.long),
        pytest.param("xterm-kitty", b"38;2;", marks=pytest.mark.long),
        pytest.param("foot", b"38;2;", marks=pytest.mark.long),
    ],
)
def test_all_is_written_in_the_colours_that_were_chosen(term: str, written: bytes, tmp_path: Path) -> None:
    """Screens and changes alike, by the name of the terminal alone; a palette of more than sixteen uses no other."""
    terminal = Terminal(["play", "--data", str(tmp_path)], {"TERM": term, "COLORTERM": "", "NO_COLOR": ""})
    terminal.until("deal 1 of")
    terminal.press("qy")
    assert terminal.close() == 0
    looks = set(re.findall(rb"\x1b\[[0-9;]*m", terminal.screen))
    coloured = [look for look in looks if re.search(rb"[\[;](?:[349][0-7]|10[0-7]|[34]8)(?:;|m)", look)]
    assert coloured
    for look in coloured:
        ways = set(re.findall(rb"[34]8;([25]);", look))
        assert ways == ({written[3:4]} if written else set()), look


@pytest.mark.parametrize("locale", ["C", pytest.param("POSIX", marks=pytest.mark.long)])
def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path, locale: str) -> None:
    """Python makes the C locale one of UTF-8 for itself; the terminal still has what it said."""
    terminal = Terminal(["--data", str(tmp_path)], {"LANG": locale, "LC_ALL": "", "LC_CTYPE": ""})
    terminal.until("Quit")
    terminal.press("q")
    assert terminal.close() == 0
    assert terminal.screen.isascii()


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["join", "no where"], b"'no where' is not an address"),
        (["join", "host", "watch"], b"after the server comes the code of a table, or: watch CODE"),
        (["join", "host", "look", "quiet-nine"], b"after the server comes the code of a table, or: watch CODE"),
        (["play", "--data", "/dev/null/x"], b"cannot be used"),
    ],
)
def test_what_cannot_be_started_is_one_line(argv: list[str], complaint: bytes, tmp_path: Path) -> None:
    """A bad address and a bad directory end the client with status 2 before anything is drawn."""
    place = [] if "--data" in argv else ["--data", str(tmp_path)]
    terminal = Terminal([*argv, *place])
    assert terminal.close() == 2
    assert complaint in terminal.screen


def test_join_ends_where_nobody_answers(tmp_path: Path) -> None:
    """A server that was never there is not waited for: one line says so, with exit status 1."""
    terminal = Terminal(["join", "tcp://127.0.0.1:1", "--data", str(tmp_path)])
    assert terminal.close() == 1
    assert b"chwech: No connection: no server listens at 127.0.0.1:1." in terminal.screen


async def test_a_child_answers_over_its_pipes(tmp_path: Path) -> None:
    """The child is started once and greeted; a second connection gets another child."""
    child = OfflineServer(tmp_path / "data")
    child.start()
    first = child.process
    try:
        for _ in range(2):
            channel = await child.dial()
            await channel.send(Hello((VERSION, VERSION), name="Megan"))
            assert isinstance(await asyncio.wait_for(channel.receive(), 20), Welcome)
            channel.close()
            await channel.wait_closed()
        assert child.process is not first
        assert (tmp_path / "data" / LOG_NAME).stat().st_mode & 0o777 == 0o600
    finally:
        await asyncio.to_thread(child.stop)
    assert child.process is None


async def test_a_directory_that_is_lost_later_is_a_lost_connection(tmp_path: Path) -> None:
    """Whoever dials again hears it as any other fault of a connection, and tries again."""
    data = tmp_path / "data"
    child = OfflineServer(data)
    child.start()
    (await child.dial()).close()
    shutil.rmtree(data)
    data.write_text("not a directory")
    for _attempt in range(2):
        with pytest.raises(OSError, match="cannot be used"):
            await child.dial()


def running(data: Path, program: str) -> OfflineServer:
    """Give a child that runs another program."""
    child = OfflineServer(data)
    child.process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    return child


async def test_the_last_words_of_a_child_explain_its_end(tmp_path: Path) -> None:
    """A child that ended with a fault is explained by the last line of its log, any other by nothing."""
    (tmp_path / LOG_NAME).write_text("starting\nanother server uses this directory\n\n")
    faulty = running(tmp_path, "raise SystemExit(1)")
    assert await faulty.explain() == "another server uses this directory"
    faulty.stop()
    fine = running(tmp_path, "pass")
    assert await fine.explain() == ""
    fine.stop()
    assert await fine.explain() == ""
    assert last_line(tmp_path / "no.log") == ""


async def test_a_child_that_does_not_listen_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending waits a while and no longer."""
    monkeypatch.setattr(launch, "_PATIENCE", 0.05)
    deafness = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True)"
    deaf = running(tmp_path, f"{deafness}\nwhile True: time.sleep(1)")
    assert await deaf.explain() == ""
    process = deaf.process
    process.stdout.readline()
    deaf.stop()
    assert process.returncode == -9
