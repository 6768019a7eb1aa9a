"""How somebody has played over many games, summed up from the headings that their tables had at the end."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from server.tables.chairs import seat_of
from server.tables.heading import Heading


class Season(Struct, frozen=True, gc=False):
    """The sums."""

    games: int = 0
    """Games that were played to the end."""

    wins: int = 0
    """Games won, alone or with others."""

    deals: int = 0
    """Deals in them."""

    points: int = 0
    """Points in those deals."""

    exact: int = 0
    """Deals that came out exactly."""


def sum_up(ends: Iterable[Heading], account: str) -> Season:
    """Give the sums for an account; of a game that it left for good nothing counts but that it was one."""
    season = Season()
    for brief in ends:
        season = _with(season, brief, account)
    return season


def _with(season: Season, brief: Heading, account: str) -> Season:
    """Give the sums with one more game."""
    seat = seat_of(brief.chairs, account)
    season = replace(season, games=season.games + 1)
    if seat is None or not brief.tallies:
        return season
    tally = brief.tallies[seat]
    return replace(
        season,
        wins=season.wins + (seat in brief.winners),
        deals=season.deals + tally.deals,
        points=season.points + tally.points,
        exact=season.exact + tally.exact,
    )
