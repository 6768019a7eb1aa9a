"""The words of Auction Forty-Fives: what a seat can do, what happens, what is seen."""

from protocol.auction_fives.actions import Bid, Discard, Draw, Hold, Name, Pass, Pick, Play
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    Dealt,
    Discarded,
    Drawn,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import N_
from protocol.vocabulary import Dialect

AUCTION_FIVES = Dialect(
    game="auction_fives",
    actions=(Pass, Bid, Hold, Name, Discard, Draw, Pick, Play),
    events=(
        Dealt,
        Passed,
        BidMade,
        Held,
        TrumpNamed,
        Discarded,
        Drawn,
        StockOpened,
        Picked,
        Played,
        TrickTaken,
        DealEnded,
        GameEnded,
    ),
    view=AuctionFivesView,
    progress=(
        N_("deal {number}, {best}/{target}"),
        N_("deal {number} of {deals}"),
        N_("over after one deal"),
        N_("over after {n} deals"),
    ),
)
"""The dialect, version 1."""

__all__ = ["AUCTION_FIVES"]
