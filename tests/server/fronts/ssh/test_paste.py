"""No paste grows without bound."""

import pytest

from server.fronts.ssh.terminal.input import BEGIN, END, LONGEST_PASTE, PasteGuard


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
