"""What is typed is held to a measure."""

from chwech_tui.terminal_input import BEGIN, END
from server.fronts.ssh.terminal.input import LONGEST_PIECE, TYPED, InputBuffer


def all_of(intake: InputBuffer) -> str:
    """Take all that waits."""
    text = ""
    while piece := intake.take():
        assert len(piece) <= LONGEST_PIECE
        text += piece
    return text


def test_text_may_come_in_any_pieces() -> None:
    """A character of several bytes is whole again, and what is no UTF-8 is marked as such."""
    intake = InputBuffer(0.0)
    for byte in "é♥漢".encode() + b"\xff\x80z":
        intake.put(bytes([byte]), 0.0)
    assert all_of(intake) == "é♥漢\ufffd\ufffdz"


def test_what_is_too_much_is_dropped() -> None:
    """A burst of some kilobytes passes, then as much as a hand can type."""
    intake = InputBuffer(0.0)
    for second in range(10):
        for _ in range(64):
            intake.put(b"x" * 1024, float(second))
    typed = all_of(intake).count("x")
    assert TYPED.at_once <= typed <= TYPED.at_once + 10 * 2048


def test_a_dropped_end_of_a_paste_leaves_no_paste_open() -> None:
    """Where something is dropped, a paste that may be open is ended."""
    intake = InputBuffer(0.0)
    intake.put(BEGIN + b"a", 0.0)
    intake.put(END + b"x" * int(TYPED.at_once), 0.0)
    intake.put(b"typed", 60.0)
    assert all_of(intake) == (BEGIN + b"a" + END + b"typed").decode()


def test_a_megabyte_pasted_is_little() -> None:
    """Of a paste of a megabyte the beginning passes, and typing goes on after it."""
    intake = InputBuffer(0.0)
    data = BEGIN + b"p" * 1_000_000 + END
    for start in range(0, len(data), 4096):
        intake.put(data[start : start + 4096], 0.0)
    intake.put(b"y", 0.0)
    text = all_of(intake)
    assert len(text) < 1100
    assert text.endswith(END.decode() + "y")
