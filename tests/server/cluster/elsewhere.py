"""A host whose tables all run at another node: both are in this process, with a line in memory between them."""

import asyncio

from server.cluster.carried import CarriedConnections
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader, FromNode
from server.cluster.tables.runner import TablesOfLead
from server.cluster.tables.table_node import TableNode
from server.host.host import Host


class MemoryWriter:
    """What is written comes out of a reader in the next turn of the loop."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        """Write for this reader."""
        self._reader = reader
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes, /) -> None:
        """Write."""
        self._loop.call_soon(self._reader.feed_data, data)

    def close(self) -> None:
        """Let the reader see the end."""
        self._loop.call_soon(self._reader.feed_eof)


class Elsewhere:
    """Runs all tables of a host."""

    def __init__(self, host: Host) -> None:
        """Let tables run here from now on."""
        there, here = asyncio.StreamReader(limit=1 << 30), asyncio.StreamReader(limit=1 << 30)
        self.leader: Line[FromNode] = Line(here, MemoryWriter(there), FromNode)
        self.line: Line[FromLeader] = Line(there, MemoryWriter(here), FromLeader)
        parts = host.actors.parts
        self.node = TableNode("elsewhere", self.leader, parts)
        self.tables = TablesOfLead(parts.services, host.actors._workers, self.line, CarriedConnections())
        parts.blocks.changed = self.node.visits.hide
        host.actors.elsewhere = lambda code, _near, ended: self.node.run(code, ended)
        self._running = [
            asyncio.create_task(self.leader.run(self.node.take)),
            asyncio.create_task(self.line.run(self.tables.take)),
        ]

    async def close(self) -> None:
        """End in good order."""
        await self.tables.close()
        self.line.end()
        await asyncio.gather(*self._running)
