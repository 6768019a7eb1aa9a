"""The tables that are running now; a table runs while somebody is there."""

import asyncio

from server.host.archive.archivist import Archivist
from server.host.lobby.directory import Lobby
from server.host.services import House
from server.host.tables.actor import Room
from server.host.tables.services import Estate
from server.host.time.clock import Timing
from server.host.time.stalls import Pulse
from server.host.time.wakeups import Wakes


class Rooms:
    """Rooms by table."""

    def __init__(self, house: House, lobby: Lobby, archivist: Archivist) -> None:
        """Begin with none."""
        self._rooms: dict[str, Room] = {}
        began = asyncio.get_running_loop().time()
        timing = Timing(Pulse(), Wakes(lambda code: self.room(code).wake()), began)
        self._estate = Estate(house, lobby, archivist, timing)
        lobby.lapsed = timing.wakes.lapsed

    def open(self) -> None:
        """Have the tables woken that never sleep."""
        self._estate.timing.wakes.fill(self._estate.lobby.unfinished())

    def room(self, code: str) -> Room:
        """Give the room of a table, made where there is none; whoever gets it asks something of it at once."""
        room = self._rooms.get(code)
        if room is None:
            room = self._rooms[code] = Room(self._estate, code, self._ended)
        return room

    def awake(self, code: str) -> bool:
        """Say whether a table runs now."""
        return code in self._rooms

    async def close(self) -> None:
        """Finish what is being done at every table, and end them all."""
        self._estate.timing.wakes.close()
        for room in tuple(self._rooms.values()):
            await room.close()

    def _ended(self, room: Room) -> None:
        """Forget a room that nobody is in any more."""
        self._rooms.pop(room.code, None)
