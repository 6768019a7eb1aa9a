"""A host whose tables all run at another node: both are in this process, with a line in memory between them."""

import asyncio

from server.cluster.carried import CarriedConnections
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader, FromNode
from server.cluster.tables.runner import TablesOfLead
from server.cluster.tables.table_node import TableNode
from server.host.host import Host
from server.host.tables.services import TableStore
from server.storage.store import AppendResult


class StorePen:
    """Writes the records of tables into a store at once."""

    position = 0

    def __init__(self, store: TableStore) -> None:
        """Write into this store."""
        self._store = store
        self.written: list[str] = []
        """The log of each record."""

    async def append(self, log: str, expect: int, record: bytes) -> AppendResult:
        """Append a record."""
        self.written.append(log)
        return await self._store.append(log, expect, record, None)


class Admitting:
    """Says who may write, and keeps what it is told."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.admitted = 0
        self.excluded: list[tuple[str, tuple[str, ...]]] = []
        self.expected: list[tuple[str, int]] = []

    async def admit(self) -> str:
        """Let another node write."""
        self.admitted += 1
        return f"writer {self.admitted}"

    def exclude(self, writer: str, logs: tuple[str, ...]) -> None:
        """Let a node write no more."""
        self.excluded.append((writer, logs))

    def expect(self, log: str, position: int) -> None:
        """Note that a log has no record behind this position."""
        self.expected.append((log, position))


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
        self.node = TableNode("elsewhere", self.leader, parts, Admitting())
        pen = StorePen(parts.services.store)
        self.tables = TablesOfLead(parts.services, host.actors._workers, self.line, CarriedConnections(), pen)
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
