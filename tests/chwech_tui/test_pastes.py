"""No paste grows without bound, and none is taken for keys."""

from pathlib import Path

import pytest
from textual.events import Key, Paste

from chwech_tui.guarded import GuardedParser
from chwech_tui.terminal_input import BEGIN, END, LONGEST_PASTE, PasteGuard
from tests.chwech_tui.terminal import Terminal


def bounded(data: bytes, size: int) -> bytes:
    """Pass data in pieces of a size."""
    guard = PasteGuard()
    return b"".join(guard.bounded(data[start : start + size]) for start in range(0, len(data), size))


PIECES = pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 1000, 10**6])


@PIECES
def test_typing_and_small_pastes_pass_as_they_are(size: int) -> None:
    """Whatever pieces they come in, nothing is changed."""
    data = b"abc\x1b[A" + BEGIN + b"a code" + END + b"def\x1b" + BEGIN + END + b"\x1b[200"
    assert bounded(data, size) == data


@PIECES
def test_escapes_are_taken_out_of_a_paste(size: int) -> None:
    """The parser would take what follows one for keys; the end of the paste stays whole, wherever it is split."""
    data = BEGIN + b"\x1b[2Ja\x1b\x1b[20" + END + b"\x1b[A" + BEGIN + b"2\n\x1b" + END
    assert bounded(data, size) == BEGIN + b"[2Ja[20" + END + b"\x1b[A" + BEGIN + b"2\n" + END


@PIECES
@pytest.mark.parametrize("short", range(7))
def test_a_paste_that_just_fits_ends_once(short: int, size: int) -> None:
    """No part of its end is left before another one."""
    text = b"p" * (LONGEST_PASTE - short)
    assert bounded(BEGIN + text + END + b"after", size) == BEGIN + text + END + b"after"


@PIECES
def test_a_large_paste_is_cut_and_ended(size: int) -> None:
    """Its beginning passes, then comes an end, and what is typed afterwards passes again."""
    data = BEGIN + b"p" * 5000 + b"\x1b[31m" + END + b"after"
    assert bounded(data, size) == BEGIN + b"p" * LONGEST_PASTE + END + b"after"


@PIECES
def test_a_paste_that_never_ends_holds_nothing(size: int) -> None:
    """After its first thousand bytes nothing more of it passes."""
    assert len(bounded(BEGIN + b"p" * 100_000, size)) == len(BEGIN) + LONGEST_PASTE + len(END)


def test_a_paste_within_a_paste_is_text() -> None:
    """A second beginning does not make more room."""
    data = BEGIN + BEGIN + b"p" * 5000 + BEGIN + b"p" * 5000
    assert len(bounded(data, 100)) == len(BEGIN) + LONGEST_PASTE + len(END)


@PIECES
def test_the_parser_of_a_terminal_takes_no_key_from_a_paste(size: int) -> None:
    """The whole text is one paste, and what is typed after it are keys; nothing that is held back ends the input."""
    parser = GuardedParser()
    typed = "a" + BEGIN.decode() + "\x1b" + "q" * 40 + "é\x1b" + END.decode() + "b"
    events = [event for start in range(0, len(typed), size) for event in parser.feed(typed[start : start + size])]
    said = [event.text if isinstance(event, Paste) else event.key for event in events if isinstance(event, Paste | Key)]
    assert said == ["a", "q" * 40 + "é", "b"]
    assert not list(parser.feed(""))
    assert parser.is_eof


def test_a_paste_into_a_real_terminal_chooses_nothing(tmp_path: Path) -> None:
    """The letters after an escape in a paste would leave the welcome."""
    terminal = Terminal(["--data", str(tmp_path)])
    terminal.until("Quit")
    terminal.press(BEGIN.decode() + "\x1b" + "q" * 40 + END.decode() + "h")
    terminal.until("Your finished games")
    terminal.press("\x03")
    assert terminal.close() == 0
