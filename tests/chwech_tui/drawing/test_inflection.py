"""Inflection: the forms of a word that the rules may write."""

import pytest

from chwech_tui.drawing.rules_page import beginnings, pattern


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("tric", ("tric", "dric", "nhric", "thric")),
        ("cerdyn", ("cerdyn", "gerdyn", "ngherdyn", "cherdyn")),
        ("llaw", ("llaw", "law")),
        ("rhaniad", ("rhaniad", "raniad")),
        ("gêm", ("gêm", "êm", "ngêm")),
        ("chwaraewr", ("chwaraewr",)),
        ("arwain", ("arwain",)),
    ],
)
def test_a_welsh_word_has_several_beginnings(word: str, forms: tuple[str, ...]) -> None:
    """The first letter mutates, two signs that are one letter as one; in English nothing changes."""
    assert beginnings(word, "cy") == forms
    assert beginnings(word, "en") == (word,)


@pytest.mark.parametrize(
    ("language", "word", "text", "found"),
    [
        ("en", "trick", "Two tricks each", "tricks"),
        ("en", "trick", "a tricky one", None),
        ("cy", "tric", "Mae dau Dric yno", "Dric"),
        ("cy", "tric", "y triciau hyn", "triciau"),
        ("cy", "tric", "trickery", None),
        ("cy", "lluosrif naw", "yn lluosrif naw", "lluosrif naw"),
        ("xx", "trick", "one trick", "trick"),
    ],
)
def test_a_word_is_found_in_any_form(language: str, word: str, text: str, found: str | None) -> None:
    """Mutated or in the plural, but never as a part of another word."""
    known = pattern(["other word", word], language)
    match = known.search(text)
    assert (match and match[0]) == found
    assert match is None or match.lastindex == 2


def test_without_words_nothing_is_sought() -> None:
    """No pattern finds no word."""
    assert pattern([], "cy") is None
