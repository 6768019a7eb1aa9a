"""A line that is being written: letters come last, keys take away, and it stays within its length."""

from textual.keys import KEY_NAME_REPLACEMENTS, _character_to_key

from chwech_tui.model.talking import edited, pasted
from chwech_tui.screens.drawn import character_of
from protocol.talk import TEXT_CHARACTERS


def write(text: str, draft: str = "", longest: int = TEXT_CHARACTERS) -> str:
    """Type a text as a terminal would."""
    for character in text:
        key = _character_to_key(character)
        draft = edited(draft, key, character_of(key), longest)
    return draft


def test_what_is_typed_is_written() -> None:
    """Letters of all kinds, signs and spaces."""
    text = "Ça va – 5/6 @ home? _+\\-_ «Siân» (100 %) ♥"
    assert write(text) == text
    assert KEY_NAME_REPLACEMENTS["hyphen_minus"] == "minus"


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
