"""The words of Bête: what a seat can do, what happens, what is seen."""

from protocol.bete.actions import Pass, Play, TakePart
from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.bete.views import BeteView
from protocol.language import N_
from protocol.vocabulary import Dialect

BETE = Dialect(
    game="bete",
    actions=(TakePart, Pass, Play),
    events=(Dealt, TookPart, Passed, Played, TrickTaken, DealEnded, GameEnded),
    view=BeteView,
    progress=(N_("deal {number} of {deals}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of Bête, version 1."""

__all__ = ["BETE"]
