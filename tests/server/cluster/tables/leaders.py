"""A node that leads, as tables of another node see it: it stores for them, and keeps all that they say."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypeVar, cast

from protocol.messages import FromClient, OpenTable
from protocol.setup import Setup
from server.cluster.carried import CarriedConnections
from server.cluster.tables.line import Line
from server.cluster.tables.messages import (
    Append,
    Ask,
    Begin,
    Enter,
    FreshCode,
    FromNode,
    MayOpen,
    Message,
    Read,
    ReadBeliefs,
    ReadChanges,
    Run,
)
from server.cluster.tables.runner import TableRunner
from server.host.services import HostServices, Outside
from server.storage.store import Account
from tests.server.cluster.elsewhere import StorePen
from tests.server.cluster.tables.lines import Wire, settle
from tests.server.host.bots import BOTS, SLOW
from tests.server.host.world import ADVISERS, CODEC
from tests.server.lots import LOTS
from tests.server.storage.memory import MemoryStore

M = TypeVar("M", bound=Message)

ANN, BEN, CAT = (Account(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


def services(store: MemoryStore) -> HostServices:
    """Give what tables need."""
    outside = Outside(asyncio.get_running_loop().time, Random(0).randbytes)
    return HostServices({"lots": LOTS}, BOTS, CODEC, store, outside, SLOW, advisers=ADVISERS)


class Leader:
    """The node that leads."""

    def __init__(self, runner: TableRunner, store: MemoryStore) -> None:
        """Open a line to a node that runs tables."""
        at_leader, at_node = asyncio.StreamReader(limit=1 << 30), asyncio.StreamReader(limit=1 << 30)
        self.store = store
        self.line: Line[FromNode] = Line(at_leader, Wire(at_node), FromNode)
        self.heard: list[FromNode] = []
        self.stores = asyncio.Event()
        """Clear while what is to be stored has to wait."""
        self.stores.set()
        self.grants = True
        """False while nobody may open a table."""
        self.serving = asyncio.create_task(runner.let_in(at_node, cast(asyncio.StreamWriter, Wire(at_leader))))
        self.running = asyncio.create_task(self.line.run(self._take))

    def _take(self, message: FromNode) -> Awaitable[object] | None:
        self.heard.append(message)
        asked = isinstance(message, Append | Read | ReadBeliefs | ReadChanges | FreshCode | MayOpen)
        return self._answer(message) if asked else None

    async def _answer(self, message: FromNode) -> object:
        match message:
            case Append(code, expect, record, brief):
                await self.stores.wait()
                return await self.store.append(code, expect, record, brief)
            case Read(code):
                return await self.store.read(code)
            case FreshCode():
                return "fresh"
            case MayOpen():
                return self.grants
        return ()

    def told(self, kind: type[M]) -> list[M]:
        """Give all messages of a kind that the node has said."""
        return [message for message in self.heard if isinstance(message, kind)]

    def enter(self, *accounts: Account, pipe: str = "") -> None:
        """Let connections be known by their numbers, from 1."""
        for number, account in enumerate(accounts, 1):
            self.line.tell(Enter(number, account, f"run {number}", {}, pipe))

    async def begin(self, epoch: int = 1) -> None:
        """Say who leads."""
        self.line.tell(Begin(epoch, "writer"))
        await settle()

    async def ask(self, number: int, message: FromClient, code: str = "code", *, doubtful: bool = False) -> bool:
        """Let a connection ask a table something, and return whether it is there after that."""
        asked = Ask(code, number, CODEC.encode_client(message), doubtful)
        return bool(await self.line.ask(asked, bool))

    async def request(self, message: Message, kind: Any = Any) -> Any:  # noqa: ANN401 - each has its own
        """Ask for anything else."""
        return await self.line.ask(message, kind)

    async def open(self, code: str = "code", number: int = 1, deals: int = 5) -> None:
        """Run a table, and let a connection open it; bots play at once."""
        self.line.tell(Run(code, None))
        setup = Setup("lots", 3, {"deals": deals})
        assert await self.ask(number, OpenTable(1, setup, ("plain",), pace=0), code)

    async def end(self) -> None:
        """End the line."""
        self.stores.set()
        self.line.end()
        await self.running
        await self.serving


@asynccontextmanager
async def led(carried: CarriedConnections | None = None, known: int = 0) -> AsyncIterator[tuple[TableRunner, Leader]]:
    """Give a node, which knows of so many leads, and one that leads it."""
    store = MemoryStore()
    runner = TableRunner(services(store), lambda: known, carried or CarriedConnections(), lambda *_: StorePen(store))
    leader = Leader(runner, store)
    try:
        yield runner, leader
    finally:
        await leader.end()
        await runner.close()
