"""The registry of games by name."""

from typing import Final

from games.registry import GAMES as KIT
from server.rules.game import Game

GAMES: Final = {name: Game(game) for name, game in KIT.items()}
"""All games, the default first."""
