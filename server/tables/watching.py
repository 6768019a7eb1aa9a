"""What those who look on may know by now: all of it, or where a table tells them later, what is one trick or deal ago.

They see the table as it was after some event, and neither this nor anything told to them follows from what came after
it. A trick is told when the next one is over, or the deal; a deal when the next one is over, or the game. While nothing
is kept back, what is no part of the game is told at once.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.arrangement import Delay
from protocol.errors import ErrorCode
from protocol.seating import SEATING
from protocol.tableview import TablePhase
from server.rules.game import Break
from server.tables.outcome import Denied
from server.tables.table import Step, Table
from server.tables.times import STILL

S = TypeVar("S")

_UNITS: Final = {Delay.TRICK: Break.TRICK, Delay.DEAL: Break.DEAL}
"""By what is kept back, the end of it."""

PRIVATE: Final = Denied(ErrorCode.NOT_NOW, "nobody looks on at this table before the game has ended")
"""What is said to somebody without a seat."""


class Outlook(Struct, Generic[S], frozen=True, gc=False):
    """How far those who look on have been told."""

    table: Table[S]
    """The table as they see it."""

    held: tuple[Step[S], ...] = ()
    """The events that are kept back, in order."""


def look_on(steps: Iterable[Step[S]], table: Table[S]) -> Outlook[S]:
    """Give what may be known of a table with all its events since it was made."""
    outlook, _ = pass_on(Outlook(table), steps)
    return bring_up(outlook, table)


def pass_on(outlook: Outlook[S], steps: Iterable[Step[S]]) -> tuple[Outlook[S], tuple[Step[S], ...]]:
    """Give what may be known once these events have happened, and those that are told now."""
    held, told = list(outlook.held), list[Step[S]]()
    table = outlook.table
    for step in steps:
        held.append(step)
        open_now = _opened(held)
        told.extend(held[:open_now])
        del held[:open_now]
        table = step.table
    late = belated(told, table)
    return Outlook(late[-1].table if late else outlook.table, tuple(held)), late


def belated(steps: Iterable[Step[S]], table: Table[S]) -> tuple[Step[S], ...]:
    """Give events as those who look on are told them, the table having come this far meanwhile.

    A clock that ran then, people who were waited for then and wishes of then are nothing that goes on.
    """
    if table.opened.arrangement.delay is Delay.NONE:
        return tuple(steps)
    return tuple(step if step.table.seq == table.seq else past(step) for step in steps)


def past(step: Step[S]) -> Step[S]:
    """Give an event as it is told once others have followed it: with a table that shows nothing that goes on."""
    return Step(step.event, _past(step.table))


def bring_up(outlook: Outlook[S], table: Table[S]) -> Outlook[S]:
    """Give the same with what is no secret as it is now: the table itself where nothing is kept back."""
    if not outlook.held:
        return replace(outlook, table=table)
    seen = replace(_past(outlook.table), present=table.present, watchers=table.watchers)
    return replace(outlook, table=seen)


def may_look_on(table: Table[S]) -> bool:
    """Say whether people without a seat may look on: once the game has ended, in any case."""
    return table.opened.arrangement.watching or table.phase is TablePhase.OVER


def _opened(held: Sequence[Step[S]]) -> int:
    """Give how many of the events that are kept back may be told once the last of them has happened."""
    *before, last = held
    delay = last.table.opened.arrangement.delay
    if delay is Delay.NONE or last.table.phase is not TablePhase.PLAYING:
        return len(held)
    if isinstance(last.event, SEATING):
        return 0 if before else 1
    ends = last.table.game.breaks(last.event)
    if ends is Break.DEAL and delay is Delay.TRICK:
        return len(held)
    if ends is None or ends is not _UNITS[delay]:
        return 0
    breaks = (number for number, step in enumerate(before, 1) if step.table.game.breaks(step.event) is ends)
    return next(breaks, 0)


def _past(table: Table[S]) -> Table[S]:
    """Give a table as it was once, with nothing that goes on."""
    return replace(table, settled=False, moment=STILL, times=replace(table.times, wishes=frozenset()))
