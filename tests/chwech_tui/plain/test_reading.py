"""What a person types: cards in any usual writing, and words that are nearly right."""

from collections import Counter

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import card_span, face_of, hue_of
from chwech_tui.model.commands import COMMANDS
from chwech_tui.model.ink import SUIT_HUES
from chwech_tui.plain.reading import (
    WORDS,
    called,
    english,
    folded,
    listed_or,
    near,
    number_of,
    read_card,
    words_of,
)
from protocol.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Suit
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking


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


OF_GAMES = tuple(dict.fromkeys(word for kind in GAMES.values() for key in kind.keys for word in key.words))


EVERY = (*WORDS, *OF_GAMES)


LETTERS = {word for command in COMMANDS for word in command.typed if len(word) == 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_words_of_a_language_are_the_same(language: str) -> None:
    """Not even without their accents; nor is a word of one meaning the English word of another."""
    with speaking(language, catalogue):
        own = {word: folded(called(word)) for word in EVERY}
    assert [word for word, number in Counter(own.values()).items() if number > 1] == []
    assert [word for word, said in own.items() if said in EVERY and said != word] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_one_word(language: str) -> None:
    """A line is cut into words before they are looked up, and letters are the same in every language."""
    with speaking(language, catalogue):
        for word in EVERY:
            assert folded(called(word)).isalpha(), word
            assert len(called(word)) > 1
        assert [called(letter) for letter in LETTERS] == list(LETTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_words_mean_the_same_in_every_language(language: str) -> None:
    """Whoever knows them need not learn others; those of the language mean the same, also without accents."""
    with speaking(language, catalogue):
        for word in EVERY:
            assert english(word, EVERY) == word
            assert english(called(word).lower(), EVERY) == word
            assert english(folded(called(word)), EVERY) == word


def test_welsh_has_words_of_its_own() -> None:
    """Nearly all of them; a word that means nothing stays as it is."""
    with speaking("cy", catalogue):
        assert (called("hand"), called("help"), called("back")) == ("llaw", "cymorth", "nôl")
        assert [english(word) for word in ("llaw", "hand", "nôl", "nol", "q", "xyzzy")] == [
            "hand", "hand", "back", "back", "q", "xyzzy",
        ]  # fmt: skip
        assert sum(called(word) == word for word in EVERY) == 0
    assert english("llaw") == "llaw"


@pytest.mark.parametrize(
    ("line", "card"),
    [("red joker", RED_JOKER), ("bj", BLACK_JOKER), ("Black Joker now", BLACK_JOKER), ("rj", RED_JOKER), ("jk", JOKER)],
)
def test_each_joker_is_read(line: str, card: Card) -> None:
    """By its colour, or as records write it; without a colour it is the one of packs whose Jokers are alike."""
    read = read_card(words_of(line))
    assert read is not None
    assert read.card is card


def test_the_jokers_are_read_in_welsh() -> None:
    """As they are called there."""
    with speaking("cy", catalogue):
        read = read_card(words_of("jocer coch"))
    assert read is not None
    assert read.card is RED_JOKER


def test_the_jokers_are_drawn_in_their_colour() -> None:
    """As hearts and spades are; the one of packs whose Jokers are alike has a hue of its own."""
    hues = [SUIT_HUES[Suit.HEARTS], SUIT_HUES[Suit.SPADES], SUIT_HUES[None]]
    jokers = (RED_JOKER, BLACK_JOKER, JOKER)
    assert [hue_of(card) for card in jokers] == hues
    assert [face_of(card).hue for card in jokers] == hues
    assert [card_span(card).hue for card in jokers] == hues
