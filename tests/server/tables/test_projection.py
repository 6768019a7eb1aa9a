"""Tests of what is kept of past events for those who are told later."""

from msgspec.structs import replace

from protocol.message import Seat
from protocol.seating import Readied
from server.tables.projection import past, table_view
from server.tables.table import Step
from tests.server.tables.desk import Desk


def test_a_past_event_keeps_no_answers() -> None:
    """What recognises a repeated command is kept once for the table, and not again with each of its events."""
    desk = Desk()
    desk.done(desk.start())
    assert desk.table.answers
    step = past(Step(Readied(Seat(0), ready=True), desk.table))
    assert not step.table.answers
    assert not step.table.changes
    assert table_view(step.table, None) == table_view(replace(desk.table, settled=False), None)
