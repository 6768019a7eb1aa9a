"""The registry of running tables; a table runs while somebody is connected to it."""

import asyncio

from server.host.archive.archivist import Archivist
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.tables.actor import TableActor
from server.host.tables.services import TableServices
from server.host.time.clock import SharedTime
from server.host.time.stalls import StallDetector
from server.host.time.wakeups import Wakeups


class TableActors:
    """The table actors by code."""

    def __init__(self, services: HostServices, lobby: TableDirectory, archivist: Archivist) -> None:
        self._actors: dict[str, TableActor] = {}
        began = asyncio.get_running_loop().time()
        timing = SharedTime(StallDetector(), Wakeups(lambda code: self.room(code).wake()), began)
        self._shared = TableServices(services, lobby, archivist, timing)
        lobby.lapsed = timing.wakeups.lapsed

    def open(self) -> None:
        """Schedule the wakeups of correspondence tables."""
        self._shared.timing.wakeups.fill(self._shared.lobby.unfinished())

    def room(self, code: str) -> TableActor:
        """Return the actor of a table, started if need be; the caller must send it a request at once."""
        room = self._actors.get(code)
        if room is None:
            room = self._actors[code] = TableActor(self._shared, code, self._ended)
        return room

    def awake(self, code: str) -> bool:
        """Return True if a table is running."""
        return code in self._actors

    async def close(self) -> None:
        """Finish the job in progress at every table, and end them all."""
        self._shared.timing.wakeups.close()
        for room in tuple(self._actors.values()):
            await room.close()

    def _ended(self, room: TableActor) -> None:
        self._actors.pop(room.code, None)
