"""Pauses: one begins when every person present has agreed, and ends when anybody ends it.

A request counts while its person is present and plays. It ends when they leave, and when the table is empty.
"""

from typing import Final, TypeVar

from protocol.absence import Pause, Paused, Resumed
from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.clock import correspondence, rest_left, resting
from server.tables.commands import Denied, Done, Granted, carried_out
from server.tables.log import Cause, PauseAsked, Told
from server.tables.presence import persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")

RESTS: Final = Denied(ErrorCode.NOT_NOW, "the game is paused: end the pause first")
"""The refusal for actions during a pause."""


def set_pause(table: Table[S], seat: Seat, *, paused: bool) -> tuple[AnyFact, ...] | Granted | Denied:
    """Return the facts for a request to begin or end a pause, or the reason why there are none."""
    if table.phase is not TablePhase.PLAYING:
        return Denied(ErrorCode.NOT_NOW, "there is no game to pause")
    if correspondence(table):
        return Denied(ErrorCode.NOT_NOW, "a move has days at this table: there is nothing to pause")
    asked = seat in table.times.wishes
    if resting(table):
        return Granted(table.seq) if paused else (Told(Resumed(seat)),)
    if not paused:
        return (PauseAsked(seat, wanted=False),) if asked else Granted(table.seq)
    return Granted(table.seq) if asked else (PauseAsked(seat),)


def done_when_agreed(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause | None) -> Done[S]:
    """Carry out these facts, and begin a pause in the same record if every person present wants it then."""
    done = carried_out(table, facts, now, cause)
    begins = agreement(done.progress.table)
    return carried_out(table, (*facts, *begins), now, cause) if begins else done


def agreement(table: Table[S]) -> tuple[AnyFact, ...]:
    """Return the facts that begin a pause; empty unless every person present wants one. Absent persons do not count."""
    wishes, here = table.times.wishes, {*persons_here(table)}
    if not wishes or not here or not here <= wishes or resting(table) or table.phase is not TablePhase.PLAYING:
        return ()
    return (*withdrawn(wishes - here), Told(Paused(tuple(sorted(wishes & here)))))


def withdrawn(wishes: frozenset[Seat]) -> tuple[AnyFact, ...]:
    """Return the facts by which the requests of these seats are withdrawn."""
    return tuple(PauseAsked(seat, wanted=False) for seat in sorted(wishes))


def pause_view(table: Table[S]) -> Pause | None:
    """Return the pause as everybody may know it; None if nobody has asked for one."""
    if resting(table):
        now = table.moment.at if table.moment.at is not None else table.changed_at
        until = now + round(max(0.0, rest_left(table)), 3) if table.moment.going else None
        return Pause(tuple(sorted(table.times.wishes)), table.times.since, until)
    wishes = table.times.wishes & {*persons_here(table)}
    return Pause(tuple(sorted(wishes))) if wishes and table.phase is TablePhase.PLAYING else None
