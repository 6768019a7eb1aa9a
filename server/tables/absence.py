"""Who is away from a seat: a bot plays for them until they are back, or for good."""

from typing import Final, TypeVar

from protocol.absence import Absence
from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.chairs import Chair, others, taken
from server.tables.clock import awake, correspondence, resting
from server.tables.lapses import BotStoodIn, PersonResigned
from server.tables.log import PersonSat, TableClosed
from server.tables.outcome import Denied, Granted
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
