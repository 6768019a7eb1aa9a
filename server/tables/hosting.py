"""What the person who runs a table may do with its seats, and who that person is."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.chairs import free_seats, seat_of, taken
from server.tables.commands import Fill, Give, Remove
from server.tables.filling import bots_for
from server.tables.gathering import kept_for
from server.tables.meetings import HostGiven, SeatFreed
from server.tables.outcome import Denied, Granted, Outcome, carried_out
from server.tables.presence import persons_here
from server.tables.ready import done_when_ready
from server.tables.table import Table

S = TypeVar("S")

NOT_THE_HOST: Final = Denied(ErrorCode.NOT_NOW, "only the host of the table can do that: ask them")
"""What is said to anybody else at the table."""

_BEGUN: Final = Denied(ErrorCode.NOT_NOW, "the game has begun: seats are filled and freed before it")
_NO_SEAT: Final = Denied(ErrorCode.NOT_NOW, "nobody is at that seat: choose one that is taken")


def host_seat(table: Table[S]) -> Seat | None:
    """Give the seat whose person runs the table.

    The role is the maker's until it is given away. While its owner is not here, or does not play, the first person who
    is here and does has it, so that no table is ever stuck.
    """
    own = _owner(table)
    here = persons_here(table)
    return here[0] if here and own not in here else own


def hosted(table: Table[S], seat: Seat, command: Fill | Remove | Give, now: float) -> Outcome[S]:
    """Do what the host asks, or say why not."""
    if seat != host_seat(table):
        return NOT_THE_HOST
    if isinstance(command, Fill):
        return _fill(table, command.seat, command, now)
    sits = table.chairs[command.seat] if command.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, command.seat)
    if there is not None and command.name not in ("", there.name):
        return Denied(ErrorCode.STALE, f"{there.name} has that seat by now: look at the table again")
    if isinstance(command, Give):
        return _give(table, command.seat, command, now)
    return _remove(table, seat, command, now)


def succession(table: Table[S], leaver: Seat) -> tuple[HostGiven, ...]:
    """Give to whom the role goes when the person of this seat leaves for good; nothing where it is not theirs."""
    if leaver != _owner(table):
        return ()
    here = [seat for seat in persons_here(table) if seat != leaver]
    rest = [seat for seat, chair in taken(table.chairs) if chair.account and seat != leaver]
    return tuple(HostGiven(seat) for seat in (here or rest)[:1])


def _fill(table: Table[S], wanted: Seat | None, command: Fill, now: float) -> Outcome[S]:
    """Let bots take the free seats that are kept for nobody, or one free seat."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    free = free_seats(table.chairs)
    if wanted is None:
        seats = tuple(seat for seat in free if kept_for(table.gathering, seat) is None)
    elif wanted in free:
        seats = (wanted,)
    else:
        return Denied(ErrorCode.NOT_NOW, "that seat is not free: choose one that is")
    return done_when_ready(table, bots_for(table, seats), now, command.cause) if seats else Granted(table.seq)


def _remove(table: Table[S], host: Seat, command: Remove, now: float) -> Outcome[S]:
    """Free a seat before the game, or keep it for nobody any more."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    if command.seat == host:
        return Denied(ErrorCode.NOT_NOW, "that is your own seat: leave the table instead")
    if command.seat == _owner(table):
        return Denied(ErrorCode.NOT_NOW, "that person runs the table and is away: they cannot be removed")
    sits = command.seat < len(table.chairs) and table.chairs[command.seat] is not None
    if not sits and kept_for(table.gathering, command.seat) is None:
        return _NO_SEAT
    return done_when_ready(table, (SeatFreed(command.seat),), now, command.cause)


def _give(table: Table[S], heir: Seat, command: Give, now: float) -> Outcome[S]:
    """Let another person run the table."""
    chair = table.chairs[heir] if heir < len(table.chairs) else None
    if chair is None:
        return _NO_SEAT
    if heir not in persons_here(table):
        return Denied(ErrorCode.NOT_NOW, f"{chair.name} cannot run the table: choose a person who is here and plays")
    if heir == _owner(table):
        return Granted(table.seq)
    return carried_out(table, (HostGiven(heir),), now, command.cause)


def _owner(table: Table[S]) -> Seat | None:
    """Give the seat of whoever has the role, whether they are here or not."""
    return seat_of(table.chairs, table.gathering.host or table.opened.account)
