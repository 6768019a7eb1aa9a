"""Nodes of one process over a real NATS server: who leads serves, and the others carry their connections there."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import Struct

from server.cluster.address import read_cluster
from server.cluster.carried import CarriedConnections
from server.cluster.node import Dialler, NodeDoor, cut_after_each_lead, lead_when_free, node_id, renew
from server.cluster.opening import Cluster, Safety, open_cluster
from server.cluster.pipe import PIECE, Kind
from server.cluster.pipes import MESSAGE, Pipes, Standing, _messages, _Said
from server.cluster.store import ReplicatedStore, open_replica
from server.storage.store import StoreFault
from tests.server.cluster.memory_journal import MemoryJournal
from tests.server.cluster.streams import Streams, stream_pair

pytestmark = pytest.mark.timeout(120)


async def nothing() -> None:
    """Give up no tables: there are none."""


class Echo:
    """Serves by saying everything again."""

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends."""
        while data := await reader.read(1000):
            writer.write(data)
        writer.close()


class Node(Struct):
    """One node."""

    name: str
    cluster: Cluster
    store: ReplicatedStore
    pipes: Pipes
    door: NodeDoor
    dialler: Dialler

    async def lead(self) -> None:
        """Lead, and serve."""
        await lead_when_free(self.store, self.cluster.lease, self.name)
        self.door.open(Echo())
        self.dialler.open({"own": Echo()})

    async def come(self) -> tuple[Streams, asyncio.Task[None]]:
        """Come to its door."""
        streams, reader, writer = await stream_pair()
        return streams, asyncio.create_task(self.door.let_in(reader, writer))


@contextlib.asynccontextmanager
async def node(address: str, directory: Path) -> AsyncIterator[Node]:
    """Give a node that serves, and leads nothing yet."""
    async with contextlib.AsyncExitStack() as closing:
        cluster = await closing.enter_async_context(open_cluster(read_cluster(address), Safety.WAIVED))
        store = open_replica(directory, cluster.journal)
        closing.push_async_callback(store.close)
        name = node_id()
        pipes = Pipes(cluster.client, read_cluster(address).name, name, lambda: Standing(store.place.position))
        closing.callback(asyncio.create_task(pipes.say_alive()).cancel)
        closing.callback(asyncio.create_task(cut_after_each_lead(store, pipes, nothing)).cancel)
        door, dialler = NodeDoor("own", store, pipes, CarriedConnections()), Dialler()
        await closing.enter_async_context(pipes.serving(dialler.dial))
        closing.push_async_callback(pipes.end)
        yield Node(name, cluster, store, pipes, door, dialler)


async def heard(streams: Streams, text: bytes) -> bytes:
    """Say something, and give the answer."""
    streams[1].write(text)
    async with asyncio.timeout(60):
        return await streams[0].read(1000)


async def test_whoever_comes_is_served_by_the_one_that_leads(nats_address: str, tmp_path: Path) -> None:
    """A connection waits while nobody leads, is carried by a node that stands by, and is cut when another leads."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        streams, serving = await other.come()
        streams[1].write(b"early")
        await one.lead()
        async with asyncio.timeout(60):
            assert await streams[0].readexactly(5) == b"early"
        assert await heard(streams, b"again") == b"again"
        (own, own_serving) = await one.come()
        assert await heard(own, b"owns") == b"owns"
        await one.cluster.lease.release(one.name)
        one.dialler.shut()
        await other.lead()
        assert await heard(streams, b"") == b""
        await serving
        streams[1].close()
        streams, serving = await other.come()
        assert await heard(streams, b"newly") == b"newly"
        streams[1].close()
        own[1].close()
        async with asyncio.timeout(60):
            await asyncio.gather(serving, own_serving, one.store.fenced())


async def test_the_log_says_who_leads(nats_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A node that takes over names the one that led before."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        await one.cluster.lease.release(one.name)
        one.dialler.shut()
        await other.store.catch_up()
        await other.lead()
    said = [record.message for record in caplog.records if "leads now" in record.message]
    assert said == [
        f"this node ({one.name}) leads now",
        f"this node ({other.name}) leads now, in place of {one.name}, which has ended or does not answer",
    ]


async def test_nobody_waits_for_one_that_leads_no_more(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was asking a node that does not answer is served by the next one at once."""
    monkeypatch.setattr("server.cluster.pipes.OPEN_SECONDS", 3600.0)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await lead_when_free(one.store, one.cluster.lease, one.name)
        # It leads, and does not say who serves there.
        streams, serving = await other.come()
        streams[1].write(b"hello")
        async with asyncio.timeout(60):
            while not other.pipes._open:
                await asyncio.sleep(0.01)
        await one.cluster.lease.release(one.name)
        await other.lead()
        assert await heard(streams, b"") == b"hello"
        streams[1].close()
        await serving
        one.dialler.shut()


