"""Who may sit down at a table, and where."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.chairs import bots_own, free_seats, resigned, seat_of
from server.tables.commands import Sit
from server.tables.gathering import kept_for
from server.tables.log import PersonSat
from server.tables.meetings import ReadySet
from server.tables.outcome import Denied, Granted, Outcome, carried_out
from server.tables.ready import done_when_ready
from server.tables.table import AnyFact, Table

S = TypeVar("S")

GONE: Final = Denied(ErrorCode.UNKNOWN_TABLE, "that table is closed: everybody has left it")
"""What is said of a table that is no more."""


def sit(table: Table[S], command: Sit, now: float) -> Outcome[S]:
    """Seat a person, at their own seat if they have one."""
    if table.closed:
        return GONE
    account = command.cause.account
    own = seat_of(table.chairs, account)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot:
            return Granted(table.seq)
        return carried_out(table, (PersonSat(own, account, command.name),), now, command.cause)
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game at that table has ended: open a new table")
    if resigned(table.chairs, account):
        return Denied(ErrorCode.NOT_NOW, "you have left that game for good: watch it, or open a new table")
    if account in table.gathering.barred:
        return Denied(ErrorCode.NOT_NOW, "the host has removed you from that table: join another, or open one")
    seats = seats_for(table, account)
    if not seats:
        return _full(table)
    seat = seats[0]
    ready = command.ready and table.phase is TablePhase.GATHERING
    facts: tuple[AnyFact, ...] = (PersonSat(seat, account, command.name),)
    return done_when_ready(table, (*facts, ReadySet(seat, ready=True)) if ready else facts, now, command.cause)


def seats_for(table: Table[S], account: str) -> tuple[Seat, ...]:
    """Give the seats that this account could have, the best first: the one kept for it, a free one, then a bot's."""
    bots = bots_own(table.chairs) if table.opened.arrangement.takeover else ()
    vacant = [(seat, kept_for(table.gathering, seat)) for seat in (*free_seats(table.chairs), *bots)]
    mine = (seat for seat, keeper in vacant if keeper is not None and keeper.account == account)
    return (*mine, *(seat for seat, keeper in vacant if keeper is None))


def _full(table: Table[S]) -> Denied:
    """Say why nobody else can sit down."""
    if any(chair is not None and not chair.account for chair in table.chairs):
        text = "bots have the other seats of that table, and nobody may take them over: join another, or open one"
    elif free_seats(table.chairs):
        text = "the free seats of that table are kept for those who had them: join another, or open one"
    else:
        text = "every seat of that table is taken: join another, or open one"
    return Denied(ErrorCode.TABLE_FULL, text)
