"""The heading of a table, its summary for lists: stored beside its log, so that listing tables needs no fold."""

from collections.abc import Collection, Container, Iterable
from operator import is_not
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.archive import GameEntry, Statistics
from protocol.daily import DailyMark
from protocol.message import Seat
from protocol.messages import SOMEBODY
from protocol.setup import USUAL, Arrangement, Setup
from protocol.table import SEATS_TAKEN, TableEntry, TablePhase
from server.tables.chairs import Chair, Chairs, bots_own, free_seats, listed_name, resigned, seat_of, taken
from server.tables.clock import correspondence, due, lefts, next_alarm, unattended
from server.tables.log import Cause, Opened
from server.tables.names import is_bot_account
from server.tables.table import Progress, Table

_COMPANY = 2  # The number of players without whom there is nothing to compare.


class Player(Struct, frozen=True, gc=False):
    """Who is rated: the person or the brought bot of an account, or every bot of one level."""

    account: str = ""
    """The account; empty for a bot of the house."""
    bot: str = ""
    """The level of the bot of the house; empty for an account."""

    @property
    def person(self) -> bool:
        """True for a person."""
        return bool(self.account) and not is_bot_account(self.account)


def player_of(chair: Chair, guests: Collection[str]) -> Player | None:
    """Return the player a seat is rated for, even if they have resigned; None for one of these guests."""
    account = chair.account or chair.resigned
    if account in guests:
        return None
    return Player(account) if account else Player(bot=chair.bot)


def arrangement_of(opened: Opened) -> Arrangement:
    """Return the arrangement in force: casual with a seed, from which someone may know the cards.

    The seed of a tournament is secret.
    """
    return replace(opened.arrangement, casual=True) if opened.seed and not opened.tournament else opened.arrangement


def is_rated(table: Table) -> bool:
    """True if the game is rated, with those who have the seats now; anyone may take a free one.

    It is if the table is not casual and seats a person with an account and someone to compare them with, unless at
    most one of several accounts stayed until the first deal ended.
    """
    if arrangement_of(table.opened).casual:
        return False
    own = {seat for seat, chair in taken(table.chairs) if chair.account or chair.resigned}
    if len(own) >= _COMPANY and len(own - table.quitters) < _COMPANY:
        return False
    players = {player for _, chair in taken(table.chairs) if (player := player_of(chair, table.guests)) is not None}
    return any(player.person for player in players) and (len(players) >= _COMPANY or None in table.chairs)


PLAYED_SECONDS: Final = 600.0
"""The precision of the time of the last record, in seconds: a heading is not to change with every record."""


class Heading(Struct, frozen=True, gc=False, omit_defaults=True):
    """A summary of a table; nothing in it is hidden from any reader except the accounts."""

    code: str
    opened_at: float
    setup: Setup
    phase: TablePhase
    chairs: Chairs
    summary: str
    maker: str
    totals: tuple[int, ...] = ()
    closed: bool = False
    """True if every person left before the game began, or those who run the server have closed it."""
    arrangement: Arrangement = USUAL
    wake: float | None = None
    """Seconds from the moment of this heading until something is due; None while the table may sleep."""
    kept: tuple[Seat, ...] = ()
    barred: tuple[str, ...] = ()
    led: tuple[Cause, ...] = ()
    origins: tuple[int, ...] = ()
    """By seat, a digest of the network that its account came from, 0 where it is not known; at the end alone."""
    winners: tuple[Seat, ...] = ()
    sides: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    deals: int = 0
    """At the end, the number of deals."""
    counts: tuple[int, ...] = ()
    """At the end, by seat, how many there were of what the game counts besides points."""
    seen: str = ""
    """The progress of the game as spectators have been told it; empty if it does not differ from ``summary``."""
    turn: tuple[Seat, ...] = ()
    """In a correspondence game, the seats whose time runs, the first to run out of it first."""
    left: float | None = None
    """Seconds that the first of those seats has left, counted from the last record as its clock runs."""
    played_at: float = 0.0
    """When the last record was written, in seconds since 1970, rounded down to ``PLAYED_SECONDS``."""
    rated: bool = False
    """True if the game changes ratings."""
    guests: tuple[str, ...] = ()
    """The accounts that are guests'."""
    daily: DailyMark | None = None
    """What marks a table of the deal of the day."""
    hinted: tuple[Seat, ...] = ()
    """The seats on which hints were taken."""
    duplicate: int = 0
    """The number of the duplicate tournament that opened the table; 0 for none."""


