"""People and bots with ratings, for the tests of what shows them."""

from typing import Any, TypeVar

from msgspec.structs import replace

from protocol.game import View
from protocol.rating import RankedPlayer, Rating, RulesetRating, SeatRating
from protocol.table import TableView

V = TypeVar("V", bound=View)

SURE = Rating(1712, 96, 84)
FRESH = Rating(1540, 187, 2, provisional=True)

RANKED = (
    RankedPlayer(Rating(1803, 88, 120), name="Owain", place=1),
    RankedPlayer(SURE, name="Megan", place=2, own=True),
    RankedPlayer(Rating(1490, 71, 1300), bot="steady", place=3),
    RankedPlayer(Rating(802, 75, 900), bot="random", place=4),
    RankedPlayer(FRESH, name="Rhiannon o Flaenau Ffestiniog"),
)
"""The rankings, with the reader second."""

OWN = (RulesetRating("revised", SURE), RulesetRating("original", FRESH))  # The reader's ratings.

SEATS = (SeatRating(SURE, 12), SeatRating(Rating(1490, 71, 1300), -4), SeatRating(FRESH, 0), None)
"""The ratings of the first seats after a game."""


def with_ratings(table: TableView, *, changed: bool = False) -> TableView:
    """Give a table that shows ratings, during its game or after it was rated."""
    shown: list[Any] = [one if one is None or changed else replace(one, change=None) for one in SEATS]
    seats = [*shown, *(None,) * (len(table.seats) - len(shown))]
    return replace(
        table,
        seats=tuple(
            replace(seat, rating=rating) if seat is not None else None
            for seat, rating in zip(table.seats, seats, strict=True)
        ),
    )
