"""The words of Chwech: what a seat can do, what happens, what a viewer sees."""

from protocol.chwech.actions import Pass, Play
from protocol.chwech.events import DealEnded, Dealt, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.chwech.views import ChwechView
from protocol.language import N_
from protocol.vocabulary import Dialect

CHWECH = Dialect(
    game="chwech",
    actions=(Pass, Play),
    events=(Dealt, Led, LeadPassed, Played, Passed, TrickTaken, DealEnded, GameEnded),
    view=ChwechView,
    progress=(N_("deal {number} of {deals}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of Chwech, version 1."""

__all__ = ["CHWECH"]
