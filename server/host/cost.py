"""What each message counts towards the commands that one connection may send."""

from protocol.absence import Resign
from protocol.archive import ListGames, ReadRecord
from protocol.lobby import EnterLobby
from protocol.meeting import QuickTable, Rematch
from protocol.messages import FromClient, JoinTable, LeaveTable, OpenTable, Ping, WatchTable
from protocol.reading import ReadTable
from protocol.replay import ReadReplay
from protocol.statistics import ReadStatistics
from server.host.limits import HEAVY_COST, LIGHT_COST


def cost_of(message: FromClient) -> float:
    """Say what a message counts; what may read, write or tell much counts most."""
    match message:
        case Ping():
            return LIGHT_COST
        case (
            OpenTable()
            | QuickTable()
            | Rematch()
            | JoinTable()
            | WatchTable()
            | ReadTable()
            | ListGames()
            | ReadRecord()
            | ReadReplay()
            | ReadStatistics()
            | EnterLobby()
        ):
            return HEAVY_COST
        case LeaveTable(table=table) | Resign(table=table) if table:
            # It may be another table than the one that the connection is at.
            return HEAVY_COST
    return 1.0
