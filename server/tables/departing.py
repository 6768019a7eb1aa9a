"""What comes of it at a table when somebody's connection ends."""

from typing import TypeVar

from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.clock import awake, resting
from server.tables.outcome import Granted, Outcome, carried_out
from server.tables.pause import agreement, withdrawn
from server.tables.presence import persons_here
from server.tables.table import Table

S = TypeVar("S")


def gone(table: Table[S], now: float) -> Outcome[S]:
    """Say what comes of it; often nothing.

    Those who are left may all want a pause. Where nobody is left the table falls asleep: what its clock has run until
    now is written down, so that nobody gains by going, and nobody wants a pause any more.
    """
    if table.phase is not TablePhase.PLAYING:
        return Granted(table.seq)
    asked = frozenset[Seat]() if resting(table) else table.times.wishes
    facts = agreement(table) if persons_here(table) else withdrawn(asked)
    ran = not awake(table) and round(table.moment.lapsed, 3) > 0
    return carried_out(table, facts, now, None) if facts or ran else Granted(table.seq)
