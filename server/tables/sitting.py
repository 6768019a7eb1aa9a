"""Who may sit down at a table, and where."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.answers import overtaken
from server.tables.caprice import worn_out
from server.tables.chairs import free_seats, resigned, seat_of, taken
from server.tables.commands import Sit
from server.tables.enough import ENOUGH
from server.tables.filling import make_way
from server.tables.gathering import kept_for
from server.tables.log import PersonSat
from server.tables.meetings import ReadySet
from server.tables.names import name_key
from server.tables.outcome import Denied, Granted, Outcome, carried_out
from server.tables.ready import beginning, done_when_ready
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
    outdated = overtaken(table.answers, command.cause)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot or outdated:
            # The game begins by itself when the last one is back: this is nobody's command.
            begins = beginning(table)
            return carried_out(table, begins, now, None) if begins else Granted(table.seq)
        return carried_out(table, _come(table, own, command), now, command.cause)
    if outdated:
        return Denied(ErrorCode.STALE, "you have sat down at that table by this very command, and left it since")
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game at that table has ended: open a new table")
    if resigned(table.chairs, account):
        return Denied(ErrorCode.NOT_NOW, "you have left that game for good: watch it, or open a new table")
    if account in table.gathering.barred:
        return Denied(ErrorCode.NOT_NOW, "the host has removed you from that table: join another, or open one")
    if worn_out(table.caprices, account):
        return ENOUGH
    seats = seats_for(table, account, command.name)
    if not seats:
        return _full(table)
    seat = seats[0]
    ready = command.ready and table.phase is TablePhase.GATHERING
    facts = _come(table, seat, command)
    return done_when_ready(table, (*facts, ReadySet(seat, ready=True)) if ready else facts, now, command.cause)


def _come(table: Table[S], seat: Seat, command: Sit) -> tuple[AnyFact, ...]:
    """Give the facts by which a person sits down, and any bot that is called like them is called otherwise."""
    return (*make_way(table, seat, command.name), PersonSat(seat, command.cause.account, command.name))


def seats_for(table: Table[S], account: str, name: str) -> tuple[Seat, ...]:
    """Give the seats that somebody could have, the best first.

    That is the one kept for them, then a free one, then a bot's; of these the one that is called like them comes first.
    """
    chairs = [(seat, chair) for seat, chair in taken(table.chairs) if not chair.account]
    chairs.sort(key=lambda held: name_key(held[1].name) != name_key(name))
    bots = tuple(seat for seat, _ in chairs) if table.opened.arrangement.takeover else ()
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
