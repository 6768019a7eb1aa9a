"""The registries of games: whatever is registered in one is in all."""

from protocol.dialects import DIALECTS
from server.bots.registry import BOTS
from server.rules.registry import FIGURES, GAMES


def test_the_games_that_are_offered() -> None:
    """All of them are offered at tables; a game whose name is a default somewhere stays the first."""
    assert list(GAMES) == ["chwech", "twenty-five", "forty-five"]


def test_every_game_has_its_bots_its_figures_and_its_dialect() -> None:
    """A game is whole wherever it is registered, and no dialect is there without a game."""
    assert list(BOTS) == list(FIGURES) == list(GAMES)
    assert all(levels[:1] == ["steady"] and "random" in levels for levels in map(list, BOTS.values()))
    assert list(DIALECTS) == list(dict.fromkeys(game.dialect for game in GAMES.values()))
