"""The registry of games by name: the only file beside its own folder that names a game."""

from typing import Any, Final

from games.bete.rules import BETE
from games.chwech.rules import CHWECH
from games.kit.game import Game

GAMES: Final[dict[str, Game[Any]]] = {
    game.name: game
    for game in (
        CHWECH,
        BETE,
    )
}
"""All games, the default first."""
