"""The words that are typed: in English everywhere, and in the reader's language where there is one."""

from collections import Counter

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.plain.commands import COMMANDS, HELP
from chwech_tui.plain.reading import WORDS, called, english, folded
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking

OF_GAMES = tuple(dict.fromkeys(word for kind in GAMES.values() for key in kind.keys for word in key.words))
EVERY = (*WORDS, *OF_GAMES)
LETTERS = {word for command in (*COMMANDS, HELP) for word in command.words if len(word) == 1}


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


def test_the_words_of_all_commands_are_known() -> None:
    """A command whose word was forgotten here would have none in Welsh."""
    words = {word for command in (*COMMANDS, HELP) for word in command.words if len(word) > 1}
    assert words <= set(WORDS)


def test_welsh_has_words_of_its_own() -> None:
    """Nearly all of them; a word that means nothing stays as it is."""
    with speaking("cy", catalogue):
        assert (called("hand"), called("help"), called("back")) == ("llaw", "cymorth", "nôl")
        assert [english(word) for word in ("llaw", "hand", "nôl", "nol", "q", "xyzzy")] == [
            "hand", "hand", "back", "back", "q", "xyzzy",
        ]  # fmt: skip
        assert sum(called(word) == word for word in EVERY) == 0
    assert english("llaw") == "llaw"
