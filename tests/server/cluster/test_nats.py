"""The journal and the lease in a real NATS server that dies, comes back, and is cut off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from nats.errors import TimeoutError as NatsTimeout
from nats.js import JetStreamContext
from nats.js.api import StreamConfig
from nats.js.errors import BadRequestError

from server.cluster import nats_journal
from server.cluster.address import ClusterAddress, read_cluster
from server.cluster.journal import Entry, JournalBroken
from server.cluster.nats_journal import make_stream
from server.cluster.opening import Cluster, Safety, open_cluster
from server.storage.store import StoreFault
from tests.nats_servers import PROGRAM, NatsServer

pytestmark = [
    pytest.mark.skipif(not PROGRAM, reason="there is no nats-server for this kind of machine"),
    pytest.mark.timeout(120),
]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[NatsServer]:
    """Give a server that may be killed."""
    server = NatsServer(tmp_path / "nats", "own")
    server.start()
    yield server
    server.kill()


def opened(address: str) -> contextlib.AbstractAsyncContextManager[Cluster]:
    """Open a cluster of one server, of which nothing is asked."""
    return open_cluster(read_cluster(address), Safety.WAIVED)


async def until(batches: AsyncIterator[tuple[Entry, ...]], count: int) -> list[Entry]:
    """Give the next entries, at least so many."""
    found: list[Entry] = []
    while len(found) < count:
        found += await anext(batches)
    return found


async def first(cluster: Cluster, after: int, count: int) -> list[Entry]:
    """Give the entries that follow, at least so many."""
    async with contextlib.aclosing(cluster.journal.follow(after)) as batches:
        return await until(batches, count)


async def test_writers_who_race_have_one_order(nats_address: str) -> None:
    """Everybody's entries are in the journal once, each under the number that its author was told."""
    async with opened(nats_address) as one, opened(nats_address) as other:

        async def write(cluster: Cluster, number: int) -> tuple[int, bytes]:
            data = b"%d" % number
            return await cluster.journal.publish(data, str(number)), data

        told = await asyncio.gather(*(write(one if number % 2 else other, number) for number in range(400)))
        found = await first(one, 0, 400)
        assert [entry.number for entry in found] == [*range(1, 401)]
        assert sorted(told) == [(entry.number, entry.data) for entry in found]
        assert await other.journal.last() == 400
        assert await first(other, 390, 10) == found[390:]


async def test_an_entry_is_published_once_under_its_key(nats_address: str) -> None:
    """Publishing again gives the number that it has."""
    async with opened(nats_address) as cluster:
        assert await cluster.journal.publish(b"1", "a") == 1
        assert await cluster.journal.publish(b"2", "b") == 2
        assert await cluster.journal.publish(b"1", "a") == 1
        assert await cluster.journal.last() == 2


async def test_an_entry_that_is_too_long_is_refused(nats_address: str) -> None:
    """It is certain at once that it will never be stored."""
    async with opened(nats_address) as cluster:
        with pytest.raises(StoreFault, match="an entry of 1048577 bytes is longer than NATS takes: 1048576"):
            await cluster.journal.publish(bytes(1048577), "a")


async def test_what_the_stream_does_not_take_is_refused(nats_address: str) -> None:
    """A stream that somebody has sealed says so."""
    async with opened(nats_address) as cluster:
        streams, name = cluster.client.jetstream(), read_cluster(nats_address).name
        config = (await streams.stream_info(name)).config
        config.sealed, config.allow_rollup_hdrs = True, False
        await streams.update_stream(config)
        with pytest.raises(StoreFault, match="NATS does not take an entry"):
            await cluster.journal.publish(b"1", "a")


