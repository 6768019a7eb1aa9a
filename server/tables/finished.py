"""What is kept of finished games: the record, a line for lists, and statistics over many of them."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.archive import GameEntry
from protocol.seating import SEATING
from protocol.tableview import TablePhase
from server.rules.game import Label
from server.tables.chairs import listed_name, seat_of, taken
from server.tables.heading import Heading
from server.tables.table import Progress, Table

S = TypeVar("S")


def end_of(progress: Progress[S]) -> Table[S] | None:
    """Give the table as it was when its game ended; None where that has not been, or no game was begun."""
    return next((step.table for step in progress.steps if step.table.phase is TablePhase.OVER), None)


def players(table: Table[S]) -> frozenset[str]:
    """Give the accounts that have a seat, or had one and left for good."""
    return frozenset(who for _, chair in taken(table.chairs) if (who := chair.account or chair.resigned))


def record_of(progress: Progress[S], end: Table[S], id: str, played_at: str) -> str:
    """Give the record of a game that has ended, by the table at its end.

    Raises:
        InvalidSetup: the game does not know its own setup any more.
    """
    names = tuple(listed_name(chair) for _, chair in taken(end.chairs))
    events = [step.event for step in progress.steps if not isinstance(step.event, SEATING)]
    return end.game.record(end.opened.setup, events, Label(names, id, played_at))


def game_entry(number: int, ended_at: float, brief: Heading, reader: str) -> GameEntry:
    """Give the line in the list of finished games for this reader, by the table's heading at the end of the game."""
    return GameEntry(
        game=number,
        table=brief.code,
        ended_at=ended_at,
        setup=brief.setup,
        names=tuple(listed_name(chair) if chair else "" for chair in brief.chairs),
        totals=brief.totals,
        seat=seat_of(brief.chairs, reader),
    )


class CareerTotals(Struct, frozen=True, gc=False):
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


def sum_up(ends: Iterable[Heading], account: str) -> CareerTotals:
    """Give the sums for an account; of a game that it left for good nothing counts but that it was one."""
    season = CareerTotals()
    for brief in ends:
        season = _with(season, brief, account)
    return season


def _with(season: CareerTotals, brief: Heading, account: str) -> CareerTotals:
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
