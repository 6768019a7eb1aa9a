"""What every table that runs at a host shares with the others."""

from msgspec import Struct

from server.host.archive.archivist import Archivist
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.time.clock import SharedTime


class TableServices(Struct, frozen=True):
    """All that a room is given."""

    services: HostServices
    """Games, bots, store, clock and randomness."""

    lobby: TableDirectory
    """Which tables there are."""

    archivist: Archivist
    """Files the games that have ended."""

    timing: SharedTime
    """What the clocks of all tables share."""
