"""The registries of games: what is offered, and what is known."""

from server.bots.registry import BOTS
from server.rules.registry import EVERY_GAME, FIGURES, GAMES


def test_only_games_with_screens_are_offered_at_tables() -> None:
    """Nobody can open a table that no client can draw; commands without a table know more games."""
    assert list(GAMES) == ["chwech"]
    assert list(EVERY_GAME) == ["chwech", "twenty-five", "forty-five"]


def test_every_game_has_its_bots_and_its_figures() -> None:
    """A game is whole wherever it is registered."""
    assert list(BOTS) == list(FIGURES) == list(EVERY_GAME)
    assert all(levels[:1] == ["steady"] and "random" in levels for levels in map(list, BOTS.values()))
