"""A terminal is as it was after a client that a signal has ended or stopped."""

import re
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.chwech_tui.terminal import Terminal

SCREEN = ["play"], "leave"
LINES = ["--plain"], "quit."


@contextmanager
def ignoring(number: int) -> Iterator[None]:
    """Have the children that start within the context ignore a signal."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(number, before)


def changes(screen: bytes) -> list[bytes]:
    """Give what a client has changed of a terminal, and not changed back, by what it has written."""
    modes = {mode: on == b"h" for mode, on in re.findall(rb"\x1b\[\?(\d+)([hl])", screen)}
    usual = {b"7", b"25"}
    kept = [mode for mode, on in modes.items() if on != (mode in usual)]
    unpaired = [on for on, off in ((b"[22;2t", b"[23;2t"), (b"[>25u", b"[<u")) if screen.count(on) != screen.count(off)]
    return kept + unpaired


@pytest.mark.parametrize(
    ("started", "number"),
    [
        (SCREEN, signal.SIGTERM),
        (SCREEN, signal.SIGHUP),
        pytest.param(SCREEN, signal.SIGUSR1, marks=pytest.mark.long),
        (LINES, signal.SIGQUIT),
        pytest.param(LINES, signal.SIGTERM, marks=pytest.mark.long),
    ],
)
def test_a_signal_that_ends_a_client_restores_its_terminal(
    started: tuple[list[str], str], number: signal.Signals, tmp_path: Path
) -> None:
    """Every mode is changed back, keys are echoed again, and the client dies by the signal."""
    argv, words = started
    terminal = Terminal([*argv, "--data", str(tmp_path)])
    terminal.until(words)
    assert not termios.tcgetattr(terminal._here)[3] & termios.ECHO
    terminal.process.send_signal(number)
    assert terminal.process.wait(timeout=30) == -number
    assert termios.tcgetattr(terminal._here)[3] & termios.ECHO
    assert terminal.close() == -number
    assert changes(terminal.screen) == []


@pytest.mark.parametrize(
    ("argv", "job", "asking", "answer", "leaving"),
    [
        (["play"], "(:; {}; exit 3)", "", "leave", "qy"),
        (["--plain"], "{}", "history\r", "You haven't finished a game yet.", "quit\r"),
    ],
)
def test_a_client_is_stopped_and_goes_on(
    argv: list[str], job: str, asking: str, answer: str, leaving: str, tmp_path: Path
) -> None:
    """Ctrl-Z gives the shell its terminal as it was, whoever leads the job, and fg brings everything back."""
    terminal = Terminal(["-i"], {"PS1": "$ ", "ENV": ""}, program="sh", controls=True)
    terminal.press(job.format(" ".join([sys.executable, "-m", "chwech", *argv, "--data", str(tmp_path)])) + "\n")
    terminal.until("quit." if asking else answer)
    for _ in range(2):
        terminal.press("\x1a")
        terminal.until("Stopped")
        assert changes(terminal.screen) == []
        terminal.screen = b""
        # What is typed before the job has the terminal again waits for it; a Ctrl-Z would be the shell's.
        terminal.press(f"fg\n{asking}")
        terminal.until(answer)
    terminal.screen = b""
    terminal.press(leaving)
    terminal.until("$ ")
    terminal.press("exit\n")
    assert terminal.close() == (3 if "exit" in job else 0)


def test_where_nothing_could_continue_a_client_it_is_not_stopped(tmp_path: Path) -> None:
    """In a window of its own Ctrl-Z only draws the screen again."""
    terminal = Terminal(["play", "--data", str(tmp_path)])
    terminal.until("leave")
    terminal.screen = b""
    terminal.press("\x1a")
    terminal.until("leave")
    terminal.press("qy")
    assert terminal.close() == 0


@pytest.mark.parametrize(
    ("started", "handled"),
    [
        (SCREEN, True),
        (LINES, False),
        pytest.param(SCREEN, False, marks=pytest.mark.long),
        pytest.param(LINES, True, marks=pytest.mark.long),
    ],
)
def test_a_client_ends_with_its_terminal(started: tuple[list[str], str], handled: bool, tmp_path: Path) -> None:
    """When the window is closed the client ends, and its server with it, though no signal arrives or it is ignored."""
    argv, words = started
    with nullcontext() if handled else ignoring(signal.SIGHUP):
        terminal = Terminal([*argv, "--data", str(tmp_path)])
    terminal.until(words)
    terminal.vanish()
    assert terminal.process.wait(timeout=30) == (-signal.SIGHUP if argv == ["play"] else 0)
    again = Terminal([*argv, "--data", str(tmp_path)])
    again.until(words)
    again.press("qy" if argv == ["play"] else "quit\r")
    assert again.close() == 0