def heading(table: Table, seen: Table | None = None) -> Heading:
    """Return the summary of a table; ``seen`` is the table as spectators see it, if that differs."""
    begun = table.phase is not TablePhase.GATHERING
    state, over = table.state, table.phase is TablePhase.OVER
    summary, told = _progress(table, seen)
    left = lefts(table) if correspondence(table) else {}
    return Heading(
        code=table.opened.code,
        opened_at=table.opened_at,
        setup=table.opened.setup,
        phase=table.phase,
        chairs=table.chairs,
        summary=summary,
        maker=table.opened.account,
        totals=state.totals if begun else (),
        closed=table.closed,
        arrangement=arrangement_of(table.opened),
        wake=(0.0 if due(table) else next_alarm(table)) if unattended(table) else None,
        kept=tuple([seat for seat, _ in taken(table.gathering.kept)]),
        barred=tuple(sorted(table.gathering.barred)),
        led=table.gathering.led,
        origins=_origins(table) if over else (),
        winners=state.winners if over else (),
        sides=state.sides if over else (),
        chips=state.chips if over else (),
        deals=state.deals if over else 0,
        counts=state.counts if over else (),
        seen=told,
        turn=tuple(sorted(left, key=left.__getitem__)),
        left=round(min(left.values()) + table.moment.lapsed) if left else None,
        played_at=_played_at(table),
        rated=is_rated(table),
        guests=tuple(sorted(table.guests)),
        daily=table.opened.daily,
        hinted=tuple(sorted(table.hinted)),
        duplicate=table.opened.duplicate,
    )


def _origins(table: Table) -> tuple[int, ...]:
    """Return where the accounts of the seats have come from; empty if nothing is known of any."""
    accounts = [(chair.account or chair.resigned) if chair is not None else "" for chair in table.chairs]
    found = tuple(table.origins.get(account, 0) for account in accounts)
    return found if any(found) else ()


class LastHeading:
    """The heading of one table after one record and the next.

    Most records are actions, which leave all but the progress of the game as it is: only that is worked out anew.
    """

    def __init__(self) -> None:
        self._parts: tuple[object, ...] = ()
        self._progress: tuple[object, ...] = ()
        self._brief: Heading | None = None

    def of(self, table: Table, seen: Table | None = None) -> Heading:
        """Return the summary of the table, the same object if it is as it was; see ``heading``."""
        parts = (table.chairs, table.gathering, table.guests, table.hinted, table.closed)
        before = self._brief
        plays_on = before is not None and before.phase is table.phase is TablePhase.PLAYING
        progress = table.state.deals, seen.state.deals if seen is not None else 0, _played_at(table)
        # Where time runs without connected players, it is in the heading.
        if before is None or not plays_on or unattended(table) or any(map(is_not, parts, self._parts)):
            brief = heading(table, seen)
        else:
            brief = before if progress == self._progress else _played_on(before, table, seen)
        self._parts, self._progress, self._brief = parts, progress, brief
        return brief


def _played_on(brief: Heading, table: Table, seen: Table | None) -> Heading:
    (summary, told), totals = _progress(table, seen), table.state.totals
    return replace(brief, summary=summary, seen=told, totals=totals, played_at=_played_at(table))


def _progress(table: Table, seen: Table | None) -> tuple[str, str]:
    """Return the progress of the game, and as spectators see it; that is empty if it does not differ."""
    if table.phase is TablePhase.GATHERING:
        chairs = table.chairs
        return SEATS_TAKEN.format(taken=len(chairs) - chairs.count(None), seats=len(chairs)), ""
    summary = table.state.summary
    told = summary if seen is None or seen is table else seen.state.summary
    return summary, "" if told == summary else told


def _played_at(table: Table) -> float:
    return table.changed_at // PLAYED_SECONDS * PLAYED_SECONDS


def last_played(brief: Heading) -> tuple[float, float]:
    """Return when something last happened at the table and, for tables of equal times, when it was opened."""
    return brief.played_at, brief.opened_at


def is_open(brief: Heading) -> bool:
    """True if the table can still be played at."""
    return brief.phase is not TablePhase.OVER and not brief.closed


def invites(brief: Heading) -> bool:
    """True if a newcomer could take a seat there."""
    return vacant(brief) > 0


def vacant(brief: Heading) -> int:
    """Return the number of seats open to a newcomer: free ones, and bots' seats if takeover is allowed."""
    bots = bots_own(brief.chairs) if brief.arrangement.takeover else ()
    return len({*free_seats(brief.chairs), *bots} - {*brief.kept})


