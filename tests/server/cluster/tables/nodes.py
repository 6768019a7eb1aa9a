"""A node that runs tables, as the node that leads sees it: it says what the test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from msgspec import Raw

from protocol.messages import JoinTable
from server.cluster.tables.messages import FromLeader, FromNode, Message, Reply
from server.cluster.tables.remote_table import RemoteTable
from server.cluster.tables.table_node import TableNode
from server.host.session import Session
from server.host.terms import Via
from server.storage.store import Account
from tests.server.cluster.elsewhere import Admitting
from tests.server.cluster.tables.lines import Scripted, settle
from tests.server.host.world import World, a_world


class Far:
    """The other node."""

    def __init__(self, world: World) -> None:
        """Run tables for a host."""
        self.parts = world.host.actors.parts
        self._far = Scripted(FromLeader, FromNode)
        self.admitting = Admitting()
        self.node = TableNode("there", self._far.line, self.parts, self.admitting)
        self.ended: list[str] = []
        """The codes of the tables that have ended, as the host is told."""
        self.waiting: list[tuple[int, Message]] = []
        """What was asked and not answered yet, in order."""
        self.running = asyncio.create_task(self._far.line.run(self.node.take))

    def run(self, code: str = "code") -> RemoteTable:
        """Let it run a table."""
        return self.node.run(code, self.ended.append)

    async def heard(self) -> list[Message]:
        """Give what the node that leads has said since this was asked before."""
        await settle()
        found = self._far.heard()
        self.waiting += [one for one in found if one[0]]
        return [message for _, message in found]

    async def say(self, *messages: Message) -> None:
        """Say something."""
        for message in messages:
            self._far.say(message)
        await settle()

    async def ask(self, message: Message) -> Reply:
        """Ask something, and give the reply."""
        self._far.say(message, request=1)
        replies = [one for one in await self.heard() if isinstance(one, Reply)]
        assert len(replies) == 1
        return replies[0]

    async def answer(self, value: object, fault: str = "") -> None:
        """Answer the first request that waits."""
        await self.heard()
        request, _ = self.waiting.pop(0)
        await self.say(Reply(request, Raw(msgspec.msgpack.encode(value)), fault))

    async def lose(self) -> None:
        """Be lost, as the node that leads does when the line ends."""
        self._far.hang_up()
        await self.running
        self.node.lose()
        await settle()

    async def sit(self, table: RemoteTable, session: Session) -> None:
        """Let a connection sit down."""
        asking = asyncio.create_task(table.ask(session, JoinTable(1, table.code)))
        await self.answer(value=True)
        await asking


@asynccontextmanager
async def far() -> AsyncIterator[Far]:
    """Give a node that runs tables for a host."""
    async with a_world() as world:
        other = Far(world)
        yield other
        if not other.running.done():
            await other.lose()


def session(name: str, *, pipe: str = "", node: str = "there") -> Session:
    """Give a connection, which comes through a node if it has a pipe."""
    one = Session(Account(name.lower(), name), run=f"run of {name}")
    one.via = Via(node, pipe) if pipe else Via()
    return one
