"""The outbox of a connection, the inbox of a table, and how seldom garbage is looked for."""

import asyncio
import gc

import pytest

from protocol.aio import ClientChannel, ServerChannel
from protocol.messages import Goodbye, Hello, Pong, Welcome
from server.host.garbage import EVERY_SECONDS, GROWTH, LOOK_SECONDS, THRESHOLDS, tidy
from server.host.session import Session
from server.storage.store import Account
from tests.pipes import pair
from tests.server.host.world import CODEC
from tests.server.virtual_time import in_virtual_time

ANN = Account("ann", "Ann")


async def greeted(held: int = 64 * 1024) -> tuple[ClientChannel, ServerChannel]:
    """Give both ends of a connection that has begun; more than ``held`` unread bytes make a sender wait."""
    client, server = pair(CODEC, held)
    await asyncio.gather(client.send(Hello((1, 1), "test")), server.receive())
    await asyncio.gather(server.send(Welcome(1, "test", "Ann", ())), client.receive())
    return client, server


async def hear_nothing(_channel: ServerChannel) -> None:
    """Read as long as the connection lasts, and hear nothing."""
    await asyncio.Event().wait()


@in_virtual_time
async def test_all_arrives_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is said at once, and however little of it is taken at a time."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 100)
    client, server = await greeted(held=10)
    session = Session(ANN)
    delivery = asyncio.create_task(session.converse(server, hear_nothing))
    session.say(*(Pong(number) for number in range(1, 101)))
    session.end()
    assert [await client.receive() for _ in range(100)] == [Pong(number) for number in range(1, 101)]
    await delivery


@in_virtual_time
async def test_what_is_said_in_one_turn_goes_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several messages are one write."""
    client, server = await greeted()
    session = Session(ANN)
    delivery = asyncio.create_task(session.converse(server, hear_nothing))
    await asyncio.sleep(0)
    written: list[bytes] = []
    monkeypatch.setattr(server._writer, "write", written.append)
    session.say(Pong(1))
    session.say(Pong(2), Pong(3))
    session.end()
    await delivery
    assert len(written) == 1
    client.close()


@in_virtual_time
async def test_nothing_is_sent_before_its_time() -> None:
    """What is said before someone delivers waits; nothing said after the end is sent."""
    client, server = await greeted()
    session = Session(ANN)
    session.say(Pong(1))
    hearing = asyncio.create_task(client.receive())
    await asyncio.sleep(1)
    assert not hearing.done()
    session.end()
    session.say(Pong(2))
    await session.converse(server, hear_nothing)
    server.close()
    assert [await hearing, await client.receive()] == [Pong(1), None]


@in_virtual_time
async def test_nobody_waits_for_a_slow_client_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the delivery is given up, so is the wait for the client."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)
    _, server = await greeted(held=1)
    session = Session(ANN)
    session.say(Pong(1))
    delivery = asyncio.create_task(session.converse(server, hear_nothing))
    await asyncio.sleep(1)
    waiting = session._draining
    assert waiting is not None
    delivery.cancel()
    await asyncio.wait({waiting, delivery})
    assert waiting.cancelled()


@in_virtual_time
async def test_what_is_said_last_is_sent_after_the_last_request() -> None:
    """A client that says no more still hears the answers."""
    client, server = await greeted()
    session = Session(ANN)

    async def answer_once(_channel: ServerChannel) -> None:
        session.say(Pong(1))

    await session.converse(server, answer_once)
    server.close()
    assert [await client.receive(), await client.receive()] == [Pong(1), None]


@in_virtual_time
async def test_reading_ends_with_the_connection() -> None:
    """Whoever is sent away says nothing more; nor does a client that nothing can be sent to."""
    ended = []

    async def read(_channel: ServerChannel) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(session)

    client, server = await greeted()
    session = Session(ANN)
    conversation = asyncio.create_task(session.converse(server, read))
    await asyncio.sleep(1)
    session.part("closing", "good night")
    await conversation
    assert ended == [session]
    assert await client.receive() == Goodbye("closing", "good night")
    _, server = await greeted()
    session = Session(ANN)
    conversation = asyncio.create_task(session.converse(server, read))
    await asyncio.sleep(1)
    session._break(ConnectionResetError())
    await conversation
    assert len(ended) == 2


@in_virtual_time
async def test_a_fault_of_one_connection_ends_that_alone(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and what was said before is sent."""
    client, server = await greeted()
    session = Session(ANN)

    async def fail(_channel: ServerChannel) -> None:
        session.say(Pong(1))
        raise ValueError("a fault")

    await session.converse(server, fail)
    assert "a connection of ann fails" in caplog.text
    assert await client.receive() == Pong(1)
    client.close()


class Heap:
    """Memory that is as big as a test says, of which a look frees what the test says."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.garbage = 0
        self.looks: list[float] = []

    def look(self) -> None:
        """Note when this came."""
        self.size -= self.garbage
        self.garbage = 0
        self.looks.append(asyncio.get_running_loop().time())


@in_virtual_time
async def test_garbage_is_looked_for_now_and_then() -> None:
    """All is looked through every ten minutes and not in between; afterwards everything is as it was."""
    before, heap = gc.get_threshold(), Heap(1_000_000)
    with tidy(heap.look, lambda: heap.size):
        began = asyncio.get_running_loop().time()
        assert gc.get_threshold() == THRESHOLDS
        await asyncio.sleep(2.5 * EVERY_SECONDS)
    await asyncio.sleep(2 * EVERY_SECONDS)
    assert heap.looks == [began + EVERY_SECONDS, began + 2 * EVERY_SECONDS]
    assert gc.get_threshold() == before


@in_virtual_time
async def test_garbage_never_doubles_the_memory() -> None:
    """Where memory grows by more than that all is looked through within seconds, however much garbage there is."""
    heap = Heap(4_000_000)
    with tidy(heap.look, lambda: heap.size):
        for _ in range(100):
            heap.size += 400_000
            heap.garbage += 400_000
            await asyncio.sleep(LOOK_SECONDS)
            assert heap.garbage <= (GROWTH - 1) * 4_000_000 + 400_000
    assert 8 <= len(heap.looks) <= 10
