"""What the list of tables says of one: kept beside its log, so that listing tables needs no fold of any."""

from typing import TypeVar

from msgspec import Struct

from protocol.setup import USUAL, Arrangement, Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.vocabulary import Seat
from server.rules.game import Over, Tally
from server.tables.chairs import Chairs, bots_own, free_seats, listed_name, resigned, seat_of, taken
from server.tables.clock import correspondence, due, lefts, next_alarm
from server.tables.log import Cause
from server.tables.table import Table

S = TypeVar("S")


class Heading(Struct, frozen=True, gc=False, omit_defaults=True):
    """A table in brief, without anything that is hidden from anybody but the accounts."""

    code: str
    """The word that names the table."""

    opened_at: float
    """When it was made, in seconds since 1970."""

    setup: Setup
    """The game and its options."""

    phase: TablePhase
    """How far it has come."""

    chairs: Chairs
    """Who has which seat."""

    summary: str
    """How far the game has come, in a few words."""

    maker: str
    """The account that made it."""

    opening: int = 0
    """The id of the command that made it."""

    totals: tuple[int, ...] = ()
    """The score of every seat so far; empty before the game begins."""

    closed: bool = False
    """Whether everybody left before the game began."""

    arrangement: Arrangement = USUAL
    """How the table is run."""

    wake: float | None = None
    """Seconds after which something is due there, counted from its last record; None where it may sleep."""

    kept: tuple[Seat, ...] = ()
    """The seats that are kept for somebody."""

    barred: tuple[str, ...] = ()
    """The accounts that cannot sit down there."""

    hurried: tuple[tuple[str, int], ...] = ()
    """The accounts that came by the quick way, each with the id of the command that led them there."""

    winners: tuple[Seat, ...] = ()
    """Who has won, once the game has ended."""

    tallies: tuple[Tally, ...] = ()
    """How every seat has played, once the game has ended."""

    seen: str = ""
    """How far the game has come as those who watch have been told; empty where that is no different."""

    turn: tuple[Seat, ...] = ()
    """By correspondence the seats whose time runs, the first to run out of it first."""

    left: float | None = None
    """Seconds that it has for that, counted from the last record as its clock runs."""


def heading(table: Table[S], seen: Table[S] | None = None) -> Heading:
    """Give a table in brief; ``seen`` is the table as those who watch see it, where that is another."""
    begun = table.phase is not TablePhase.GATHERING
    end = table.game.awaits(table.state) if table.phase is TablePhase.OVER else None
    free = len(free_seats(table.chairs))
    waiting = f"{len(table.chairs) - free} of {len(table.chairs)} seats taken"
    summary = table.game.summary(table.state) if begun else waiting
    left = lefts(table) if correspondence(table) else {}
    told = table.game.summary(seen.state) if begun and seen is not None and seen is not table else summary
    return Heading(
        code=table.opened.code,
        opened_at=table.opened_at,
        setup=table.opened.setup,
        phase=table.phase,
        chairs=table.chairs,
        summary=summary,
        maker=table.opened.account,
        opening=table.opening,
        totals=table.game.totals(table.state) if begun else (),
        closed=table.closed,
        arrangement=table.opened.arrangement,
        wake=_wake(table) if correspondence(table) else None,
        kept=tuple(seat for seat, _ in taken(table.gathering.kept)),
        barred=tuple(sorted(table.gathering.barred)),
        hurried=table.gathering.hurried,
        winners=end.result.winners if isinstance(end, Over) else (),
        tallies=table.game.tallies(table.state) if isinstance(end, Over) else (),
        seen="" if told == summary else told,
        turn=tuple(sorted(left, key=left.__getitem__)),
        left=round(min(left.values()) + table.moment.lapsed) if left else None,
    )


def _wake(table: Table[S]) -> float | None:
    """Give the seconds after which something is due at a table that never sleeps."""
    return 0.0 if due(table) else next_alarm(table)


def is_open(brief: Heading) -> bool:
    """Say whether the table can still be played at."""
    return brief.phase is not TablePhase.OVER and not brief.closed


def made_by(brief: Heading, cause: Cause) -> bool:
    """Say whether this very command made the table."""
    return brief.maker == cause.account and brief.opening == cause.id


def led_here(brief: Heading, cause: Cause) -> bool:
    """Say whether this very command led somebody there by the quick way."""
    return made_by(brief, cause) or (cause.account, cause.id) in brief.hurried


def invites(brief: Heading) -> bool:
    """Say whether somebody who has no seat there can get one."""
    return vacant(brief) > 0


def vacant(brief: Heading) -> int:
    """Give how many seats anybody could have: free ones, and bots' own where people may take them over."""
    bots = bots_own(brief.chairs) if brief.arrangement.takeover else ()
    return len({*free_seats(brief.chairs), *bots} - {*brief.kept})


def persons(brief: Heading) -> int:
    """Give how many people have a seat there."""
    return sum(bool(chair.account) for _, chair in taken(brief.chairs))


def accounts(brief: Heading) -> frozenset[str]:
    """Give whom the table concerns: its maker, who has a seat, and who can have none any more."""
    people = (chair.account or chair.resigned for _, chair in taken(brief.chairs))
    return frozenset({brief.maker, *filter(None, people), *brief.barred})


def shut_out(brief: Heading, reader: str) -> bool:
    """Say whether somebody can have no seat there any more: they have left the game for good, or were removed."""
    return bool(reader) and (reader in brief.barred or resigned(brief.chairs, reader))


def entry(brief: Heading, reader: str, deadline: float | None = None) -> TableEntry:
    """Give the line in the list for this reader; ``deadline`` is when the first seat runs out of time."""
    own = seat_of(brief.chairs, reader)
    turn = brief.turn if own is not None else ()
    chair = brief.chairs[turn[0]] if turn else None
    return TableEntry(
        table=brief.code,
        setup=brief.setup,
        phase=brief.phase,
        names=tuple(listed_name(chair) if chair else "" for chair in brief.chairs),
        summary=brief.summary if own is not None else brief.seen or brief.summary,
        yours=own is not None,
        total=brief.totals[own] if own is not None and brief.totals else None,
        arrangement=brief.arrangement,
        persons=persons(brief),
        vacant=0 if shut_out(brief, reader) else vacant(brief),
        turn=chair.name if chair is not None else "",
        your_turn=own in turn,
        deadline=deadline if turn else None,
    )
