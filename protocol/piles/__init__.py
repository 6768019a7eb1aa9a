"""The words of Svoyi Koziri, Dudak and Challenge, games of one pile: what a seat can do, what happens, what is seen."""

from protocol.language import N_
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump, Take
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    Dealt,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import PilesView
from protocol.vocabulary import Dialect

PILES = Dialect(
    game="piles",
    actions=(NameTrump, NameSide, ShowTrump, Play, Take),
    events=(
        DealBegun,
        TrumpNamed,
        SideNamed,
        Dealt,
        SixHanded,
        Played,
        Taken,
        TrumpShown,
        WentOut,
        PileKilled,
        DealEnded,
        GameEnded,
    ),
    view=PilesView,
    progress=(N_("deal {number} of {deals}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of the three games, version 1; the view says which of them is played."""

__all__ = ["PILES"]
