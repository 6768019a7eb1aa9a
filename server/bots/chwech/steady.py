"""The bot ``steady``: it estimates the score after each action, one ply deep, and takes the best.

Its constants, all of them in ``worth``, were found by hill-climbing on deals against both bots.
"""

from random import Random

from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Action, View
from server.bots.chwech.worth import IDLE, prospect, shape, worth


def play_steadily(view: View, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    assert isinstance(view, ChwechView)
    if len(view.legal) == 1:
        return view.legal[0]
    return max(view.legal, key=lambda action: (hope(view, action), whims.random()))


def hope(view: ChwechView, action: Pass | Play) -> float:
    """Return the estimated score after an action of the viewer."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    others = min(other.cards for seat, other in enumerate(view.seats) if seat != view.viewer)
    if isinstance(action, Pass):
        return _hope_of_passing(view, own.cards, own.won, min(own.cards, others))
    left = own.cards - 1
    shortest = min(left, others)
    chance = prospect(view, action)
    taken = worth(left, own.won + chance.size, shortest)
    lost = worth(left, own.won, shortest)
    return chance.takes * taken + (1 - chance.takes) * lost + shape(view, action)


def _hope_of_passing(view: ChwechView, left: int, won: int, shortest: int) -> float:
    """Return the estimate after a pass; the last seat that could lead ends the deal by passing."""
    if view.phase is not Phase.LEADING:
        return worth(left, won, shortest)
    ends = len(view.trick.turns) == len(view.seats) - 1
    return worth(left, won, 0 if ends else shortest) - IDLE
