"""The registry of games by name: the only file beside its own folder that names a game."""

from importlib import import_module
from typing import Any, Final

from games.bete.table import WORDS as BETE
from games.chwech.table import WORDS as CHWECH
from games.da_bai_fen.table import WORDS as DA_BAI_FEN
from games.durak.table import WORDS as DURAK
from games.fives.auction_table import WORDS as AUCTION
from games.fives.table import WORDS as FIVES
from games.kit.game import Game
from games.kit.review import NoReview, Reviewer
from games.kit.words import Words
from games.piles.table import WORDS as PILES
from games.roque.table import WORDS as ROQUE
from protocol.language import sentence

_ALL: Final[tuple[Words[Any], ...]] = (CHWECH, *FIVES, AUCTION, *ROQUE, BETE, DURAK, *PILES, DA_BAI_FEN)

WORDS: Final = {words.game.name: words for words in _ALL}  # What is said and shown of each game, the default first.

GAMES: Final[dict[str, Game[Any]]] = {name: words.game for name, words in WORDS.items()}
"""All games, in the same order."""

REVIEWS: Final = {CHWECH.game.name: "games.chwech.review"}
"""The modules that review a game, by its name; they load what nothing else needs."""


def reviewer(game: str) -> Reviewer:
    """Return what reviews the records of a game; raise ``NoReview`` if there is no review of this game."""
    if game not in REVIEWS:
        games = ", ".join(REVIEWS)
        raise NoReview(sentence("there is no review of {game}, only of {games}", game=repr(game[:40]), games=games))
    found: Reviewer = import_module(REVIEWS[game]).review
    return found
