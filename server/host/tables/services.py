"""What every table that runs at a host shares with the others."""

from msgspec import Struct

from server.host.archive.archivist import Archivist
from server.host.lobby.directory import Lobby
from server.host.services import House
from server.host.time.clock import Timing


class Estate(Struct, frozen=True):
    """All that a room is given."""

    house: House
    """Games, bots, store, clock and randomness."""

    lobby: Lobby
    """Which tables there are."""

    archivist: Archivist
    """Files the games that have ended."""

    timing: Timing
    """What the clocks of all tables share."""
