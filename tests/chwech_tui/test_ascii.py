"""The screen in ASCII: every character that is drawn has one of the same width, and nothing else changes."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chwech_tui.ascii import TABLE, UNKNOWN, to_ascii
from chwech_tui.model.people import BOT_SIGN
from protocol.text import BOT_SIGNS, clean_text, text_width

ROOT = Path(__file__).parent.parent.parent
NAMES = frozenset("日本語")  # What the goldens hold only in the names of people.


def test_everything_that_the_screens_draw_has_a_sign_of_its_own() -> None:
    """As wide as what it stands for; that of a bot is no letter, and begins no name."""
    files = [*(ROOT / "tests/golden/screens").glob("*.txt"), *(ROOT / "chwech_tui").rglob("*.py")]
    drawn = {character for file in files for character in file.read_text("utf-8") if not character.isascii()}
    assert len(drawn) > 30
    assert {character for character in drawn - NAMES if UNKNOWN in to_ascii(character)} == set()
    assert {chr(code) for code, sign in TABLE.items() if text_width(sign) != text_width(chr(code))} == set()
    assert not to_ascii(BOT_SIGN).isalnum()
    assert to_ascii(BOT_SIGN) in BOT_SIGNS


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("10♥ K♣", "10h Kc"),
        ("╔═╗║╚╝", "#=####"),
        ("╭─╮│╰╯", "+-+|++"),
        ("Siân", "Sian"),
        ("°Megan º˚ᵒ", "*Megan ***"),
        ("日本語", "??????"),
        ("plain", "plain"),
        ("ß\u0301|", "?|"),
        ("\x1b[1;38;5;203m♦\x1b[0m", "\x1b[1;38;5;203md\x1b[0m"),
    ],
)
def test_characters_become_what_they_look_like(drawn: str, expected: str) -> None:
    """Suits become letters, lines become signs, accents fall off, and what is unknown is a question mark a cell."""
    assert to_ascii(drawn) == expected


@given(st.text().map(lambda text: clean_text(text, cells=60)))
@example("Ⅷ ½ ﷺ ㎏ e\u0301")
def test_no_text_changes_its_width(text: str) -> None:
    """Whatever people are called, columns stay where they are."""
    shown = to_ascii(text)
    assert shown.isascii()
    assert len(shown) == sum(text_width(character) for character in text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_is_left_as_it_is(text: str) -> None:
    """Escape sequences and letters pass untouched."""
    assert to_ascii(text) is text


@given(st.text())
def test_nothing_but_ascii_comes_out(text: str) -> None:
    """Not even from text that was never cleaned, and the table does not grow from it."""
    before = len(TABLE)
    assert to_ascii(text).isascii()
    assert len(TABLE) == before
