"""The headings above the seats of every game, in every language."""

import pytest

from chwech_tui.games.registry import GAMES
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.setup import Setup
from server.rules.registry import GAMES as RULES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_two_headings_touch(game: str, language: str) -> None:
    """Each stands apart from the one before, where the columns are narrowest, for every number of players."""
    for players in RULES[game].players:
        setup = Setup(game, players)
        english = GAMES[game].draw_heading(setup, 1)
        with speaking(language, catalogue):
            heading = GAMES[game].draw_heading(setup, 1)
        assert len(heading.split()) >= len(english.split())
        assert len(heading) == len(english)
