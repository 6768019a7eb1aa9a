"""The journal on three real NATS servers whose members change, and of which one has a flipped bit on its disk."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from server.cluster.address import read_cluster
from server.cluster.opening import Cluster, Safety, open_cluster
from server.cluster.store import ReplicatedStore, open_replica
from server.storage.store import Appended, StoreFault
from tests.nats_servers import PROGRAM, NatsCluster, NatsServer

pytestmark = [
    pytest.mark.skipif(not PROGRAM, reason="there is no nats-server for this kind of machine"),
    pytest.mark.timeout(180),
]

NAME = "journal"


@contextlib.contextmanager
def running(directory: Path, count: int) -> Iterator[NatsCluster]:
    """Give so many servers."""
    servers = NatsCluster(directory / "nats", count)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


async def until_whole(servers: NatsCluster) -> None:
    """Wait until the servers hold everything that they should."""
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(servers.whole):
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def node(address: str, directory: Path) -> AsyncIterator[tuple[Cluster, ReplicatedStore]]:
    """Give a node's copy."""
    async with open_cluster(read_cluster(address), Safety.WAIVED) as cluster:
        store = open_replica(directory, cluster.journal)
        try:
            yield cluster, store
        finally:
            await store.close()


async def append(store: ReplicatedStore, log: str, number: int) -> None:
    """Append a number to a log whose length it is, again if nobody knows whether it was; it is there once then."""
    while await store.append(log, number, b"%d" % number, None) != Appended():
        await asyncio.sleep(0.05)
        if len(await store.read(log)) > number:
            return


def numbers(count: int) -> tuple[bytes, ...]:
    """Give what is in a log of so many records."""
    return tuple(b"%d" % number for number in range(count))


async def test_members_of_the_stream_change(tmp_path: Path) -> None:
    """The server that leads is removed from the stream, then another, and a fourth takes its place: nothing is lost."""
    with running(tmp_path, 4) as servers:
        await until_whole(servers)
        address = servers.address(NAME)
        async with node(address, tmp_path / "1") as (cluster, first), node(address, tmp_path / "2") as (_, second):
            await first.lead("first")
            acknowledged = 0

            async def write() -> None:
                nonlocal acknowledged
                while True:
                    await append(first, "x", acknowledged)
                    acknowledged += 1

            async with asyncio.timeout(150):
                writing = asyncio.create_task(write())
                seen = set()
                for leads in (True, False, True):
                    await until_whole(servers)
                    group = await asyncio.to_thread(servers.group, NAME)
                    seen |= {group.leader, *(one.name for one in group.replicas)}
                    gone = group.leader if leads else group.replicas[0].name
                    request = json.dumps({"peer": gone}).encode()
                    answer = await cluster.client.request(f"$JS.API.STREAM.PEER.REMOVE.{NAME}", request, timeout=10)
                    assert json.loads(answer.data)["success"], answer.data
                    before = acknowledged
                    while acknowledged < before + 20:
                        assert not writing.done(), writing
                        await asyncio.sleep(0.02)
                await until_whole(servers)
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)
                group = await asyncio.to_thread(servers.group, NAME)
                assert len(seen | {group.leader, *(one.name for one in group.replicas)}) == 4
                await append(first, "end", 0)
                await second.catch_up()
            async with node(address, tmp_path / "3") as (_, third):
                await third.catch_up()
                found = [await store.read("x") for store in (first, second, third)]
    assert len(found[0]) >= acknowledged
    assert found == [numbers(len(found[0]))] * 3


def damage(server: NatsServer, chance: Random) -> None:
    """Flip some bits of what a server that is down has stored of the journal."""
    path = next(block for block in server.blocks(NAME) if block.stat().st_size > 10_000)
    stored = bytearray(path.read_bytes())
    for _ in range(5):
        stored[chance.randrange(len(stored) // 4, len(stored) // 2)] ^= 1 << chance.randrange(8)
    path.write_bytes(stored)


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_flipped_bit(tmp_path: Path, everywhere: bool) -> None:
    """A damaged server, or all of them: a copy made anew holds all that was acknowledged, or says that it cannot."""
    chance = Random(7)
    with running(tmp_path, 3) as servers:
        await until_whole(servers)
        address = servers.address(NAME)
        async with node(address, tmp_path / "1") as (cluster, first):
            await first.lead("first")
            last, holders = await cluster.journal.holders()
            assert last == 1
            assert [holder.name for holder in holders] == ["n1", "n2", "n3"]
            assert sorted(holder.leads for holder in holders) == [False, False, True]
            for number in range(200):
                await append(first, "x", number)
            await until_whole(servers)
            for server in servers.servers if everywhere else servers.servers[:1]:
                server.kill()
                damage(server, chance)
            for server in servers.servers:
                if not server.number:
                    server.start()
            with contextlib.suppress(TimeoutError):
                await until_whole(servers)
            # Only the damaged server is asked: whatever it has, nothing wrong is taken for right.
            alone = f"nats://127.0.0.1:{servers.servers[0].port}/{NAME}"
            try:
                async with asyncio.timeout(40), node(alone, tmp_path / "2") as (_, second):
                    await second.catch_up()
                    assert await second.read("x") == numbers(200)
                    outcome = "whole"
            except (StoreFault, TimeoutError) as problem:
                outcome = f"refused: {problem}"
            assert outcome == "whole" or everywhere, outcome
            assert await first.read("x") == numbers(200)
