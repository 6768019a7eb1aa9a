"""The words of the rules that are explained in place."""

from chwech_tui.drawing.rules_page import draw_page
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import Strokes
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import Setup
from server.rules.fives.game import GAMES as RULES

TABLES = (Setup("twenty-five", 4, {"partners": True, "double_stake": True}), Setup("forty-five", 5))


def test_the_words_are_found_in_the_rules_of_the_readers_language() -> None:
    """In Welsh there is a word for each of the English ones, and the rules have it."""
    english = GAMES["twenty-five"].glossary
    with speaking("cy", catalogue):
        glossary = GAMES["twenty-five"].glossary
        pages = [draw_page(RULES[one.game].rules(one), 80, glossary, Strokes.COLOUR) for one in TABLES]
    assert len(glossary) == len(english)
    assert not english.keys() & glossary.keys() - {"partner"}
    assert all(word == word.lower() for word in glossary)
    marked = {term.word for page in pages for term in page.words}
    assert {"rhaniad", "tric", "trwmp", "cerdyn a drowyd", "dal yn ôl", "ochr", "sglodyn"} <= marked <= set(glossary)


def test_the_pool_of_spoil_five_is_won_by_tricks() -> None:
    """There is no winner of a game who takes it, and no score that is carried over."""
    usual, spoil = (GAMES[name].glossary for name in ("twenty-five", "spoil-five"))
    assert usual.keys() == spoil.keys()
    assert {word for word in usual if usual[word] != spoil[word]} == {"deal", "pool"}
    assert "winner of the game" not in spoil["pool"]
    assert "scores" not in spoil["deal"]
