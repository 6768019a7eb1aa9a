"""One value or more of every message about ratings."""

from collections.abc import Mapping
from typing import Final

from protocol.archive import Statistics
from protocol.messages import FromClient, FromServer, OpenTable, TableChanged
from protocol.rankings import RankedPlayer, Rankings, ReadRankings
from protocol.rating import Rating, RulesetRating, SeatRating
from protocol.setup import Arrangement, Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Seat, View

SURE: Final = Rating(1712, 96, 84)
"""A rating after many games."""

FRESH: Final = Rating(1540, 327, 2, provisional=True)
"""A rating after few."""

RATED: Final[TableView[View]] = TableView(
    table="quiet-nine",
    seq=90,
    setup=Setup(players=4),
    phase=TablePhase.OVER,
    seats=(
        Occupant("Megan", rating=SeatRating(SURE, 12)),
        Occupant("Nia", bot="steady", rating=SeatRating(SURE, -4)),
        Occupant("Owain", rating=SeatRating(FRESH)),
        Occupant("Ifan", bot="random"),
    ),
    viewer=Seat(0),
)
"""A table at the end of a rated game."""

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "read rankings": ReadRankings(id=60),
    "read rankings of a ruleset": ReadRankings(id=61, game="chwech", ruleset="original"),
    "open a casual table": OpenTable(id=62, setup=Setup(), arrangement=Arrangement(casual=True)),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "rankings": Rankings(
        id=60,
        game="chwech",
        ruleset="revised",
        players=(
            RankedPlayer(SURE, name="Megan", place=1, own=True),
            RankedPlayer(Rating(1490, 71, 300), bot="steady", place=2),
            RankedPlayer(FRESH, name="Owain"),
        ),
    ),
    "no rankings": Rankings(id=61, game="forty-five", ruleset=""),
    "statistics with ratings": Statistics(
        id=35, name="Megan", games=84, game="chwech", ratings=(RulesetRating("revised", SURE),)
    ),
    "rated table": TableChanged(RATED),
}
"""What a server may send."""
