"""The journal on real NATS servers whose members change, and that have flipped bits on their disks."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
from nats.aio.client import Client

from server.cluster.address import read_cluster
from server.cluster.opening import Cluster, Safety, check_cluster_servers, open_cluster
from server.cluster.store import ReplicatedStore, open_replica
from server.cluster.storing_watch import watch_storing
from server.storage.store import Appended, StoreFault, Unknown
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


class Writing:
    """Somebody who appends without end."""

    def __init__(self, store: ReplicatedStore) -> None:
        """Begin."""
        self.acknowledged = 0
        self._store = store
        self._task = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while True:
            await append(self._store, "x", self.acknowledged)
            self.acknowledged += 1

    async def more(self, count: int) -> None:
        """Wait until so many more are acknowledged."""
        wanted = self.acknowledged + count
        while self.acknowledged < wanted:
            assert not self._task.done(), self._task
            await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Append nothing more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def members(servers: NatsCluster) -> list[str]:
    """Give the servers that hold the journal, the one that leads first."""
    await until_whole(servers)
    group = await asyncio.to_thread(servers.group, NAME)
    return [group.leader, *(one.name for one in group.replicas)]


async def remove(client: Client, member: str) -> None:
    """Take a server out of those that hold the journal; another one takes its place."""
    subject, request = f"$JS.API.STREAM.PEER.REMOVE.{NAME}", json.dumps({"peer": member}).encode()
    answer = await client.request(subject, request, timeout=10)
    assert json.loads(answer.data)["success"], answer.data


async def test_members_of_the_stream_change(tmp_path: Path) -> None:
    """The server that leads is removed while one writes, then another, and a fourth takes over: nothing is lost."""
    async with contextlib.AsyncExitStack() as closing:
        servers = closing.enter_context(running(tmp_path, 4))
        await until_whole(servers)
        address = servers.address(NAME)
        cluster, first = await closing.enter_async_context(node(address, tmp_path / "1"))
        _, second = await closing.enter_async_context(node(address, tmp_path / "2"))
        await first.lead("first")
        writing, seen = Writing(first), set[str]()
        for place in (0, 1, 0):
            there = await members(servers)
            seen |= {*there}
            await remove(cluster.client, there[place])
            await writing.more(20)
        assert len(seen | {*await members(servers)}) == 4
        await writing.end()
        await append(first, "end", 0)
        await second.catch_up()
        _, third = await closing.enter_async_context(node(address, tmp_path / "3"))
        await third.catch_up()
        found = [await store.read("x") for store in (first, second, third)]
    assert len(found[0]) >= writing.acknowledged
    assert found == [numbers(len(found[0]))] * 3


def damage(server: NatsServer, chance: Random) -> None:
    """Flip some bits of what a server has stored of the journal while it is down."""
    server.kill()
    path = next(block for block in server.blocks(NAME) if block.stat().st_size > 10_000)
    stored = bytearray(path.read_bytes())
    for _ in range(5):
        stored[chance.randrange(len(stored) // 4, len(stored) // 2)] ^= 1 << chance.randrange(8)
    path.write_bytes(stored)


async def read_anew(address: str, directory: Path) -> tuple[bytes, ...] | str:
    """Give what a copy holds that is made anew, or why there is none."""
    try:
        async with asyncio.timeout(40), node(address, directory) as (_, copy):
            await copy.catch_up()
            return await copy.read("x")
    except (StoreFault, TimeoutError) as problem:
        return f"none: {problem}"


@pytest.mark.parametrize("damaged", [1, 3])
async def test_a_flipped_bit(tmp_path: Path, damaged: int) -> None:
    """Bits flip on one server, or on all: a copy made anew holds what was acknowledged, or there is none."""
    chance = Random(7)
    async with contextlib.AsyncExitStack() as closing:
        servers = closing.enter_context(running(tmp_path, 3))
        await until_whole(servers)
        address = servers.address(NAME)
        cluster, first = await closing.enter_async_context(node(address, tmp_path / "1"))
        await first.lead("first")
        last, holders = await cluster.journal.holders()
        assert (last, [holder.name for holder in holders]) == (1, ["n1", "n2", "n3"])
        assert sorted(holder.leads for holder in holders) == [False, False, True]
        for number in range(200):
            await append(first, "x", number)
        await until_whole(servers)
        for server in servers.servers[:damaged]:
            damage(server, chance)
        for server in servers.servers[:damaged]:
            server.start()
        if damaged == 1:
            await until_whole(servers)
        # The damaged server is asked: whatever it has, nothing wrong is taken for right.
        found = await read_anew(f"nats://127.0.0.1:{servers.servers[0].port}/{NAME}", tmp_path / "2")
        assert found == numbers(200) or (damaged > 1 and isinstance(found, str)), found
        assert await first.read("x") == numbers(200)


@pytest.mark.parametrize("seed", [0, 1])
async def test_a_flipped_bit_where_nobody_mends_it(tmp_path: Path, seed: int) -> None:
    """A server alone hands out what is damaged, or forgets it with all behind it: no node takes that for right."""
    server = NatsServer(tmp_path / "nats", "own")
    address = f"nats://127.0.0.1:{server.port}/{NAME}"
    async with contextlib.AsyncExitStack() as closing:
        closing.callback(server.kill)
        server.start()
        server.wait()
        _, first = await closing.enter_async_context(node(address, tmp_path / "1"))
        await first.lead("first")
        for number in range(200):
            await append(first, "x", number)
        damage(server, Random(seed))
        server.start()
        server.wait()
        found = await read_anew(address, tmp_path / "2")
        assert "is not as it was written" in found if isinstance(found, str) else found == numbers(len(found))
        with pytest.raises(StoreFault, match="holds 201: entries were lost"):
            await first.catch_up()
        answer = await first.append("x", 200, b"200", None)
        assert isinstance(answer, Unknown), answer
        assert "is not the one that this copy holds" in answer.text


async def logged(caplog: pytest.LogCaptureFixture, start: str) -> str:
    """Wait for a line of the log that starts so, and give it."""
    async with asyncio.timeout(60):
        while not (found := [one.message for one in caplog.records if one.message.startswith(start)]):
            await asyncio.sleep(0.1)
    return found[0]


async def test_two_of_three_servers_are_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is gone is named, and keeps no node out; with two gone the log and a check name both."""
    monkeypatch.setattr("server.cluster.storing_watch.WATCH_SECONDS", 0.1)
    monkeypatch.setattr("server.cluster.opening.START_SECONDS", 0.5)
    with running(tmp_path, 3) as servers:
        await until_whole(servers)
        address = read_cluster(servers.address(NAME))
        async with open_cluster(address, Safety.CHECKED, servers.monitors):
            leader = (await members(servers))[0]
        others = [server for server in servers.servers if server.name != leader]
        gone = [f"127.0.0.1:{server.port} (Connection refused)" for server in others]
        others[0].kill()
        async with open_cluster(address, Safety.CHECKED, servers.monitors) as cluster:
            assert await logged(caplog, "no NATS server answers at ") == (
                f"no NATS server answers at {gone[0]}: start it, or correct the address"
            )
            caplog.clear()
            watching = asyncio.create_task(watch_storing(cluster.journal, address.servers))
            others[1].kill()
            assert (await logged(caplog, "nothing can be stored: ")).endswith(
                f"; no NATS server answers at {', '.join(gone)}"
            )
            why = f"too few NATS servers answer; none does at {', '.join(gone)}: start them, or correct the address"
            with pytest.raises(StoreFault, match=f"{re.escape(why)}$"):
                await check_cluster_servers(address, Safety.CHECKED, servers.monitors)
            watching.cancel()
