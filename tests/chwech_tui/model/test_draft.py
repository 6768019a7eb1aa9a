"""A line that is being written: letters come last, keys take away, and it stays within its length."""

import sys

import pytest
from textual.events import Key

from chwech_tui.model.hosting import edited, pasted
from chwech_tui.plain.editor import LineEditor
from chwech_tui.screens.drawn import character_of, key_of
from chwech_tui.terminal_input import EscapeParser
from protocol.talk import TEXT_CHARACTERS
from protocol.text import clean_text


def write(text: str, draft: str = "", longest: int = TEXT_CHARACTERS) -> str:
    """Type a text as a terminal would."""
    for event in EscapeParser().feed(text):
        assert isinstance(event, Key)
        key = key_of(event)
        draft = edited(draft, key, character_of(key), longest)
    return draft


def test_what_is_typed_is_written() -> None:
    """Letters of all kinds, signs and spaces, on the screen and in plain mode."""
    text = "Ça va – „a” ≤5 ± é @ home? _+\\-_ «Siân» (100 %) ♥ 5\xa0000\u3000😀"
    assert write(text) == pasted("", text) == clean_text(text, cells=100)
    assert LineEditor().feed(f"{text}\r").lines == (text,)


def test_every_sign_can_be_typed() -> None:
    """What is typed equals what is pasted, for every printable code point; letters and digits are their own keys."""
    signs = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isprintable() and not sign.isalnum()]
    assert [sign for sign in signs if write(sign) != pasted("", sign)] == []


@pytest.mark.parametrize(
    ("sequence", "typed"),
    [("\x1b[32;2;32u", " "), ("\x1b[57413;;43u", "+"), ("\x1b[57410;129;47u", "/"), ("\x1b[57404;;53u", "5")],
)
def test_a_key_reported_by_a_sequence_writes_its_character(sequence: str, typed: str) -> None:
    """Space with Shift and the signs of a keypad write what others of the same character do."""
    assert write(f"a{sequence}b") == f"a{typed}b"


def test_keys_that_write_nothing_change_nothing() -> None:
    """Arrows and function keys are no letters."""
    draft = write("hello")
    for key in ("up", "f1", "ctrl+a", "tab", "escape", "home"):
        assert edited(draft, key, character_of(key)) == "hello"


def test_what_is_wrong_can_be_taken_away() -> None:
    """A letter, a word, everything."""
    draft = write("one two three")
    assert edited(draft, "backspace", "") == "one two thre"
    assert edited(draft, "ctrl+w", "") == "one two"
    assert edited(draft, "ctrl+u", "") == ""
    assert edited("", "backspace", "") == ""


def test_a_text_from_elsewhere_is_one_clean_line() -> None:
    """Line ends become spaces, orders to a terminal are left out, and what is too long is cut."""
    assert pasted(write("so: "), "a\nb\x1b[2J") == "so: a b[2J"
    assert pasted("", "abcdef", 4) == "abcd"
    assert write("abcdef", longest=4) == "abcd"
