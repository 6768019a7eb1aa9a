"""The running tables of a host by code."""

import asyncio

from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import SharedTime, StallDetector, Wakeups
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.tables.actor import TableActor
from server.host.tables.services import TableServices
from server.host.workers import Workers


class TableActors:
    """The running tables."""

    def __init__(self, services: HostServices, directory: TableDirectory, archivist: Archivist, blocks: Blocks) -> None:
        self._workers = Workers(services.worker_bots)
        self._actors: dict[str, TableActor] = {}
        self._wakeups = Wakeups(lambda code: self.of(code).wake())
        timing = SharedTime(StallDetector(), self._wakeups, asyncio.get_running_loop().time())
        self._shared = TableServices(services, directory, archivist, timing, blocks, self._workers)
        directory.lapsed = self._wakeups.lapsed
        archivist.rated = self._rated

    def open(self) -> None:
        """Schedule the wakeups of correspondence tables."""
        self._wakeups.fill(self._shared.directory.unfinished())

    def of(self, code: str) -> TableActor:
        """Return a table, which runs from now on; the caller must send it a request at once."""
        actor = self._actors.get(code)
        if actor is None:
            actor = TableActor(self._shared, code, self._ended)
            self._actors[code] = actor
        return actor

    def waiting(self) -> tuple[int, int]:
        """Return the number of running tables, and of the requests that wait at them."""
        return len(self._actors), sum(actor.queued for actor in self._actors.values())

    def awake(self, code: str) -> bool:
        """Return True if a table is running."""
        return code in self._actors

    async def close(self) -> None:
        """Finish the job in progress at every table, and end them all."""
        self._wakeups.close()
        await asyncio.gather(*(actor.close() for actor in tuple(self._actors.values())))
        await self._workers.close()

    def _rated(self, code: str) -> None:
        if code in self._actors:
            self._actors[code].rated()

    def _ended(self, code: str) -> None:
        self._actors.pop(code, None)
