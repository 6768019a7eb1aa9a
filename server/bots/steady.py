"""The bot ``steady``: for each action it weighs what it can hope for afterwards, one ply deep, and takes the best."""

from random import Random

from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Action, View
from server.bots import shape
from server.bots.odds import prospect
from server.bots.worth import worth


def play_steadily(view: View, whims: Random) -> Action:
    """Give the action with the best hope; of equal ones, any."""
    assert isinstance(view, ChwechView)
    if len(view.legal) == 1:
        return view.legal[0]
    return max(view.legal, key=lambda action: (hope(view, action), whims.random()))


def hope(view: ChwechView, action: Pass | Play) -> float:
    """Give the score to hope for after an action of the viewer."""
    assert view.viewer is not None
    seat = view.seats[view.viewer]
    others = min(other.cards for number, other in enumerate(view.seats) if number != view.viewer)
    if isinstance(action, Pass):
        ends = view.phase is Phase.LEADING and len(view.trick.turns) == len(view.seats) - 1
        idle = shape.IDLE if view.phase is Phase.LEADING else 0.0
        return worth(seat.cards, seat.won, 0 if ends else min(seat.cards, others)) - idle
    left = seat.cards - 1
    shortest = min(left, others)
    chance = prospect(view, action)
    taken = worth(left, seat.won + chance.size, shortest) + shape.LEAD
    lost = worth(left, seat.won, shortest)
    return chance.takes * taken + (1 - chance.takes) * lost + shape.shape(view, action)
