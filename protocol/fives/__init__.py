"""The words of the Fives (Twenty-Five, Forty-Five, Spoil Five): what a seat can do, what happens, what is seen."""

from protocol.fives.actions import Decline, Jink, Play, Rob, Sweep, TakeJoker
from protocol.fives.events import (
    Barred,
    BestCardScored,
    DealEnded,
    Dealt,
    Declined,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    Swept,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import FivesView
from protocol.language import N_
from protocol.vocabulary import Dialect

FIVES = Dialect(
    game="fives",
    actions=(TakeJoker, Rob, Decline, Play, Sweep, Jink),
    events=(
        Dealt,
        JokerTaken,
        Robbed,
        Declined,
        Played,
        BestCardScored,
        TrickTaken,
        TricksScored,
        Barred,
        Jinked,
        Swept,
        DealEnded,
        GameEnded,
    ),
    view=FivesView,
    progress=(
        N_("deal {number}, {best}/{target}"),
        N_("deal {number}, pool {pool} of {pools}"),
        N_("over after one deal"),
        N_("over after {n} deals"),
    ),
)
"""The dialect of the three games, version 1; the view says which of them is played."""

__all__ = ["FIVES"]
