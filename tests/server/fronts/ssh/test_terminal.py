"""A visitor's terminal: its abilities, the keys that come, and the last defence of what is sent."""

import sys
import unicodedata
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from chwech_tui.terminal_input import BEGIN, END, EscapeParser
from chwech_tui.theme import Colours
from server.fronts.ssh.terminal import terminal
from server.fronts.ssh.terminal.terminal import (
    LONGEST_KEY,
    LONGEST_PIECE,
    MOST_KEYS,
    TYPED,
    InputBuffer,
    KeyParser,
    Size,
    begin,
    is_harmless,
    read_size,
    read_terminal,
    without_true_colour,
)


def test_a_variable_that_is_too_long_or_no_ascii_is_not_read() -> None:
    """Sixty-four bytes of ASCII are enough for any locale."""
    assert not read_terminal("xterm", {b"LANG": b"C" * 65}, 80, 24).palette.ascii
    assert read_terminal("xterm", {b"NO_COLOR": b"\xff"}, 80, 24).palette.colours is Colours.MANY


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ((80, 24), Size(80, 24)),
        ((1, 1), Size(1, 1)),
        ((65535, 65535), Size(400, 150)),
        ((2**32 - 1, 2**32 - 1), Size(400, 150)),
        ((5000, 5), Size(400, 5)),
        ((0, 24), None),
        ((80, 0), None),
        ((0, 0), None),
    ],
)
def test_a_size_is_bounded(said: tuple[int, int], drawn: Size | None) -> None:
    """No client makes the server draw a screen that is larger than any wall."""
    assert read_size(*said) == drawn


@pytest.mark.parametrize(
    ("term", "variables", "asked"),
    [
        ("xterm-256color", {}, {"]11;?", "$qm"}),
        ("tmux-256color", {}, {"]11;?", "$qm"}),
        ("xterm-256color", {b"COLORTERM": b"truecolor"}, {"]11;?"}),
        ("screen.xterm-256color", {}, {"]11;?"}),
        ("xterm-256color", {b"NO_COLOR": b"1"}, set()),
        ("linux", {}, set()),
        ("vt220", {}, set()),
    ],
)
def test_a_terminal_is_asked_what_it_did_not_say(term: str, variables: dict[bytes, bytes], asked: set[str]) -> None:
    """Old ones nothing, and none its colours through GNU screen, which prints the question."""
    sent = begin(read_terminal(term, variables, 80, 24))
    assert {question for question in ("]11;?", "$qm") if question in sent} == asked
    assert sent.endswith("\x1b[c") == bool(asked)


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


def test_a_known_key_is_text_in_a_paste() -> None:
    """Within a paste nothing is a key, and after it everything is again."""
    ours = KeyParser()
    heard = said(event for typed in ("1", "\x1b[200~", "1", "\x1b[201~", "1", "1") for event in ours.feed(typed))
    assert heard == [("key", "1", "1"), ("paste", "1"), ("key", "1", "1"), ("key", "1", "1")]


def test_no_text_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What someone says is not kept, and keys only up to a number."""
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


HARMFUL = (
    *(chr(code) for code in range(32) if code not in {10, 27}),
    *(chr(code) for code in range(0x7F, 0xA0)),
    "\x1b",
    "\x1b[",
    "\x1b]0;title\x07",
    "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x1b]unterminated",
    "\x1bP+q544e\x1b\\",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b^private\x1b\\",
    "\x1bc",
    "\x1b(0",
    "\x1b[2J",
    "\x1b[6n",
    "\x1b[c",
    "\x1b[?1049l",
    "\x1b[?1000h",
    "\x1b[>25u",
    "\x1b[5i",
    "\x1b[21t",
    "\x1b[1;1;1H",
    "\x1b[1234;1H",
    "\x1b[38:2:1:2:3m",
    "\x9b31m",
    "\u202eright to left",
    "\u2066isolated\u2069",
    "\u200bzero width",
    "\ufeffmark",
    "\u2028",
    "\ud800",
    "\x1b\x1b[0m[31m",
    "\x1b\x1b[0m[2J",
)
"""What a nickname, a chat line, a TERM or a user name might bring."""


@pytest.mark.parametrize("harm", HARMFUL, ids=ascii)
def test_nothing_foreign_passes(harm: str) -> None:
    """Anywhere in a frame it makes the frame harmful."""
    assert not is_harmless(f"\x1b[1;1H\x1b[1;31m{harm}friend\x1b[0m")
    assert not is_harmless(f"\x1b[1;1Hfriend{harm}")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "\x1b[?2026h\x1b[1;1H\x1b[1;38;2;1;2;3mCerys ♥ 9\x1b[0m\n\x1b[150;400H\x1b[m \x1b[?2026l",
        "┌─┐ 漢字 é e\u0301 👍 ▁▂▃ …",
    ],
)
def test_what_screens_are_made_of_passes(frame: str) -> None:
    """Text, looks and places are all that a frame holds."""
    assert is_harmless(frame)


@pytest.mark.no_cover
def test_no_character_without_a_look_passes() -> None:
    """Every control and format character that this Python knows of is held back, and every letter passes."""
    forbidden, letters = [], []
    for character in map(chr, range(sys.maxunicode + 1)):
        category = unicodedata.category(character)
        if category in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            forbidden.append(character)
        elif category[0] in "LNPSM":
            letters.append(character)
    assert [ascii(one) for one in forbidden if one != "\n" and is_harmless(one)] == []
    assert len(letters) > 100_000
    assert is_harmless("".join(letters))


def test_a_terminal_of_fewer_colours_gets_no_other() -> None:
    """What is drawn is in its own colours; anything in true colour that might come beside it is left out."""
    own = "\x1b[1;38;5;196;48;5;16mA\x1b[0m\x1b[38;2H"
    assert without_true_colour(f"{own}\x1b[38;2;1;2;3;48;2;0;0;0mB") == f"{own}B"
