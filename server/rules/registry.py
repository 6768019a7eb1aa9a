"""The registry of games by name."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from protocol.language import sentence
from protocol.setup import Setup
from server.rules.auction_fives.game import FIGURES as AUCTION_FIVES_FIGURES
from server.rules.auction_fives.game import GAMES as AUCTION_FIVES
from server.rules.bete.game import FIGURES as BETE_FIGURES
from server.rules.bete.game import GAMES as BETE
from server.rules.chwech.game import FIGURES as CHWECH_FIGURES
from server.rules.chwech.game import Chwech
from server.rules.da_bai_fen.game import FIGURES as DA_BAI_FEN_FIGURES
from server.rules.da_bai_fen.game import GAMES as DA_BAI_FEN
from server.rules.durak.game import FIGURES as DURAK_FIGURES
from server.rules.durak.game import GAMES as DURAK
from server.rules.fives.game import FIGURES as FIVES_FIGURES
from server.rules.fives.game import GAMES as FIVES
from server.rules.game import Figures, Game, InvalidSetup, KernelSums
from server.rules.piles.game import FIGURES as PILES_FIGURES
from server.rules.piles.game import GAMES as PILES
from server.rules.roque.game import FIGURES as ROQUE_FIGURES
from server.rules.roque.game import GAMES as ROQUE

GAMES: Final[dict[str, Game[Any]]] = {
    "chwech": Chwech(),
    **FIVES,
    **AUCTION_FIVES,
    **ROQUE,
    **BETE,
    **DURAK,
    **PILES,
    **DA_BAI_FEN,
}
"""All games, the default first."""

FIGURES: Final[dict[str, Figures]] = {
    "chwech": CHWECH_FIGURES,
    **dict.fromkeys(FIVES, FIVES_FIGURES),
    **dict.fromkeys(AUCTION_FIVES, AUCTION_FIVES_FIGURES),
    **dict.fromkeys(ROQUE, ROQUE_FIGURES),
    **dict.fromkeys(BETE, BETE_FIGURES),
    **dict.fromkeys(DURAK, DURAK_FIGURES),
    **dict.fromkeys(PILES, PILES_FIGURES),
    **dict.fromkeys(DA_BAI_FEN, DA_BAI_FEN_FIGURES),
}
"""The statistics of a series for each game, in addition to points and wins."""

KERNELS: Final = {"chwech": "server.rules.chwech.kernel"}
"""The modules that play a game by chance with compiled code; they need packages that nothing else needs."""


def kernel(game: str) -> Callable[[Setup, int, int], KernelSums]:
    """Return what plays so many games of a setup by chance, given a seed from 1 to 2 ** 64 - 1.

    Raises:
        InvalidSetup: the game has no compiled code, or what compiles it is not installed.
    """
    if game not in KERNELS:
        raise InvalidSetup(
            sentence(
                "fast: there is no compiled code for {game}, only for {games}", game=game, games=", ".join(KERNELS)
            )
        )
    try:
        module = import_module(KERNELS[game])
    except ImportError:
        module = None
    if module is None or not module.COMPILED:
        raise InvalidSetup(sentence("fast: numba is not installed: docs/bots.md says how to install it"))
    play: Callable[[Setup, int, int], KernelSums] = module.play_fast
    return play
