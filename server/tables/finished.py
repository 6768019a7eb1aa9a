"""What is stored of finished games: the record, an entry for lists, and statistics over many games."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from protocol.archive import GameEntry, Statistics
from protocol.seating import SEATING
from protocol.tableview import TablePhase
from server.rules.game import Label
from server.tables.chairs import listed_name, seat_of, taken
from server.tables.heading import Heading
from server.tables.table import Progress, Table

S = TypeVar("S")


def end_of(progress: Progress[S]) -> Table[S] | None:
    """Return the table as it was when its game ended; None if the game has not ended."""
    return next((step.table for step in progress.steps if step.table.phase is TablePhase.OVER), None)


def players(table: Table[S]) -> frozenset[str]:
    """Return the accounts that have a seat, or had one and left for good."""
    return frozenset(who for _, chair in taken(table.chairs) if (who := chair.account or chair.resigned))


def record_of(progress: Progress[S], end: Table[S], id: str, played_at: str) -> str:
    """Return the record of a finished game; ``end`` is the table at its end.

    Raises:
        InvalidSetup: the game no longer supports its own setup.
    """
    names = tuple(listed_name(chair) for _, chair in taken(end.chairs))
    events = [step.event for step in progress.steps if not isinstance(step.event, SEATING)]
    return end.game.record(end.opened.setup, events, Label(names, id, played_at, tuple(sorted(end.hinted))))


def game_entry(number: int, ended_at: float, brief: Heading, reader: str) -> GameEntry:
    """Return the entry in the list of finished games for this reader; ``brief`` is the heading at the end."""
    return GameEntry(
        game=number,
        table=brief.code,
        ended_at=ended_at,
        setup=brief.setup,
        names=tuple(listed_name(chair) if chair else "" for chair in brief.chairs),
        totals=brief.totals,
        sides=brief.sides,
        chips=brief.chips,
        seat=seat_of(brief.chairs, reader),
        hinted=brief.hinted,
    )


def sum_up(blank: Statistics, ends: Iterable[Heading], account: str) -> Statistics:
    """Return ``blank``, which names a game, with the sums of an account over finished games of that name.

    A game that the account left for good counts as a game, and adds nothing else.
    """
    played = [brief for brief in ends if brief.setup.game == blank.game]
    seats = [(brief, seat_of(brief.chairs, account)) for brief in played if brief.tallies]
    own = [(brief, seat, brief.tallies[seat]) for brief, seat in seats if seat is not None]
    count = sum(tally.count for _, _, tally in own)
    return replace(
        blank,
        games=len(played),
        wins=sum(seat in brief.winners for brief, seat, _ in own),
        deals=sum(tally.deals for _, _, tally in own),
        points=sum(tally.points for _, _, tally in own),
        exact=count,
        count=count,
    )
