"""The registry of games by name: the only file beside its own folder that names a game."""

from typing import Any, Final

from games.bete.rules import BETE
from games.bete.table import WORDS as BETE_WORDS
from games.chwech.rules import CHWECH
from games.da_bai_fen.rules import DA_BAI_FEN
from games.durak.rules import DURAK
from games.fives.auction import AUCTION
from games.fives.rules import FIVES
from games.kit.game import Game
from games.kit.words import Words
from games.piles.rules import PILES
from games.roque.rules import ROQUE, ROQUE_THREE

_GAMES: Final[tuple[Game[Any], ...]] = (
    CHWECH,
    BETE,
    ROQUE,
    ROQUE_THREE,
    DURAK,
    DA_BAI_FEN,
    *FIVES,
    AUCTION,
    *PILES,
)

GAMES: Final = {game.name: game for game in _GAMES}
"""All games, the default first."""

WORDS: Final[dict[str, Words[Any]]] = {words.game.name: words for words in (BETE_WORDS,)}
"""What is said and shown of each game."""