async def test_whoever_waits_for_this_node_is_served_by_it(nats_address: str, tmp_path: Path) -> None:
    """It leads already, and is still reading its tables: nothing is carried to itself."""
    async with node(nats_address, tmp_path / "one") as one:
        streams, serving = await one.come()
        await lead_when_free(one.store, one.cluster.lease, one.name)
        late, late_serving = await one.come()
        late[1].write(b"late")
        await one.cluster.client.flush()
        assert not one.pipes._open
        one.door.open(Echo())
        assert await heard(late, b"") == b"late"
        assert await heard(streams, b"once") == b"once"
        streams[1].close()
        late[1].close()
        await asyncio.gather(serving, late_serving)


async def test_a_connection_that_ends_is_let_go_on_both_nodes(nats_address: str, tmp_path: Path) -> None:
    """Nothing of it is kept."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        streams[1].close()
        async with asyncio.timeout(60):
            await serving
            while one.pipes._open or other.pipes._open:
                await asyncio.sleep(0.01)


async def test_the_pipes_of_a_dead_node_are_cut(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that gives no sign of life any more has no connections."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    monkeypatch.setattr("server.cluster.pipes.SILENT_SECONDS", 0.2)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        assert one.pipes._open
        monkeypatch.setattr(other.pipes, "node", "another")
        async with asyncio.timeout(60):
            while one.pipes._open:
                await asyncio.sleep(0.01)
            await serving
        streams[1].close()


async def test_what_leads_to_the_one_that_leads_is_not_cut(nats_address: str, tmp_path: Path) -> None:
    """A node that hears late who leads has carried connections there before, and others carry theirs to it."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        other.pipes.cut_but_to(one.name)
        one.pipes.cut_but_to(one.name)
        assert await heard(streams, b"then") == b"then"
        other.pipes.cut_but_to("another")
        assert await heard(streams, b"") == b""
        await serving
        streams[1].close()


