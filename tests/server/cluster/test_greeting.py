"""Who answers at the addresses of a cluster."""

import asyncio

import pytest

from server.cluster.greeting import Greeted, greetings
from tests.nats_servers import NatsServer


async def test_a_server_says_who_it_is(nats_server: NatsServer) -> None:
    """By the name that its configuration gives it."""
    [found] = await greetings([f"nats://127.0.0.1:{nats_server.port}"])
    assert found.greeting is not None
    assert str(found) == f"alone (127.0.0.1:{nats_server.port})"


async def test_why_nobody_answers(nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is there, no host has the name, or something else is there, as the page of its state."""
    monkeypatch.setattr("server.cluster.greeting.SECONDS", 0.3)
    monitor = f"127.0.0.1:{nats_server.monitor}"
    gone, unknown, other = await greetings(
        ["nats://127.0.0.1:9", "tls://no.such.host.invalid:4222", f"nats://{monitor}"]
    )
    assert str(gone) == "127.0.0.1:9 (Connection refused)"
    assert unknown.place == "no.such.host.invalid:4222"
    assert unknown.why
    assert other == Greeted(monitor, None, "something answers there, and not as a NATS server does")


async def test_a_host_that_is_silent_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a machine without power; others are asked meanwhile."""

    async def silent(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(asyncio, "open_connection", silent)
    assert [str(one) for one in await greetings(["nats://[::1]:7"])] == ["[::1]:7 (nothing answers)"]


async def test_a_fault_without_a_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As asyncio raises one where a name has several addresses."""

    async def fail(*_: object) -> None:
        raise OSError("Multiple exceptions: refused")

    monkeypatch.setattr(asyncio, "open_connection", fail)
    assert [str(one) for one in await greetings(["nats://a:7"])] == ["a:7 (Multiple exceptions: refused)"]
