"""The words of Twenty-Five and Forty-Five, which are one family: what a seat can do, what happens, what is seen."""

from protocol.fives.actions import Decline, Play, Rob, TakeJoker
from protocol.fives.events import (
    BestCardScored,
    DealEnded,
    Dealt,
    Declined,
    GameEnded,
    JokerTaken,
    Played,
    Robbed,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import FivesView
from protocol.language import N_
from protocol.vocabulary import Dialect

FIVES = Dialect(
    game="fives",
    actions=(TakeJoker, Rob, Decline, Play),
    events=(
        Dealt,
        JokerTaken,
        Robbed,
        Declined,
        Played,
        BestCardScored,
        TrickTaken,
        TricksScored,
        DealEnded,
        GameEnded,
    ),
    view=FivesView,
    progress=(N_("deal {number}, {best}/{target}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of both games, version 1; the view says which of them is played."""

__all__ = ["FIVES"]
