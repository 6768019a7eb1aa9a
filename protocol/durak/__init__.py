"""The words of Durak in teams: what a seat can do, what happens, what is seen."""

from protocol.durak.actions import Add, Attack, Beat, Finish, GiveUp, Pass
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.views import DurakView
from protocol.language import N_
from protocol.vocabulary import Dialect

DURAK = Dialect(
    game="durak",
    actions=(Attack, Add, Beat, GiveUp, Pass, Finish),
    events=(
        Dealt,
        BoutBegun,
        Attacked,
        Added,
        Beaten,
        GivenUp,
        Passed,
        Finished,
        BoutEnded,
        Drawn,
        WentOut,
        DealEnded,
        GameEnded,
    ),
    view=DurakView,
    progress=(N_("deal {number}, {one}:{other}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of the game, version 1."""

__all__ = ["DURAK"]
