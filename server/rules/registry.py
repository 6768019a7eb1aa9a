"""The registry of games by name, and of those that tables offer."""

from typing import Any, Final

from protocol.codec import Codec
from server.rules.chwech.game import FIGURES as CHWECH_FIGURES
from server.rules.chwech.game import Chwech
from server.rules.figures import Figures
from server.rules.fives import figures as fives
from server.rules.fives.game import GAMES as FIVES
from server.rules.game import Game

GAMES: Final[dict[str, Game[Any]]] = {"chwech": Chwech()}
"""The games that people can play at tables."""

EVERY_GAME: Final[dict[str, Game[Any]]] = {**GAMES, **FIVES}
"""All games, including those without a screen: bots play them in series, and their records are verified."""

FIGURES: Final[dict[str, Figures]] = {"chwech": CHWECH_FIGURES, **dict.fromkeys(FIVES, fives.FIGURES)}
"""The statistics of a series for each game, in addition to points and wins."""


def make_codec() -> Codec:
    """Return a codec for all games that people can play here."""
    return Codec([game.dialect for game in GAMES.values()])
