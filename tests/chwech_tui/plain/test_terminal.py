"""Plain mode in a real terminal: what is typed is shown, edited and kept apart from what is told."""

import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.errand import Greet
from chwech_tui.link import Route
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.reading import LONGEST_LINE, Speech
from chwech_tui.plain.session import PlainSession
from chwech_tui.plain.terminal import PlainTerminal
from protocol.aio import ClientChannel
from protocol.text import letters, text_width
from tests.chwech_tui.screens.test_surface import TERMINALS
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
    terminal.until("You haven't finished a game yet.")
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
    assert b"The game is saved" in terminal.screen


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
        terminal = PlainTerminal(lambda write: PlainSession(Route(_nobody), Greet(), Speech.SIGNS, write))
        monkeypatch.setattr(terminal.session, "feed", heard.append)
        for _ in range(100):
            terminal._take(b"x" * 4096)
        terminal._take(b"\nhelp\n")
        assert heard == ["x" * LONGEST_LINE, "help"]


async def _nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there")


def shown(echo: str, widths: Callable[[str], int] = text_width) -> str:
    """Give the last line that a terminal shows after this echo."""
    cells: list[str] = []
    place = 0
    for character in echo.rpartition("\n")[2]:
        if character == "\b":
            place = max(0, place - 1)
        elif character == "\r":
            place = 0
        elif wide := widths(character):
            cells[place : place + wide] = [character, *[""] * (wide - 1)]
            place += wide
        else:
            cells[place - 1] += character
    return "".join(cells).rstrip()


@pytest.mark.parametrize(
    ("typed", "draft"),
    [
        ("hello", "hello"),
        ("helo\x1b[Dl", "hello"),
        ("hxello\x1b[H\x1b[C\x1b[3~", "hello"),
        ("hellp\x7fo", "hello"),
        ("say hello\x17", "say"),
        ("hello\x15", ""),
        ("hello\x01\x0b", ""),
        ("ello\x01h\x05!", "hello!"),
        ("first\rsecond\x1b[A", "first"),
        ("first\rsecond\x1b[A\x1b[B", ""),
        ("first\r\x1b[A\x1b[A", "first"),
        ("a\x1b[5~b\x1bOPc\x00\x1bx", "abc"),
        ("a\x1b[38;5;1mb", "ab"),
    ],
)
def test_keys_edit_the_line(typed: str, draft: str) -> None:
    """Arrows, erasing, earlier lines; keys without a meaning do nothing. The terminal shows the same."""
    editor = LineEditor()
    echo = editor.feed(typed).echo
    assert editor.draft.strip() == draft
    assert shown(echo) == draft


@pytest.mark.parametrize("terminal", TERMINALS)
@pytest.mark.parametrize("draft", ["कीकी", "สวัส", "x\u0302y", "👍🏽👍"])
def test_what_was_erased_is_gone_whatever_width_it_had(draft: str, terminal: str) -> None:
    """In scripts whose widths terminals disagree on, too: a sign is erased, and one is put in between."""
    last = letters(draft)[-1]
    for keys in (
        f"{draft}ก่\x7f\x7f",
        f"{last}\x01{draft}\x05\x7f" + "\x7f" * (len(last) - 1),
        f"{draft}q\x1b[D\x1b[3~",
    ):
        editor = LineEditor()
        echo = editor.feed(keys).echo
        assert (editor.draft, shown(echo, TERMINALS[terminal])) == (draft, draft)


def test_lines_end_once_and_input_by_control_keys() -> None:
    """A return with a line feed, also in pieces, is one end; sequences wait for their rest, and a line has an end."""
    editor = LineEditor()
    assert editor.feed("a\r\nb\nc\r").lines == ("a", "b", "c")
    assert editor.feed("\nd\n\n").lines == ("d", "")
    editor = LineEditor()
    for piece in ("ab\x1b", "[", "D", "X"):
        editor.feed(piece)
    assert editor.draft == "aXb"
    assert LineEditor().feed("abc\x03").ended
    assert LineEditor().feed("\x04").ended
    editor = LineEditor()
    assert not editor.feed("a\x04b").ended
    assert editor.draft == "ab"
    editor = LineEditor()
    editor.feed("x" * 5000)
    assert len(editor.draft) == 500


@pytest.mark.parametrize("enter", ["\n", "\r"])
def test_an_escape_hides_no_key_that_controls(enter: str) -> None:
    """Enter ends the line and Ctrl-C the input also after Escape, whether they come together or apart."""
    assert LineEditor().feed(f"a\x1b{enter}").lines == ("a",)
    editor = LineEditor()
    editor.feed("b\x1b")
    assert editor.feed(enter).lines == ("b",)
    assert editor.feed("\x1b\x03").ended


def test_a_draft_is_shown_once_more_with_its_cursor() -> None:
    """What is typed after news from the table stands where the line has it, not at its end."""
    editor = LineEditor()
    editor.feed("helo\x1b[D")
    below = editor.redrawn
    assert below == "helo\b"
    assert shown(below + editor.feed("l").echo) == editor.draft == "hello"


@given(
    st.lists(st.sampled_from(["a", "é", "\x7f", "\x1b[D", "\x1b[C", "\x01", "\x05", "\x17", "\x0b", "\x1b[3~", " b"]))
)
def test_the_terminal_shows_what_is_typed(keys: list[str]) -> None:
    """Whatever the keys, no escape sequence is echoed, and what is shown is the line."""
    editor = LineEditor()
    echo = "".join(editor.feed(key).echo for key in keys)
    assert "\x1b" not in echo
    assert shown(echo) == editor.draft.rstrip()
