"""One life of the server, from its start on what the disk holds until it is killed."""

import asyncio
from random import Random
from typing import Any

from games.kit.game import Game
from server.host.host import Host
from server.host.services import HostServices, Outside
from server.host.terms import PUBLIC
from server.tables.table import Table
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.host.world import CODEC
from tests.simulation.disk import Disk
from tests.simulation.wire import Wire


class Server:
    """A host and its connections."""

    def __init__(self, disk: Disk, dice: Random, games: dict[str, Game[Any]], skew: float) -> None:
        """Make a host on this disk, whose clock is wrong by so much."""
        loop = asyncio.get_running_loop()
        disk.open()
        self.skew = skew
        outside = Outside(lambda: loop.time() + self.skew, dice.randbytes)
        self.host = Host(HostServices(games, BOTS, CODEC, disk, outside, knowledge=KNOWLEDGE))
        self._serving: dict[asyncio.Task[None], Wire] = {}

    async def open(self) -> None:
        """Read what the disk holds."""
        await self.host.open()

    def connect(self) -> Wire:
        """Give a new connection."""
        wire = Wire()
        serving = asyncio.create_task(self.host.serve(wire.server, PUBLIC))
        self._serving[serving] = wire
        serving.add_done_callback(self._gone)
        return wire

    def wires(self) -> list[Wire]:
        """Give all connections."""
        return list(self._serving.values())

    def table(self, code: str) -> Table | None:
        """Give a table as it is in memory, if it is awake."""
        return next((room._table for room in self.host._actors._actors.values() if room.code == code), None)

    def kill(self) -> None:
        """End it wherever it is."""
        due = tuple(self.host._actors._tasks)
        for task in (self.host._archivist._task, self.host._organiser._task, *due, *self._serving):
            assert task is not None
            task.cancel()
        # Nothing of it may go on, its timers no more than its tasks.
        for room in self.host._actors._actors.values():
            room.rest()
        for wire in self.wires():
            wire.cut()

    async def close(self) -> None:
        """End it in good order."""
        for wire in self.wires():
            wire.cut()
        await self.host.close()

    def _gone(self, serving: "asyncio.Task[None]") -> None:
        """Forget a connection that has ended; a fault in it is one of the server."""
        self._serving.pop(serving, None)
        assert serving.cancelled() or serving.exception() is None, serving.exception()
