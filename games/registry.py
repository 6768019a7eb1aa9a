"""The registry of games by name: the only file beside its own folder that names a game."""

from importlib import import_module
from typing import Any, Final

from games.bete.rules import BETE
from games.bete.table import WORDS as BETE_WORDS
from games.chwech.rules import CHWECH
from games.chwech.table import WORDS as CHWECH_WORDS
from games.da_bai_fen.rules import DA_BAI_FEN
from games.da_bai_fen.table import WORDS as DA_BAI_FEN_WORDS
from games.durak.rules import DURAK
from games.durak.table import WORDS as DURAK_WORDS
from games.fives.auction import AUCTION
from games.fives.auction_table import WORDS as AUCTION_WORDS
from games.fives.rules import FIVES
from games.fives.table import WORDS as FIVES_WORDS
from games.kit.game import Game
from games.kit.review import NoReview, Reviewer
from games.kit.words import Words
from games.piles.rules import PILES
from games.piles.table import WORDS as PILES_WORDS
from games.roque.rules import ROQUE, ROQUE_THREE
from games.roque.table import WORDS as ROQUE_WORDS
from protocol.language import sentence

_GAMES: Final[tuple[Game[Any], ...]] = (
    CHWECH,
    *FIVES,
    AUCTION,
    ROQUE,
    ROQUE_THREE,
    BETE,
    DURAK,
    *PILES,
    DA_BAI_FEN,
)

GAMES: Final = {game.name: game for game in _GAMES}
"""All games, the default first."""

_WORDS: Final[tuple[Words[Any], ...]] = (
    CHWECH_WORDS,
    BETE_WORDS,
    *ROQUE_WORDS,
    DURAK_WORDS,
    DA_BAI_FEN_WORDS,
    *FIVES_WORDS,
    AUCTION_WORDS,
    *PILES_WORDS,
)

WORDS: Final = {words.game.name: words for words in _WORDS}
"""What is said and shown of each game."""

REVIEWS: Final = {CHWECH.name: "games.chwech.review"}
"""The modules that review a game, by its name; they load what nothing else needs."""


def reviewer(game: str) -> Reviewer:
    """Return what reviews the records of a game.

    Raises:
        NoReview: there is no review of this game.
    """
    if game not in REVIEWS:
        games = ", ".join(REVIEWS)
        raise NoReview(sentence("there is no review of {game}, only of {games}", game=repr(game[:40]), games=games))
    found: Reviewer = import_module(REVIEWS[game]).review
    return found
