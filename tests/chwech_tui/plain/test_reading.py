"""What a person types: cards in any usual writing, and words that are nearly right."""

import pytest

from chwech_tui.plain.reading import listed_or, near, number_of, read_card, words_of


@pytest.mark.parametrize(
    ("line", "card", "rest"),
    [
        ("Q♥", "QH", ()),
        ("qh", "QH", ()),
        ("Queen of Hearts", "QH", ()),
        ("queen hearts", "QH", ()),
        ("q h", "QH", ()),
        ("10c", "10C", ()),
        ("10 of clubs", "10C", ()),
        ("ten of club", "10C", ()),
        ("tc", "10C", ()),
        ("thirteen of diamonds", "13D", ()),
        ("ace of spades high", "AS", ("high",)),
        ("joker for hearts", "JK", ("for", "hearts")),
        ("jk ♥", "JK", ("h",)),
    ],
)
def test_a_card_is_read_in_any_usual_writing(line: str, card: str, rest: tuple[str, ...]) -> None:
    """Signs, letters and words mean the same; what follows is kept."""
    named = read_card(words_of(line))
    assert named is not None
    assert (named.card.text, named.rest) == (card, rest)


@pytest.mark.parametrize("line", ["", "hearts", "q", "1h", "queen of", "say qh", "q of x"])
def test_other_words_are_no_card(line: str) -> None:
    """A rank without a suit, or a suit alone, is none."""
    assert read_card(words_of(line)) is None


def test_numbers_are_short_and_plain() -> None:
    """Digits of other scripts and endless numbers are none."""
    assert (number_of("12"), number_of("٣"), number_of("1" * 10), number_of("x")) == (12, None, None, None)


def test_the_nearest_word_is_meant() -> None:
    """Where none is near, none is."""
    assert near("scorse", ["scores", "seats"]) == "scores"
    assert near("xyzzy", ["scores", "seats"]) == ""


def test_words_are_listed_as_a_choice() -> None:
    """With or before the last."""
    assert [listed_or(words) for words in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b or c"]
