"""Every game that there is, by name, and which of them are offered at tables."""

from typing import Any, Final

from server.rules.chwech.figures import FIGURES as CHWECH_FIGURES
from server.rules.chwech.game import Chwech
from server.rules.figures import Figures
from server.rules.fives import figures as fives
from server.rules.fives.game import GAMES as FIVES
from server.rules.game import Game

GAMES: Final[dict[str, Game[Any]]] = {"chwech": Chwech()}
"""The games that people play at tables; their states are nobody's business but their own."""

EVERY_GAME: Final[dict[str, Game[Any]]] = {**GAMES, **FIVES}
"""All games, also those that no screen can show yet: bots play them in series, and their records are checked."""

FIGURES: Final[dict[str, Figures]] = {"chwech": CHWECH_FIGURES, **dict.fromkeys(FIVES, fives.FIGURES)}
"""What a series of games is counted by, besides points and wins."""
