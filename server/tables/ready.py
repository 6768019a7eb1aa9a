"""When a game begins by itself: once every seat is taken, and everybody who sits there is here and ready."""

from typing import TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.chairs import free_seats, taken
from server.tables.commands import Ready
from server.tables.log import Cause, PlayBegan
from server.tables.meetings import ReadySet
from server.tables.outcome import Denied, Done, Granted, Outcome, carried_out
from server.tables.presence import persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")


def set_ready(table: Table[S], seat: Seat, command: Ready, now: float) -> Outcome[S]:
    """Note whether a person is ready for the game."""
    if table.phase is not TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has begun: people get ready before it")
    if (seat in table.gathering.ready) is command.ready:
        return Granted(table.seq)
    return done_when_ready(table, (ReadySet(seat, command.ready),), now, command.cause)


def done_when_ready(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause) -> Done[S]:
    """Give the record of these facts and the table after it; if all are ready then, the game begins with it."""
    done = carried_out(table, facts, now, cause)
    return carried_out(table, (*facts, PlayBegan()), now, cause) if _all_ready(done.progress.table) else done


def _all_ready(table: Table[S]) -> bool:
    """Say whether nobody is waited for any more."""
    persons = {seat for seat, chair in taken(table.chairs) if chair.account}
    waiting = table.phase is TablePhase.GATHERING and not free_seats(table.chairs)
    return waiting and persons <= table.gathering.ready & {*persons_here(table)}
