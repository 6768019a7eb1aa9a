"""The registry of the games that can be looked back at."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from protocol.language import sentence
from server.review.review import DealReview, NoReview, Pace

REVIEWS: Final = {"chwech": "server.review.chwech.game"}
"""The modules that review a game; they load what nothing else of a server needs."""

Reviewer = Callable[[str, Pace, int], Iterator[DealReview]]
"""Reviews a record deal by deal, or the one deal of a number; 0 for all.

Raises:
    InvalidRecord: the record breaks the rules.
    NoReview: what plays the game well is not there.
"""


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
