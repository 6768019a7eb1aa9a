"""The parser of keys: it hears what the one of a client's own terminal does, with whatever it remembers."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from chwech_tui.terminal_input import BEGIN, END, EscapeParser
from server.fronts.ssh.terminal import terminal
from server.fronts.ssh.terminal.terminal import LONGEST_KEY, LONGEST_PIECE, MOST_KEYS, TYPED, InputBuffer, KeyParser

PIECES = (
    *("1", "2", "q", "é", "\r", "\x03", "\x7f", "12", "\x1b", "[", "~", "\x1b\x1b"),
    *("\x1b[A", "\x1b[C", "\x1bOP", "\x1b[97;5u", "\x1b[49;;49u", "\x1b[Z", "\x1b[1", ";5A", "\x1bx"),
    *("\x1b[200~", "\x1b[201~", "\x1b[200", "\x1b[I", "\x1b[O", "\x1b[?2026;2$y", "\x1b[<0;3;4M"),
)
"""What is typed, in whole keys and in parts of them."""


def said(messages: Iterable[Message]) -> list[tuple[str, ...]]:
    """Return what a parser tells, to compare."""
    return [
        ("key", one.key, one.character or "")
        if isinstance(one, Key)
        else ("paste", one.text)
        if isinstance(one, Paste)
        else (type(one).__name__,)
        for one in messages
    ]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.just(""), st.sampled_from(PIECES[:3])), max_size=24))
def test_all_is_heard_as_at_ones_own_terminal(pieces: list[str]) -> None:
    """Whatever is typed, in whatever pieces, means the same; an empty piece stands for a pause."""
    ours, theirs = KeyParser(), EscapeParser()
    for piece in pieces:
        if piece:
            assert said(ours.feed(piece)) == said(theirs.feed(piece))
        elif ours._timeout_time is not None:
            ours._timeout_time = theirs._timeout_time = 0.0
            assert said(ours.tick()) == said(theirs.tick())


@pytest.mark.parametrize("typed", ["1", "\x1b[C", "\x1b[49;;49u"])
def test_a_key_is_parsed_once(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it is known, to another visitor's parser too, and is an event of its own."""
    first = list(KeyParser().feed(typed))
    monkeypatch.setattr(XTermParser, "feed", None)
    second = list(KeyParser().feed(typed))
    assert said(first) == said(second)
    assert first[0] is not second[0]


def test_a_known_key_is_text_in_a_paste() -> None:
    """Within a paste nothing is a key, and after it everything is again."""
    ours = KeyParser()
    heard = said(event for typed in ("1", "\x1b[200~", "1", "\x1b[201~", "1", "1") for event in ours.feed(typed))
    assert heard == [("key", "1", "1"), ("paste", "1"), ("key", "1", "1"), ("key", "1", "1")]


def test_no_text_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody says is not kept, and keys only up to a number."""
    monkeypatch.setattr(terminal, "_KNOWN", {})
    ours = KeyParser()
    for typed in ("secret", "\x1b" + "[1;1:" * LONGEST_KEY, "\x1b[200~hidden\x1b[201~", "s"):
        list(ours.feed(typed))
    assert set(terminal._KNOWN) <= {"s"}
    for number in range(MOST_KEYS + 1):
        list(KeyParser().feed(chr(0x4E00 + number)))
    assert len(terminal._KNOWN) <= MOST_KEYS


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