async def test_an_entry_of_ones_own_is_soon_missed(nats_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that had the consumer has died, or has forgotten it; nobody else has to tell."""
    monkeypatch.setattr("server.cluster.nats_journal.QUIET_SECONDS", 3600)
    async with opened(nats_address) as cluster:
        streams, name = cluster.client.jetstream(), read_cluster(nats_address).name
        await cluster.journal.publish(b"1", "a")
        async with asyncio.timeout(60), contextlib.aclosing(cluster.journal.follow(0)) as batches:
            assert [entry.data for entry in await until(batches, 1)] == [b"1"]
            reading = asyncio.create_task(until(batches, 1))
            for consumer in await streams.consumers_info(name):
                await streams.delete_consumer(name, consumer.name)
            await cluster.journal.publish(b"2", "b")
            assert [entry.data for entry in await reading] == [b"2"]


async def test_entries_are_read_from_servers_that_deliver_none(
    nats_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nobody leads all of them: each entry is asked for."""
    async with opened(nats_address) as cluster:
        delivering = nats_journal._deliveries

        def deliver_nothing(*_args: object) -> object:
            raise NatsTimeout

        monkeypatch.setattr(nats_journal, "_deliveries", deliver_nothing)
        await cluster.journal.publish(b"1", "a")
        async with asyncio.timeout(60), contextlib.aclosing(cluster.journal.follow(0)) as batches:
            assert await until(batches, 1) == [Entry(1, b"1")]
            reading = asyncio.create_task(until(batches, 2))
            await cluster.journal.publish(b"2", "b")
            await cluster.journal.publish(bytes(200_000), "c")
            assert await reading == [Entry(2, b"2"), Entry(3, bytes(200_000))]
            monkeypatch.setattr(nats_journal, "_deliveries", delivering)
            await cluster.journal.publish(b"4", "d")
            assert await until(batches, 1) == [Entry(4, b"4")]


async def test_following_survives_the_death_of_the_server(own_server: NatsServer) -> None:
    """Without a gap and without a double, while one publishes and the server is killed twice."""
    address = f"nats://127.0.0.1:{own_server.port}"
    async with opened(address) as writing, opened(address) as reading:
        told: list[int] = []
        ended = asyncio.Event()

        async def write() -> None:
            while not ended.is_set():
                number = len(told) + 1
                told.append(await writing.journal.publish(b"%d" % number, str(number)))

        async with asyncio.timeout(100), contextlib.aclosing(reading.journal.follow(0)) as batches:
            writer = asyncio.create_task(write())
            found = await until(batches, 50)
            for count in (100, 150):
                own_server.kill()
                own_server.start()
                found += await until(batches, count - len(found))
            ended.set()
            await writer
        assert [entry.number for entry in found] == [*range(1, len(found) + 1)]
        assert [int(entry.data) for entry in found] == [*range(1, len(found) + 1)]
        assert told == [*range(1, len(told) + 1)]
        assert len(told) >= len(found)


class Cut:
    """A connection to a server that can be cut in one direction, and as a whole."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.mute = False
        """True while no answer of the server comes through."""
        self._open: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Close every connection."""
        for writer in self._open:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection."""
        its_reader, its_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._open |= {writer, its_writer}
        with contextlib.suppress(OSError):
            await asyncio.gather(self._copy(reader, its_writer), self._copy(its_reader, writer, answers=True))
        self._open -= {writer, its_writer}
        writer.transport.abort()
        its_writer.transport.abort()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool = False) -> None:
        while data := await reader.read(65536):
            if not (answers and self.mute):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@contextlib.asynccontextmanager
async def through_a_cut(port: int) -> AsyncIterator[tuple[Cut, str]]:
    """Give a connection that can be cut, and its address."""
    cut = Cut(port)
    server = await asyncio.start_server(cut.carry, "127.0.0.1", 0)
    async with server:
        yield cut, f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        cut.cut()


async def test_an_unknown_outcome_becomes_known(nats_address: str, nats_server: NatsServer) -> None:
    """The entry came in, its answer was cut off: it is in the journal once, and its author is told its number."""
    name = read_cluster(nats_address).name
    async with (
        opened(nats_address) as sure,
        through_a_cut(nats_server.port) as (cut, place),
        opened(f"nats://{place}/{name}") as cluster,
    ):
        await cluster.journal.publish(b"before", "a")
        cut.mute = True
        publishing = asyncio.create_task(cluster.journal.publish(b"unknown", "b"))
        assert (await first(sure, 1, 1))[0].data == b"unknown"
        assert not publishing.done()
        cut.mute = False
        cut.cut()
        async with asyncio.timeout(60):
            assert await publishing == 2
        assert await sure.journal.last() == 2


async def test_a_journal_whose_beginning_is_gone_is_broken(nats_address: str) -> None:
    """Who needs what somebody has removed cannot go on."""
    async with opened(nats_address) as cluster:
        streams, name = cluster.client.jetstream(), read_cluster(nats_address).name
        for number in range(3):
            await cluster.journal.publish(b"%d" % number, str(number))
        await streams.delete_stream(name)
        await make_stream(cluster.client, name, 1)
        config = (await streams.stream_info(name)).config
        config.first_seq = 3
        await streams.delete_stream(name)
        await streams.add_stream(config)
        with pytest.raises(JournalBroken, match="the journal begins with entry 3, and 1 should follow"):
            await first(cluster, 0, 1)


async def test_servers_that_are_still_starting_are_waited_for(
    nats_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS says that too few are there to hold the stream; it is asked again, and in the end what it says is told."""
    make, left = JetStreamContext.add_stream, [2]

    async def add_stream(streams: JetStreamContext, config: StreamConfig) -> object:
        if left[0]:
            left[0] -= 1
            raise BadRequestError(400, "no suitable peers for placement, peer offline", 10005)
        return await make(streams, config)

    monkeypatch.setattr(JetStreamContext, "add_stream", add_stream)
    async with opened(nats_address) as cluster:
        assert left == [0]
        left[0] = 10_000
        monkeypatch.setattr("server.cluster.nats_journal.ANSWER_SECONDS", 0.2)
        with pytest.raises(StoreFault, match="NATS does not make the stream other: no suitable peers for placement"):
            await make_stream(cluster.client, "other", 1)


async def test_one_has_the_lease(nats_address: str) -> None:
    """It is taken by one, renewed by that one, and taken by another once it is given back."""
    async with opened(nats_address) as one, opened(nats_address) as other:
        claims = await asyncio.gather(one.lease.claim("one"), other.lease.claim("other"))
        assert sorted(claims) == [False, True]
        holder, waiting = (one, other) if claims[0] else (other, one)
        names = {one: "one", other: "other"}
        assert await holder.lease.claim(names[holder])
        assert not await waiting.lease.claim(names[waiting])
        told = asyncio.create_task(waiting.lease.freed(60))
        await asyncio.sleep(0)
        await waiting.lease.release(names[waiting])
        await waiting.client.flush()
        await holder.lease.release(names[holder])
        async with asyncio.timeout(30):
            await told
        assert await waiting.lease.claim(names[waiting])
        assert not await holder.lease.claim(names[holder])


async def test_a_lease_lapses(nats_address: str) -> None:
    """Nobody renews it, so another takes it, and the first one learns of that."""
    async with opened(nats_address) as one, opened(nats_address) as other:
        assert await one.lease.claim("one")
        async with asyncio.timeout(60):
            while not await other.lease.claim("other"):
                await other.lease.freed(0.1)
        assert not await one.lease.claim("one")
        await one.lease.release("one")
        assert await other.lease.claim("other")


async def test_a_lease_that_has_lapsed_is_taken_again_at_once(nats_address: str) -> None:
    """Its node asks once, though it still expects to have it."""
    async with opened(nats_address) as one, opened(nats_address) as other:
        assert await one.lease.claim("one")
        async with asyncio.timeout(60):
            while await other.lease._is_taken("other"):
                await asyncio.sleep(0.05)
        assert await one.lease.claim("one")
        assert not await other.lease.claim("other")


async def test_a_claim_whose_answer_was_lost_is_found_again(nats_address: str) -> None:
    """The node has the lease, though it did not hear so."""
    async with opened(nats_address) as one:
        assert await one.lease.claim("one")
        one.lease._mine = 0
        assert await one.lease.claim("one")
        assert await one.lease.claim("one")


async def test_servers_that_answer_nothing_are_a_fault(own_server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks who leads, or how long the journal is, is told that nobody knows."""
    async with opened(f"nats://127.0.0.1:{own_server.port}") as cluster:
        await cluster.lease.claim("one")
        own_server.kill()
        with pytest.raises(StoreFault, match="NATS does not say who leads"):
            await cluster.lease.claim("one")
        with pytest.raises(StoreFault, match="NATS does not say how long the journal is"):
            await cluster.journal.last()
        await cluster.lease.release("one")
        monkeypatch.setattr("server.cluster.nats_journal.ANSWER_SECONDS", 0.01)
        with pytest.raises(StoreFault, match="NATS does not answer about its stream x"):
            await make_stream(cluster.client, "x", 1)
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 0.5)
    address = ClusterAddress((f"nats://127.0.0.1:{own_server.port}",), "chwech", "anna", "secret")
    with pytest.raises(StoreFault, match="no NATS server answers at 127") as told:
        async with open_cluster(address, Safety.WAIVED):
            pass
    assert "secret" not in str(told.value)
