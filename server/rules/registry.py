"""The registry of games by name."""

from typing import Any, Final

from server.rules.chwech.game import FIGURES as CHWECH_FIGURES
from server.rules.chwech.game import Chwech
from server.rules.fives.game import FIGURES as FIVES_FIGURES
from server.rules.fives.game import GAMES as FIVES
from server.rules.game import Figures, Game

GAMES: Final[dict[str, Game[Any]]] = {"chwech": Chwech(), **FIVES}
"""All games, the default first."""

FIGURES: Final[dict[str, Figures]] = {"chwech": CHWECH_FIGURES, **dict.fromkeys(FIVES, FIVES_FIGURES)}
"""The statistics of a series for each game, in addition to points and wins."""
