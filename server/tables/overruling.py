"""What those who run the server may do to any table: close it, and take somebody's seat away."""

from typing import TypeVar

from protocol.errors import ErrorCode
from protocol.seating import Removed
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.absence import resign
from server.tables.chairs import kept_for, others
from server.tables.commands import Decision, Denied, Granted
from server.tables.log import PersonLeft, TableClosed, Told
from server.tables.seating import succession
from server.tables.table import AnyFact, Table

S = TypeVar("S")


def close_table(table: Table[S]) -> Decision:
    """Return the fact by which a table is closed for good, wherever its game stands."""
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game there has ended: nothing is left to close")
    return Granted(table.seq) if table.closed else (TableClosed(),)


def reset_seat(table: Table[S], seat: Seat) -> Decision:
    """Return the facts by which a seat is free again or, once the game has begun, a bot's for good."""
    if table.closed or table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "nobody plays at that table any more")
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    if table.phase is TablePhase.PLAYING:
        if chair is None or not chair.account:
            return Denied(ErrorCode.NOT_NOW, "no person has that seat")
        return (*succession(table, seat), *resign(table, seat))
    if chair is not None and chair.account:
        closing: tuple[AnyFact, ...] = () if others(table.chairs, chair.account) else (TableClosed(),)
        return (*succession(table, seat), PersonLeft(seat), *closing)
    there = chair or kept_for(table.gathering, seat)
    if there is None:
        return Denied(ErrorCode.NOT_NOW, "that seat is free already, or there is none of this number")
    return (Told(Removed(seat, there.name, there.bot)),)
