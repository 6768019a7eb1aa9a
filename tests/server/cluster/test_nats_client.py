"""Why there is no connection to NATS, and what would help, is told by what is at the addresses."""

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable

import pytest
from nats.aio.client import Client
from nats.errors import Error

from server.cluster.address import read_cluster
from server.cluster.nats_client import connected
from server.storage.store import StoreFault
from tests.nats_servers import NatsServer


async def refusal(address: str) -> str:
    """Give what is said where there is no connection."""
    with pytest.raises(StoreFault) as told:
        async with connected(read_cluster(address), lambda: None):
            pass
    return str(told.value)


async def test_a_port_of_something_else_is_told(nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of the page on which a server shows its state."""
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 0.3)
    monkeypatch.setattr("server.cluster.greeting.SECONDS", 0.3)
    place = f"127.0.0.1:{nats_server.monitor}"
    why, cure = "something answers there, and not as a NATS server does", "start them, or correct the address"
    told = f"no NATS server answers at {place} ({why}), 127.0.0.1:9 (Connection refused): {cure}"
    assert await refusal(f"nats://{place},127.0.0.1:9") == told


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (Error("nats: 'Authorization Violation'"), "(nats: 'Authorization Violation'): put USER:PASSWORD into"),
        (ssl.SSLError("wrong version"), "wrong version',)): look at the part `tls` of their configuration"),
        (TimeoutError(), "(nothing answers): look at the logs of the servers"),
        (Error("nats: maximum connections exceeded"), "exceeded): look at the logs of the servers"),
        (EOFError(), "(EOFError): look at the logs of the servers"),
    ],
)
async def test_what_a_server_says_is_told(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch, problem: Exception, told: str
) -> None:
    """It is there, and lets nobody in."""

    async def refuse(*_: object, error_cb: Callable[[Exception], Awaitable[None]], **__: object) -> None:
        await error_cb(problem)
        await asyncio.sleep(0)
        raise TimeoutError

    async def close(_: Client) -> None:
        return None

    monkeypatch.setattr(Client, "connect", refuse)
    monkeypatch.setattr(Client, "close", close)
    said = await refusal(f"nats://127.0.0.1:{nats_server.port}")
    assert re.match(r"no NATS server lets this node in at nats://127\.0\.0\.1:", said)
    assert told in said
