"""The words of Da Bai Fen: what a seat can do, what happens, what is seen."""

from protocol.da_bai_fen.actions import Bury, Claim, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.events import (
    Answered,
    Buried,
    Claimed,
    DealEnded,
    Dealt,
    Drawn,
    Exposed,
    GameEnded,
    LastAsked,
    LeadCut,
    LeadFailed,
    Played,
    SixTaken,
    SixTurned,
    TrickTaken,
)
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import N_
from protocol.vocabulary import Dialect

DA_BAI_FEN = Dialect(
    game="da_bai_fen",
    actions=(Expose, Pass, Finish, Bury, Claim, Lay, Play),
    events=(
        Dealt,
        Drawn,
        LastAsked,
        Answered,
        Exposed,
        SixTurned,
        SixTaken,
        Buried,
        Claimed,
        Played,
        LeadCut,
        LeadFailed,
        TrickTaken,
        DealEnded,
        GameEnded,
    ),
    view=DaBaiFenView,
    progress=(N_("deal {number}, {one}:{other}"), N_("over after one deal"), N_("over after {n} deals")),
)
"""The dialect of Da Bai Fen, version 1."""

__all__ = ["DA_BAI_FEN"]
