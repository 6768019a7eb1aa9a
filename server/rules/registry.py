"""Every game that this server plays, by name."""

from typing import Any, Final

from server.rules.chwech.game import Chwech
from server.rules.game import Game

GAMES: Final[dict[str, Game[Any]]] = {"chwech": Chwech()}
"""The games; their states are nobody's business but their own."""
