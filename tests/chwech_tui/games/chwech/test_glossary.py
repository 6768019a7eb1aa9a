"""The words of the rules of Chwech that are explained in place."""

import pytest

from chwech_tui.drawing.rules_page import draw_page
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import Strokes
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import Setup
from server.rules.registry import GAMES as RULES


@pytest.mark.parametrize("language", ["en", "cy"])
def test_every_word_stands_in_the_rules_of_its_language(language: str) -> None:
    """Each is marked somewhere in the rules of six or of four, and in the form in which they have it."""
    with speaking(language, catalogue):
        glossary = GAMES["chwech"].glossary
        texts = [RULES["chwech"].rules(Setup("chwech", players)) for players in (6, 4)]
        pages = [draw_page(text, 80, glossary, Strokes.COLOUR) for text in texts]
    assert {term.word for page in pages for term in page.words} == set(glossary)
    assert all(word == word.lower() for word in glossary)


def test_the_words_are_those_of_the_reader() -> None:
    """Another language has other words, and as many."""
    with speaking("cy", catalogue):
        welsh = GAMES["chwech"].glossary
    assert len(welsh) == len(GAMES["chwech"].glossary)
    assert "tric" in welsh
    assert "trick" not in welsh
