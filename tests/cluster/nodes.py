"""Three NATS servers and two nodes on this machine, each of which can be killed or stopped."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.nats_servers import NatsCluster
from tests.server.commands.children import Child, a_child
from tests.server.commands.test_others import children_of

NAME: Final = "tests"
"""The name of the journal."""

_OPTIONS: Final = (
    "--ssh",
    "127.0.0.1:0",
    "--fronts",
    "1",
    "--connections",
    "9999",
    "--connections-per-address",
    "9999",
)


class Node(Struct):
    """One of them."""

    data: Path
    child: Child
    said: list[str]
    """The lines that it has said."""

    @property
    def host(self) -> int:
        """The number of the process that runs the tables, or would."""
        return next(
            (number for number in children_of(self.child.process.pid) if b"host" in _command(number)),
            0,
        )


def _command(process: int) -> list[bytes]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    return []


@contextlib.asynccontextmanager
async def cluster(directory: Path) -> AsyncIterator[tuple[NatsCluster, list[Node]]]:
    """Give the servers, and the nodes once they let people in; the first one leads."""
    servers, nodes = NatsCluster(directory / "nats"), list[Node]()
    async with contextlib.AsyncExitStack() as closing:
        closing.callback(servers.stop)
        servers.start()
        await _until_whole(servers)
        asked = ("--cluster", servers.address(NAME), "--cluster-monitor", ",".join(servers.monitors))
        for number in (1, 2):
            data = directory / str(number)
            child = await closing.enter_async_context(a_child(*_OPTIONS, *asked, data=data))
            nodes.append(Node(data, child, []))
            closing.callback(asyncio.create_task(_listen(nodes[-1])).cancel)
            await _until_it_listens(nodes[-1])
        yield servers, nodes
        for node in nodes:
            with contextlib.suppress(ProcessLookupError):
                node.child.process.send_signal(signal.SIGTERM)
            await node.child.ended()


async def _until_whole(servers: NatsCluster) -> None:
    """Wait until the servers have found each other."""
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(servers.whole):
            await asyncio.sleep(0.1)


async def _until_it_listens(node: Node) -> None:
    async with asyncio.timeout(60):
        while not any("listening on SSH" in line for line in node.said):
            assert node.child.process.returncode is None, node.said
            await asyncio.sleep(0.02)


async def _listen(node: Node) -> None:
    while line := await node.child.said():
        node.said.append(line)
