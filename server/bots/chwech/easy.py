"""The bot ``easy``: it plays as somebody new to the game, who counts what the table shows and thinks no further.

It asks what it would score if the trick and the deal ended with its card, and often takes an action that seems a little
worse. It takes an Ace for the highest card and a Joker for a sure trick, wherever they are played.
"""

from random import Random
from typing import Final

from protocol.cards import Rank
from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.chwech.steady import height_following, lean_of

SOFTNESS: Final = 10.0
"""How much worse, in points of the deal, an action may seem and still be taken now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often one that scores well as the table stands."""
    view = sight.view
    assert isinstance(view, ChwechView)
    lean = lean_of(sight.temper, len(view.seats))
    return choose_softly(view.legal, lambda action: score_as_it_stands(view, action, lean), SOFTNESS, whims)


def score_as_it_stands(view: ChwechView, action: Pass | Play, lean: float = 0.0) -> float:
    """Return the score if the deal ended with this action, for a bot that overrates a trick by ``lean`` points."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    if isinstance(action, Pass):
        return _score(own.cards, own.won)
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    if not _seems_to_take(view, action, played):
        return _score(own.cards - 1, own.won)
    return _score(own.cards - 1, own.won + len(played) + 1) + lean


def _score(left: int, won: int) -> float:
    return (9 - left) * (won % 9 or 9)


def _seems_to_take(view: ChwechView, play: Play, played: list[Play]) -> bool:
    original = view.ruleset == "original"
    if play.card.rank is Rank.JOKER and not original:
        return True
    height = height_following(play, original=original)
    return all(height > height_following(other, original=original) for other in played)
