"""Plain mode in a real terminal: what is typed is shown, edited and kept apart from what is told."""

import termios
from pathlib import Path

import pytest

from chwech_tui.errand import Greet
from chwech_tui.link import Door
from chwech_tui.plain.reading import LONGEST_LINE
from chwech_tui.plain.session import PlainSession
from chwech_tui.plain.speech import Speech
from chwech_tui.plain.terminal import PlainTerminal
from protocol.aio import ClientChannel
from tests.chwech_tui.terminal import Terminal


def start(tmp_path: Path, *more: str) -> Terminal:
    """Start the menu of an offline game."""
    terminal = Terminal(["--plain", "--data", str(tmp_path), "--name", "Nia", *more], {"LANG": "C.UTF-8", "LC_ALL": ""})
    terminal.until("quit.")
    return terminal


def test_what_is_typed_is_shown_and_edited(tmp_path: Path) -> None:
    """Erasing and earlier lines work."""
    terminal = start(tmp_path)
    assert not termios.tcgetattr(terminal._here)[3] & termios.ICANON
    terminal.press("histroy\x7f\x7f\x7f\x7ftory\r")
    terminal.until("history")
    terminal.until("You have finished no game yet.")
    terminal.press("\x1b[A")
    terminal.press("\x15quit\r")
    terminal.until("Goodbye.")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """As in any program, with the exit status of an interrupt."""
    terminal = Terminal(["--plain", "--data", str(tmp_path)], controls=True)
    terminal.until("quit.")
    terminal.press("\x03")
    assert terminal.close() == 130


def test_ctrl_d_leaves(tmp_path: Path) -> None:
    """On an empty line it is the end of the input."""
    terminal = start(tmp_path)
    terminal.press("\x04")
    terminal.until("Goodbye.")
    assert terminal.close() == 0


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, pytest.param({"CHWECH_PLAIN": "1"}, marks=pytest.mark.long)])
def test_the_environment_asks_for_it(tmp_path: Path, variables: dict[str, str]) -> None:
    """A dumb terminal gets lines without being asked."""
    terminal = Terminal(["--data", str(tmp_path)], variables)
    terminal.until("new makes a table")
    terminal.press("quit\r")
    assert terminal.close() == 0
    assert b"\x1b" not in terminal.screen


def test_a_locale_without_unicode_gets_letters(tmp_path: Path) -> None:
    """Cards are written as QH there, and everything is ASCII."""
    terminal = Terminal(["play", "--plain", "--data", str(tmp_path), "--pace", "0"], {"LANG": "C", "LC_ALL": "C"})
    terminal.until("Your 9 cards:")
    terminal.press("q\ry\r")
    assert terminal.close() == 0
    assert terminal.screen.isascii()
    assert b"The game is kept" in terminal.screen


def test_a_terminal_that_vanishes_ends_it(tmp_path: Path) -> None:
    """Nothing goes on for nobody."""
    terminal = start(tmp_path)
    terminal.vanish()
    assert terminal.process.wait(timeout=30) == 0


def test_a_line_from_a_pipe_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much comes without a line feed, no more is kept than is read of a line."""
    with (tmp_path / "script").open("w+") as script:
        monkeypatch.setattr("sys.stdin", script)
        heard: list[str] = []
        terminal = PlainTerminal(lambda write: PlainSession(Door(_nobody), Greet(), Speech.SIGNS, write))
        monkeypatch.setattr(terminal.session, "feed", heard.append)
        for _ in range(100):
            terminal._take(b"x" * 4096)
            assert len(terminal._begun) <= LONGEST_LINE
        terminal._take(b"\nhelp\n")
        assert heard == ["x" * LONGEST_LINE, "help"]


async def _nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there")
