"""Text of others is harmless on one line of a terminal, whatever it holds."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from protocol.text import clean_lines, clean_text, letters, text_width, wrapped

anything = st.text(
    st.characters() | st.characters(categories=["Cc", "Cf", "Co", "Mn", "Mc", "Zs", "Zl", "Zp"]), max_size=60
)


@settings(max_examples=500)
@given(anything, st.integers(0, 30), st.none() | st.integers(0, 60))
def test_a_cleaned_text_is_harmless(text: str, cells: int, size: int | None) -> None:
    """Nothing is left that moves, hides, reorders or climbs, and the text fits."""
    cleaned = clean_text(text, cells=cells, size=size)
    categories = [unicodedata.category(character) for character in cleaned]
    assert not {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} & set(categories)
    assert "MMM" not in "".join(category[0] for category in categories)
    assert unicodedata.normalize("NFC", cleaned) == cleaned
    assert cleaned == " ".join(cleaned.split())
    assert text_width(cleaned) <= cells
    assert len(cleaned.encode()) <= (4 * cells if size is None else size)


@pytest.mark.no_cover
@settings(max_examples=500)
@example("0\r\U0001cf00 0", 4, None)
@given(anything, st.integers(0, 30), st.none() | st.integers(0, 60))
def test_cleaning_twice_changes_nothing(text: str, cells: int, size: int | None) -> None:
    """Whoever draws may clean again what was cleaned when it came in."""
    once = clean_text(text, cells=cells, size=size)
    assert clean_text(once, cells=cells, size=size) == once


@given(st.text(st.characters(codec="ascii"), max_size=60), st.integers(0, 30))
def test_plain_text_is_cleaned_as_any_other(text: str, cells: int) -> None:
    """The short way for plain text gives what the long way gives."""
    longer = clean_text(text + "é", cells=100)
    assert clean_text(text, cells=100) == longer.removesuffix("é").rstrip()
    assert clean_text(text, cells=cells) == clean_text(text, cells=100)[:cells].rstrip()


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Megan", "Megan"),
        ("  Siân\t\n Owen ", "Siân Owen"),
        ("Sia\u0302n", "Siân"),
        ("\x1b[31mred\x1b]0;title\x07", "[31mred]0;title"),
        ("\x9b31mred", "31mred"),
        ("abc\u202etxt.exe\u2066", "abctxt.exe"),
        ("a\u200bb\u200dc\ufeffd", "abcd"),
        ("private \ue000 surrogate \ud800", "private surrogate"),
        ("line\u2028separated\u2029paragraphs", "line separated paragraphs"),
        ("Z\u0351\u036b\u0343\u0363algo", "Z\u0351\u036balgo"),
        ("\u0301leading mark", "leading mark"),
        ("0\r\U0001cf00 0", "0 0"),
        ("blank\u3164\u2800\u115f letters\ufe0f", "blank letters"),
        ("[/nope] [b]markup[/b]", "[/nope] [b]markup[/b]"),
        ("Q♥ 王", "Q♥ 王"),
        ("", ""),
        ("\x00\x7f", ""),
    ],
)
def test_known_attacks_are_taken_out(text: str, cleaned: str) -> None:
    """Escapes, bidirectional and invisible characters go; letters, symbols and what looks like markup stay."""
    assert clean_text(text, cells=40) == cleaned


@pytest.mark.parametrize(
    ("cells", "size", "cleaned"),
    [(5, None, "王王"), (6, None, "王王王"), (40, 8, "王王"), (1, None, ""), (40, 0, "")],
)
def test_a_text_is_cut_between_letters(cells: int, size: int | None, cleaned: str) -> None:
    """A letter that takes two cells, or three bytes, is shown whole or not at all."""
    assert clean_text("王王王", cells=cells, size=size) == cleaned


def test_a_letter_keeps_its_marks_when_the_text_is_cut() -> None:
    """A mark goes with its letter."""
    assert clean_text("x\u0315\u0315x\u0315", cells=1, size=99) == "x\u0315\u0315"
    assert clean_text("x\u0315\u0315x\u0315", cells=9, size=5) == "x\u0315\u0315"
    assert clean_text("x\u0315\u0315x\u0315", cells=9, size=4) == ""


def test_a_long_text_costs_no_more_than_a_short_one() -> None:
    """Of a text of megabytes only the beginning is looked at."""
    assert clean_text("\u202e" * 10_000_000 + "x", cells=20) == ""


def test_a_longer_text_is_cleaned_by_the_line() -> None:
    """Lines stay, up to the last one allowed."""
    assert clean_lines("# Rules\r\n\n\x1b[2Jnine  cards\nmore", cells=40, lines=3) == ("# Rules", "", "[2Jnine cards")


@given(anything)
def test_the_width_is_what_a_terminal_takes(text: str) -> None:
    """The width of a cleaned text is the sum of its characters; a vowel sign beside its letter takes a cell."""
    cleaned = clean_text(text, cells=30)
    beside = {character: unicodedata.category(character) == "Mc" for character in cleaned}
    assert text_width(cleaned) == sum(1 if beside[one] else max(wcwidth(one), 0) for one in cleaned)


def test_a_text_is_wrapped_between_words() -> None:
    """By the cells that they take; a longer word stays whole, and no text is one line."""
    assert wrapped("one two 四四 overlong x", 7) == ["one two", "四四", "overlong", "x"]
    assert wrapped("", 7) == [""]


def test_a_letter_is_one_with_its_marks() -> None:
    """However many there are."""
    assert letters("e\u0301\u0308a") == ["e\u0301\u0308", "a"]
