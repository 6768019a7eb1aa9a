"""What a message counts against the limits."""

from protocol.absence import Resign
from protocol.archive import ListGames, ReadRecord, ReadReplay
from protocol.messages import Begin, Continue, JoinTable, LeaveTable, OpenTable, ReadTable, WatchTable
from protocol.setup import Setup
from server.host.connection import cost_of
from server.host.limits import HEAVY_COST


def test_what_messages_cost() -> None:
    """What may read, write or tell much counts five times as much as what does not."""
    heavy = (
        OpenTable(1, Setup()),
        JoinTable(1, "x"),
        WatchTable(1, "x"),
        ReadTable(1, "x"),
        ListGames(1),
        ReadRecord(1, 1),
        ReadReplay(1, 1),
        LeaveTable(1, "x"),
        Resign(1, "x"),
    )
    assert {cost_of(message) for message in heavy} == {HEAVY_COST}
    assert {cost_of(message) for message in (LeaveTable(1), Resign(1), Begin(1), Continue(1, 1))} == {1.0}
