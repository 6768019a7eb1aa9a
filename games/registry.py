"""The registry of games by name: the only file beside its own folder that names a game."""

from typing import Any, Final

from games.bete.rules import BETE
from games.chwech.rules import CHWECH
from games.durak.rules import DURAK
from games.kit.game import Game
from games.roque.rules import ROQUE, ROQUE_THREE

GAMES: Final[dict[str, Game[Any]]] = {
    game.name: game
    for game in (
        CHWECH,
        BETE,
        ROQUE,
        ROQUE_THREE,
        DURAK,
    )
}
"""All games, the default first."""