async def test_a_pipe_that_one_end_has_lost_is_cut_at_the_other(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that has lost its connection to NATS cannot say so at once."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        one.pipes.cut()
        assert await heard(streams, b"") == b""
        await serving
        streams[1].close()


@pytest.mark.parametrize("tells", [True, False])
async def test_a_pipe_is_cut_though_its_session_has_not_ended(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    """The one that leads waits for NATS with an answer, and its end says so once, or is not among its signs of life."""
    if tells:
        monkeypatch.setattr("server.cluster.pipes.UNKNOWN_SIGNS", 10**6)
    else:
        monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    over = asyncio.Event()

    class Busy(Echo):
        """Ends long after its connection."""

        async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """Serve a connection, and something else."""
            await super().let_in(reader, writer)
            await over.wait()

    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await lead_when_free(one.store, one.cluster.lease, one.name)
        one.dialler.open({"own": Busy()})
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        if tells:
            one.pipes.cut()
        else:
            [end] = one.pipes._open.values()
            end.pipe.cut()
        assert await heard(streams, b"") == b""
        await serving
        assert one.pipes._open
        over.set()
        streams[1].close()


async def test_bytes_that_were_lost_are_missed(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing comes after them: whoever waits for them comes again."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b"once"
        [end] = other.pipes._open.values()
        monkeypatch.setattr(end.pipe, "hear", lambda *_told: None)
        assert await heard(streams, b"then") == b""
        await serving
        streams[1].close()


async def test_much_is_carried_in_messages_that_nats_takes(nats_address: str, tmp_path: Path) -> None:
    """Many connections that say a great deal at the same time all get it back."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        come = [await other.come() for _ in range(12)]
        texts = [bytes([number]) * 300_000 for number in range(12)]
        for (streams, _), text in zip(come, texts, strict=True):
            streams[1].write(text)
        async with asyncio.timeout(60):
            for (streams, _), text in zip(come, texts, strict=True):
                assert await streams[0].readexactly(len(text)) == text
        for streams, serving in come:
            streams[1].close()
            await serving


def test_long_messages_are_divided() -> None:
    """No message is much longer than it should be, and nothing changes its place."""
    said = [_Said("pipe", Kind.DATA, number, bytes(PIECE)) for number in range(40)]
    found = _messages(said)
    assert [one for message in found for one in message] == said
    assert len(found) == 5
    assert all(sum(len(one.data) for one in message) <= MESSAGE + PIECE for message in found)
    short = [_Said("pipe", Kind.DATA, number, b"x") for number in range(40)]
    assert _messages(short) == [short]


async def test_a_door_that_is_not_there_is_not_opened(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for it too long is sent away."""
    monkeypatch.setattr("server.cluster.node.HOLD_SECONDS", 0.3)
    monkeypatch.setattr("server.cluster.node.AGAIN_SECONDS", 0.02)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        other.door._name = "back"
        streams, serving = await other.come()
        assert await heard(streams, b"once") == b""
        await serving
        streams[1].close()


async def test_a_node_whose_copy_is_broken_lets_nobody_in(nats_address: str, tmp_path: Path) -> None:
    """It cannot lead either, and says why."""
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.cluster.journal.publish(b"no entry", "x")
        with pytest.raises(StoreFault, match="entry 1 of the journal cannot be used"):
            await lead_when_free(other.store, other.cluster.lease, other.name)
        streams, serving = await one.come()
        assert await heard(streams, b"once") == b""
        await serving
        streams[1].close()


async def test_a_lease_is_kept(nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is renewed again and again, and nobody else gets it meanwhile."""
    monkeypatch.setattr("server.cluster.node.RENEW_SECONDS", 0.01)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        before = one.cluster.lease._mine
        renewing = asyncio.create_task(renew(one.cluster.lease, one.name))
        async with asyncio.timeout(60):
            while one.cluster.lease._mine < before + 3:
                await asyncio.sleep(0.01)
        assert not await other.cluster.lease.claim(other.name)
        renewing.cancel()


class Outage:
    """A lease whose servers do not answer for a while."""

    def __init__(self, faults: int) -> None:
        """Answer after so many claims."""
        self.faults = faults
        self.claims: list[float] = []
        self.released = 0

    async def claim(self, node: str) -> bool:
        """Take the lease."""
        self.claims.append(asyncio.get_running_loop().time())
        if len(self.claims) <= self.faults:
            raise StoreFault("nobody leads the servers")
        return True

    async def release(self, node: str) -> None:
        """Give it back."""
        self.released += 1

    async def freed(self, seconds: float) -> None:
        """Wait no longer than a turn."""
        await asyncio.sleep(0)


async def test_the_lead_stays_where_it_was_after_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who led asks for the lease again at once when the servers answer, and who stands by lets it."""
    monkeypatch.setattr("server.cluster.node.YIELD_SECONDS", 0.3)
    monkeypatch.setattr("server.cluster.node.RETRY_SECONDS", 0.01)
    store = open_replica(tmp_path, MemoryJournal())
    try:
        lease, standing_by = Outage(3), Outage(1)
        renewing = asyncio.create_task(renew(lease, "one"))
        await lead_when_free(store, standing_by, "other")
        renewing.cancel()
        first, second = standing_by.claims
        assert second - first >= 0.3
        assert len(lease.claims) == 4
        assert lease.claims[-1] < second
    finally:
        await store.close()


def test_no_two_nodes_have_one_name() -> None:
    """And every name can be part of a subject."""
    names = {node_id() for _ in range(10)}
    assert len(names) == 10
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") for name in names)
