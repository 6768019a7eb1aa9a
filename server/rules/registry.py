"""The registry of games by name."""

from typing import Any, Final

from games.registry import GAMES as KIT
from server.rules.auction_fives.game import FIGURES as AUCTION_FIVES_FIGURES
from server.rules.auction_fives.game import GAMES as AUCTION_FIVES
from server.rules.fives.game import FIGURES as FIVES_FIGURES
from server.rules.fives.game import GAMES as FIVES
from server.rules.game import Figures, Game
from server.rules.kit_game import KitGame

_ENGINES: Final[dict[str, Game[Any]]] = {
    **FIVES,
    **AUCTION_FIVES,
}
"""The games that are not of the kit."""

_FIGURES: Final[dict[str, Figures]] = {
    **dict.fromkeys(FIVES, FIVES_FIGURES),
    **dict.fromkeys(AUCTION_FIVES, AUCTION_FIVES_FIGURES),
}

_KIT: Final = {name: KitGame(game) for name, game in KIT.items() if name not in _ENGINES}

GAMES: Final[dict[str, Game[Any]]] = {name: _KIT.get(name) or _ENGINES[name] for name in KIT}
"""All games, the default first."""

FIGURES: Final[dict[str, Figures]] = {name: _FIGURES[name] if name in _FIGURES else _KIT[name].figures for name in KIT}
"""The statistics of a series for each game, in addition to points and wins."""
