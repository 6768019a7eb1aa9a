"""The tables that are running now; a table runs while somebody is there."""

from server.host.archivist import Archivist
from server.host.house import House
from server.host.lobby import Lobby
from server.host.room import Room


class Rooms:
    """Rooms by table."""

    def __init__(self, house: House, lobby: Lobby, archivist: Archivist) -> None:
        """Begin with none."""
        self._house = house
        self._lobby = lobby
        self._archivist = archivist
        self._rooms: dict[str, Room] = {}

    def room(self, code: str) -> Room:
        """Give the room of a table, made where there is none; whoever gets it asks something of it at once."""
        room = self._rooms.get(code)
        if room is None:
            room = self._rooms[code] = Room(self._house, self._lobby, self._archivist, code, self._ended)
        return room

    def awake(self, code: str) -> bool:
        """Say whether a table runs now."""
        return code in self._rooms

    async def close(self) -> None:
        """Finish what is being done at every table, and end them all."""
        for room in tuple(self._rooms.values()):
            await room.close()

    def _ended(self, room: Room) -> None:
        """Forget a room that nobody is in any more."""
        self._rooms.pop(room.code, None)
