"""Revocation against greetings that come in the same moment, on the real store with its thread."""

import asyncio
from pathlib import Path

import pytest

from protocol.errors import ErrorCode
from protocol.identity import Keys, RevokeKey
from protocol.messages import FromServer, Goodbye, Hello, Welcome
from server.host.accounts.keys import REVOKED
from server.host.host import Host
from server.host.limits import Rate
from server.host.services import HostServices
from server.host.terms import Terms
from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import Joining, Key
from tests.pipes import pair
from tests.server.host.bearers import bearing, key_of
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.host.world import CODEC
from tests.server.lots import LOTS

ROUNDS = 20
ARRIVALS = 12
PATIENCE = 60.0


class Visitor:
    """A connection to the host."""

    def __init__(self, host: Host, terms: Terms) -> None:
        """Come in."""
        self.channel, theirs = pair(CODEC)
        self.serving = asyncio.create_task(host.serve(theirs, terms))

    async def hear(self) -> FromServer | None:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            return await self.channel.receive()

    async def greet(self, name: str = "") -> FromServer | None:
        """Say hello."""
        await self.channel.send(Hello((1, 1), name=name))
        return await self.hear()

    async def leave(self) -> None:
        """Go away."""
        self.channel.close()
        await self.serving


async def come_and_stay(host: Host, later: int) -> str:
    """Come with the key some turns of the loop later, and stay until sent away; say why one was."""
    for _ in range(later):
        await asyncio.sleep(0)
    visitor = Visitor(host, bearing("new"))
    answer = await visitor.greet()
    if isinstance(answer, Welcome):
        answer = await visitor.hear()
    return await sent_away(visitor, answer)


async def sent_away(visitor: Visitor, answer: FromServer | None) -> str:
    """Go away with this answer; say why one had to."""
    assert isinstance(answer, Goodbye), answer
    await visitor.leave()
    return answer.code


async def one_round(host: Host, store: SqliteStore, owner: Visitor, account: str, number: int) -> set[str]:
    """Let the key be revoked while it comes in many times; give why those were sent away who came in that moment."""
    key = Key(key_of("new"), "", float(number))
    assert await store.join(account, key, 20) is Joining.JOINED
    before = Visitor(host, bearing("new"))
    assert isinstance(await before.greet(), Welcome)
    arrivals = [asyncio.create_task(come_and_stay(host, 3 * later)) for later in range(ARRIVALS)]
    for _ in range(number):
        await asyncio.sleep(0)
    await owner.channel.send(RevokeKey(number, key.id))
    assert isinstance(await owner.hear(), Keys)
    assert await sent_away(before, await before.hear()) == REVOKED
    assert await come_and_stay(host, 0) == ErrorCode.NAME_NEEDED.value
    return set(await asyncio.gather(*arrivals))


async def test_nobody_slips_in_while_a_key_is_revoked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes with a key in the moment of its revocation is sent away by it, or is somebody new.

    Who comes first, the key or its end, is up to the threads; those before and after know what becomes of them.
    """
    monkeypatch.setattr("server.host.connection.COMMANDS", Rate(10.0, 1000.0))
    monkeypatch.setattr("server.host.host.GREETING_SECONDS", PATIENCE)
    store = open_store(tmp_path)
    host = Host(HostServices({"lots": LOTS}, BOTS, CODEC, store, knowledge=KNOWLEDGE))
    await host.open()
    owner = Visitor(host, bearing("ann"))
    assert isinstance(await owner.greet("Ann"), Welcome)
    account = await store.named("Ann")
    assert account is not None
    for number in range(1, ROUNDS + 1):
        reasons = await one_round(host, store, owner, account.id, number)
        assert reasons <= {REVOKED, ErrorCode.NAME_NEEDED.value}
    await owner.leave()
    await host.close()