def persons(brief: Heading) -> int:
    """Return the number of people who have a seat there; bots that people bring are none."""
    return sum(bool(chair.account) and not is_bot_account(chair.account) for _, chair in taken(brief.chairs))


def accounts(brief: Heading) -> frozenset[str]:
    """Return the accounts that the table concerns: the maker, the seated, the resigned and the removed."""
    people = (chair.account or chair.resigned for _, chair in taken(brief.chairs))
    return frozenset({brief.maker, *filter(None, people), *brief.barred})


def shut_out(brief: Heading, reader: str) -> bool:
    """True if this reader can take no seat there again, because they resigned or were removed."""
    return bool(reader) and (reader in brief.barred or resigned(brief.chairs, reader))


def names_of(chairs: Chairs, unlisted: Container[str] = ()) -> tuple[str, ...]:
    """Return the names as lists show them, by seat, without those of some accounts; empty for a free seat."""
    named = [listed_name(chair) if chair else "" for chair in chairs]
    masked = [chair is not None and (chair.account or chair.resigned) in unlisted for chair in chairs]
    return tuple([SOMEBODY if hides else name for name, hides in zip(named, masked, strict=True)])


def entry(brief: Heading, reader: str, deadline: float | None = None, unlisted: Container[str] = ()) -> TableEntry:
    """Return the entry in the lobby for this reader; ``deadline`` is when the first seat runs out of time.

    Those who are not listed are named at the reader's own tables alone.
    """
    own = seat_of(brief.chairs, reader)
    turn = brief.turn if own is not None else ()
    chair = brief.chairs[turn[0]] if turn else None
    return TableEntry(
        table=brief.code,
        setup=brief.setup,
        phase=brief.phase,
        names=names_of(brief.chairs, unlisted if own is None else ()),
        summary=brief.summary if own is not None else brief.seen or brief.summary,
        yours=own is not None,
        total=brief.totals[own] if own is not None and brief.totals else None,
        arrangement=brief.arrangement,
        persons=persons(brief),
        vacant=0 if shut_out(brief, reader) else vacant(brief),
        turn=chair.name if chair is not None else "",
        your_turn=own in turn,
        deadline=deadline if turn else None,
        played_at=last_played(brief)[0] if own is not None else None,
        daily=brief.daily,
    )


def end_of(progress: Progress) -> Table | None:
    """Return the table as it was when its game ended; None if the game has not ended."""
    return next((step.table for step in progress.steps if step.table.phase is TablePhase.OVER), None)


def players(table: Table) -> frozenset[str]:
    """Return the accounts that have a seat, or had one and resigned."""
    return frozenset(who for _, chair in taken(table.chairs) if (who := chair.account or chair.resigned))


def record_of(end: Table, id: str, played_at: str) -> str:
    """Return the record of a finished game; ``end`` is the table at its end."""
    names = tuple(listed_name(chair) for _, chair in taken(end.chairs))
    return end.state.record(names, id, played_at, tuple(sorted(end.hinted)))


def game_entry(number: int, ended_at: float, brief: Heading, reader: str, unlisted: Container[str] = ()) -> GameEntry:
    """Return the entry in the list of finished games for this reader; ``brief`` is the heading at the end."""
    return GameEntry(
        game=number,
        table=brief.code,
        ended_at=ended_at,
        setup=brief.setup,
        names=names_of(brief.chairs, unlisted),
        totals=brief.totals,
        sides=brief.sides,
        chips=brief.chips,
        seat=seat_of(brief.chairs, reader),
        hinted=brief.hinted,
    )


def sum_up(blank: Statistics, ends: Iterable[Heading], account: str) -> Statistics:
    """Return ``blank``, which names a game, with the sums of an account over finished games of that name.

    A game from which the account resigned counts as a game, and adds nothing else.
    """
    played = [brief for brief in ends if brief.setup.game == blank.game]
    seats = [(brief, seat_of(brief.chairs, account)) for brief in played if brief.counts]
    own = [(brief, seat) for brief, seat in seats if seat is not None]
    return replace(
        blank,
        games=len(played),
        wins=sum(seat in brief.winners for brief, seat in own),
        deals=sum(brief.deals for brief, _ in own),
        points=sum(brief.totals[seat] for brief, seat in own),
        count=sum(brief.counts[seat] for brief, seat in own),
    )
