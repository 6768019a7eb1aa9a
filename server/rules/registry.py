"""The registry of games by name."""

from typing import Any, Final

from games.registry import GAMES as KIT
from server.rules.game import Figures, Game
from server.rules.kit_game import KitGame

_KIT: Final = {name: KitGame(game) for name, game in KIT.items()}

GAMES: Final[dict[str, Game[Any]]] = {**_KIT}
"""All games, the default first."""

FIGURES: Final[dict[str, Figures]] = {name: game.figures for name, game in _KIT.items()}
"""The statistics of a series for each game, in addition to points and wins."""
