"""What those who look on may know by now: all of it, or where a table tells them later, what has come to an end.

They see the table as it was after some event, and neither this nor anything told to them follows from what came after
it. While nothing is kept back, what is no part of the game is told at once.
"""

from collections.abc import Iterable
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

S = TypeVar("S")

PRIVATE: Final = Denied(ErrorCode.NOT_NOW, "nobody looks on at this table before the game has ended")
"""What is said to somebody without a seat."""


class Outlook(Struct, Generic[S], frozen=True):
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
    for step in steps:
        held.append(step)
        if _opens(step, alone=len(held) == 1):
            told.extend(held)
            held.clear()
    return Outlook(told[-1].table if told else outlook.table, tuple(held)), tuple(told)


def bring_up(outlook: Outlook[S], table: Table[S]) -> Outlook[S]:
    """Give the same with what is no secret as it is now: the table itself where nothing is kept back."""
    if not outlook.held:
        return replace(outlook, table=table)
    seen = replace(outlook.table, present=table.present, watchers=table.watchers)
    return replace(outlook, table=seen)


def may_look_on(table: Table[S]) -> bool:
    """Say whether people without a seat may look on: once the game has ended, in any case."""
    return table.opened.arrangement.watching or table.phase is TablePhase.OVER


def _opens(step: Step[S], *, alone: bool) -> bool:
    """Say whether an event, and with it all before, may be told; ``alone`` where nothing before it is kept back."""
    delay = step.table.opened.arrangement.delay
    if delay is Delay.NONE or step.table.phase is not TablePhase.PLAYING:
        return True
    if isinstance(step.event, SEATING):
        return alone
    ends = step.table.game.breaks(step.event)
    return ends is Break.DEAL or (ends is Break.TRICK and delay is Delay.TRICK)
