"""The words of the rules of Roque that are explained in place."""

import pytest

from chwech_tui.games.registry import GAMES
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import Setup
from server.rules.registry import GAMES as RULES


@pytest.mark.parametrize("language", ["en", "cy"])
def test_every_word_stands_in_the_rules(language: str) -> None:
    """Of one game or the other, in the reader's language."""
    with speaking(language, catalogue):
        rules = "".join(RULES[game].rules(Setup(game, players)) for game, players in (("roque", 4), ("roque-three", 3)))
        missing = [word for word in GAMES["roque"].glossary if word[:4] not in rules.lower()]
    assert missing == []
