"""Why somebody who wants to look on at a table, or only to look at it, may not."""

from typing import Any, Final

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from server.host.limits import WATCHERS
from server.tables.commands import Denied
from server.tables.projection import PRIVATE, may_look_on
from server.tables.seating import GONE
from server.tables.table import Table

CROWDED: Final = Denied(ErrorCode.TOO_MANY, f"there are already {WATCHERS} people looking on: come back later")
"""What is said where there is no room for more."""


def not_to_watch(table: Table[Any], others: int) -> Denied | None:
    """Say why nobody more may look on, besides so many others; None where somebody may."""
    if table.closed:
        return GONE
    if not may_look_on(table):
        return PRIVATE
    return CROWDED if others >= WATCHERS else None


def not_to_read(table: Table[Any]) -> Denied | None:
    """Say why the table is not shown to everybody; None where it is."""
    if table.closed:
        return GONE
    return PRIVATE if table.phase is TablePhase.PLAYING and not may_look_on(table) else None
