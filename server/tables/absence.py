"""Absence from a table: who is away or late, what a bot then does for them, and what follows when somebody leaves."""

from typing import Final, TypeVar

from protocol.absence import Absence
from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.rules.game import Over
from server.tables.chairs import Chair, others, taken
from server.tables.clock import CHECKPOINT_SECONDS, awake, correspondence, lefts, rest_left, resting
from server.tables.commands import Denied, Granted, Outcome, carried_out
from server.tables.log import Agreed, BotStoodIn, PauseEnded, PersonResigned, PersonSat, TableClosed, TimeRanOut, Told
from server.tables.pause import agreement, done_when_agreed, withdrawn
from server.tables.presence import between_deals, persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")

GRACE_SECONDS: Final = 40.0
"""How long a lost connection is waited for before a bot plays on."""


def set_away(table: Table[S], seat: Seat, *, away: bool) -> tuple[AnyFact, ...] | Granted | Denied:
    """Say what comes of somebody's wish to step away, or to be back."""
    if table.phase is not TablePhase.PLAYING:
        return Denied(ErrorCode.NOT_NOW, "there is no game to step away from: just close the connection, or leave")
    chair = table.chairs[seat]
    if chair is None or away == bool(chair.bot):
        return Granted(table.seq)
    if away:
        return (stand_in(table, seat, Absence.AWAY),)
    return back(seat, chair)


def back(seat: Seat, chair: Chair) -> tuple[AnyFact, ...]:
    """Give the facts by which somebody who is away is back."""
    return (PersonSat(seat, chair.account, chair.name),) if chair.bot else ()


def stand_in(table: Table[S], seat: Seat, why: Absence) -> BotStoodIn:
    """Give the fact that a bot plays for somebody."""
    return BotStoodIn(seat, table.opened.bots[seat], why)


def resign(table: Table[S], seat: Seat) -> tuple[AnyFact, ...]:
    """Give the facts by which somebody leaves a game for good; with the last person the table closes."""
    chair = table.chairs[seat]
    closing: tuple[AnyFact, ...] = () if chair and others(table.chairs, chair.account) else (TableClosed(),)
    return (PersonResigned(seat, table.opened.bots[seat]), *closing)


def missed(table: Table[S]) -> frozenset[str]:
    """Give the accounts whose connections are waited for: whose game goes on, and who are not here."""
    if not awake(table) or resting(table) or correspondence(table):
        return frozenset()
    return frozenset(chair.account for _, chair in taken(table.chairs) if not chair.bot) - table.present


def given_up(table: Table[S]) -> tuple[BotStoodIn, ...]:
    """Give the facts that bots play for those who have been waited for long enough."""
    over = {account for account, left in table.moment.graces.items() if left <= 0} & missed(table)
    return tuple(stand_in(table, seat, Absence.LOST) for seat, chair in taken(table.chairs) if chair.account in over)


def grace_of(table: Table[S], chair: Chair) -> float | None:
    """Give until when somebody's connection is waited for; None where it is not."""
    left = table.moment.graces.get(chair.account) if chair.account and not chair.bot else None
    if left is None or chair.account in table.present:
        return None
    now = table.moment.at if table.moment.at is not None else table.changed_at
    return now + max(0.0, left)


def gone(table: Table[S], now: float) -> Outcome[S]:
    """Say what comes of it; often nothing.

    Those who are left may all want a pause. Where nobody is left the table falls asleep: what its clock has run until
    now is written down, so that nobody gains by going, and nobody wants a pause any more.
    """
    if table.phase is not TablePhase.PLAYING:
        return Granted(table.seq)
    asked = frozenset[Seat]() if resting(table) else table.times.wishes
    facts = agreement(table) if persons_here(table) else withdrawn(asked)
    ran = not awake(table) and round(table.moment.lapsed, 3) > 0
    return carried_out(table, facts, now, None) if facts or ran else Granted(table.seq)


OUTS: Final = 3
"""How often in a row somebody runs out of time before a bot plays on."""


def time_passes(table: Table[S], now: float) -> Outcome[S]:
    """Say what comes of the time that has passed, one thing at a time; often nothing."""
    if not awake(table):
        return Granted(table.seq)
    facts = _over(table)
    checkpoint = table.moment.lapsed >= CHECKPOINT_SECONDS and bool(lefts(table))
    return done_when_agreed(table, facts, now, None) if facts or checkpoint else Granted(table.seq)


def _over(table: Table[S]) -> tuple[AnyFact, ...]:
    """Give the facts that are due."""
    if resting(table):
        return () if rest_left(table) > 0 else (PauseEnded(),)
    late = [seat for seat, left in lefts(table).items() if left <= 0]
    if not late:
        return given_up(table)
    if between_deals(table):
        return tuple(Agreed(seat) for seat in late)
    return _acted_for(table, late[0])


def _acted_for(table: Table[S], seat: Seat) -> tuple[AnyFact, ...]:
    """Give the facts by which a seat that has no time left is acted for; who is late too often is away."""
    events = table.game.decide(table.state, seat, table.game.fallback(table.state, seat))
    facts: tuple[AnyFact, ...] = (TimeRanOut(seat), *(Told(event) for event in events))
    state = table.state
    for event in events:
        state = table.game.evolve(state, event)
    if table.times.outs[seat] + 1 < OUTS or isinstance(table.game.awaits(state), Over):
        return facts
    return (*facts, stand_in(table, seat, Absence.IDLE))
