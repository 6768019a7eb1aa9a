"""When a game begins by itself: once everybody who has a seat is here and ready.

Where seats are free then, bots take them, if two people at least have come, and if people may take over bots' seats: so
nobody who comes a moment later is left out. Seats that are kept for somebody are waited for.
"""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.chairs import free_seats, taken
from server.tables.commands import Ready
from server.tables.filling import bots_for
from server.tables.gathering import kept_for
from server.tables.log import Cause, PlayBegan
from server.tables.meetings import ReadySet
from server.tables.outcome import Denied, Done, Granted, Outcome, carried_out
from server.tables.presence import persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")

_COMPANY: Final = 2
"""How many people begin a game of their own accord; one alone waits for others, or says so."""


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
    begins = beginning(done.progress.table)
    return carried_out(table, (*facts, *begins), now, cause) if begins else done


def beginning(table: Table[S]) -> tuple[AnyFact, ...]:
    """Give the facts by which the game begins now; none where somebody is still waited for."""
    persons = {seat for seat, chair in taken(table.chairs) if chair.account}
    waiting = table.phase is TablePhase.GATHERING and not table.closed
    if not waiting or not persons or not persons <= table.gathering.ready & {*persons_here(table)}:
        return ()
    free = free_seats(table.chairs)
    alone = len(persons) < _COMPANY or not table.opened.arrangement.takeover
    if free and (alone or any(kept_for(table.gathering, seat) for seat in free)):
        return ()
    return (*bots_for(table, free), PlayBegan())
