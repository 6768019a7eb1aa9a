"""The words of Roque and of Roque for three, which are one family: what a seat can do, what happens, what is seen."""

from protocol.language import N_
from protocol.roque.actions import Bid, Bury, Pass, Play
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played, TrickTaken, WidowTaken
from protocol.roque.views import RoqueView
from protocol.vocabulary import Dialect

ROQUE = Dialect(
    game="roque",
    actions=(Bid, Pass, Bury, Play),
    events=(Dealt, BidMade, Passed, WidowTaken, Buried, Played, TrickTaken, DealEnded, GameEnded),
    view=RoqueView,
    progress=(N_("deal {number}, {best}/{target}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of both games, version 1; the view says which of them is played."""

__all__ = ["ROQUE"]
