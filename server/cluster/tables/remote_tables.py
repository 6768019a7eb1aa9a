"""Where each table runs: near those who want it, unless the nodes would run very different numbers of tables."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from server.cluster.pipes import NobodyLeads, Pipes
from server.cluster.tables.line import Line
from server.cluster.tables.messages import Begin, Disturbed, FromNode
from server.cluster.tables.remote_table import RemoteTable
from server.cluster.tables.table_node import TableNode
from server.cluster.writers import Admission
from server.host.tables.parts import HostParts
from server.host.tables.running import Ended
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

DOOR: Final = "tables"
"""The door of a node that runs tables."""

MARGIN: Final = 20
"""How many tables more than any other a node may run because its people want them there."""

LOOK_SECONDS: Final = 0.5
"""Seconds between two looks for nodes that have come."""

BEHIND: Final = 5000
"""By how many entries of the journal a node may be behind that is to run tables, for it reads them in half a second."""


class RemoteTables:
    """The nodes that run tables for this one, which leads."""

    def __init__(
        self, pipes: Pipes, epoch: int, parts: HostParts, admission: Admission, here: Callable[[], int]
    ) -> None:
        """Begin with none.

        Args:
            pipes: lead to other nodes.
            epoch: how many times the lead has changed.
            parts: those of the host.
            admission: says which nodes may write records themselves.
            here: returns how many tables run at this node.
        """
        self._pipes = pipes
        self._epoch = epoch
        self._admission = admission
        self._parts = parts
        self._here = here
        self._nodes: dict[str, TableNode] = {}
        self._lines: dict[str, asyncio.Task[None]] = {}
        self._looking = asyncio.create_task(self._look(), name="nodes")
        self.disturbed: Callable[[], None] = lambda: None
        """Called when a node is lost: players of its tables may be reconnecting."""
        parts.blocks.changed = self._hide

    def place(self, code: str, near: str, ended: Ended) -> RemoteTable | None:
        """Return a table at the node near which it is wanted, or at one that runs far fewer; None for this one."""
        nodes = {name: node for name, node in self._nodes.items() if not node.leaving}
        counts = {"": self._here(), **{name: len(node) for name, node in nodes.items()}}
        least = min(counts, key=counts.__getitem__)
        chosen = near if near in counts and counts[near] <= counts[least] + MARGIN else least
        return nodes[chosen].run(code, ended) if chosen else None

    async def close(self) -> None:
        """Let no other node run tables any more."""
        self._looking.cancel()
        for line in self._lines.values():
            line.cancel()
        await asyncio.gather(self._looking, *self._lines.values(), return_exceptions=True)

    async def _look(self) -> None:
        """Find nodes without end."""
        while True:
            last = self._pipes.standing.position
            for name, (standing, _silent) in self._pipes.others.items():
                may_run = standing.followed and standing.position + BEHIND >= last
                if may_run and name not in self._lines:
                    self._lines[name] = asyncio.create_task(self._serve(name), name=f"line to {name}")
            await asyncio.sleep(LOOK_SECONDS)

    async def _serve(self, name: str) -> None:
        """Let a node run tables until its line ends."""
        try:
            async with self._pipes.opened(name, DOOR) as pipe:
                writer = await self._admission.admit()
                line: Line[FromNode] = Line(pipe.reader, pipe.writer, FromNode)
                line.tell(Begin(self._epoch, writer))
                node = self._nodes[name] = TableNode(name, line, self._parts, self._admission)
                _log.info("%s runs tables, too", name)
                try:
                    await line.run(node.take)
                finally:
                    line.end()
                    del self._nodes[name]
                    self._admission.exclude(writer, node.codes)
                    self._lose(node)
        except (NobodyLeads, StoreFault) as problem:
            _log.debug("%s runs no tables: %s", name, problem)
        finally:
            del self._lines[name]

    def _lose(self, node: TableNode) -> None:
        lost = len(node)
        node.lose()
        if lost and not node.leaving:
            _log.warning("%s is lost: its tables (%d) go on elsewhere", node.name, lost)
        if lost:
            self.disturbed()
            for other in self._nodes.values():
                other.line.tell(Disturbed())

    def _hide(self, account: str) -> None:
        for node in self._nodes.values():
            node.visits.hide(account)
