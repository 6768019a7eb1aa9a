"""What is said to a connection arrives, in order, and nobody waits for a client that is slow."""

import asyncio

import pytest

from protocol.aio import ClientChannel, ServerChannel
from protocol.messages import Hello, Pong, Welcome
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


@in_virtual_time
async def test_all_arrives_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is said at once, and however little of it is taken at a time."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 100)
    client, server = await greeted(held=10)
    session = Session(ANN)
    delivery = asyncio.create_task(session.deliver(server))
    session.say(*(Pong(number) for number in range(1, 101)))
    session.end()
    assert [await client.receive() for _ in range(100)] == [Pong(number) for number in range(1, 101)]
    await delivery


@in_virtual_time
async def test_what_is_said_in_one_turn_goes_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several messages are one write."""
    client, server = await greeted()
    session = Session(ANN)
    delivery = asyncio.create_task(session.deliver(server))
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
    """What is said before somebody delivers waits; nothing said after the end is sent."""
    client, server = await greeted()
    session = Session(ANN)
    session.say(Pong(1))
    hearing = asyncio.create_task(client.receive())
    await asyncio.sleep(1)
    assert not hearing.done()
    session.end()
    session.say(Pong(2))
    await session.deliver(server)
    server.close()
    assert [await hearing, await client.receive()] == [Pong(1), None]


@in_virtual_time
async def test_nobody_waits_for_a_slow_client_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the delivery is given up, so is the wait for the client."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)
    _, server = await greeted(held=1)
    session = Session(ANN)
    session.say(Pong(1))
    delivery = asyncio.create_task(session.deliver(server))
    await asyncio.sleep(1)
    waiting = session._draining
    assert waiting is not None
    delivery.cancel()
    await asyncio.wait({waiting, delivery})
    assert waiting.cancelled()
