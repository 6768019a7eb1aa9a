"""What one connection can do to a front that others use: each attack ends with the connection, and costs no memory."""

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_CHANNEL_REQUEST, MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from tests.server.fronts.ssh.knocker import FAILURE, PATIENCE, SUCCESS, Knocker, a_knocker, come_true
from tests.server.fronts.ssh.siege import MEGABYTE, Siege, a_siege

pytestmark = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux does")

ADDRESSES = (f"127.0.1.{number}" for number in itertools.count(1))
"""An address for each attack: the front remembers them."""


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    """Give a front to attack."""
    with a_siege() as one:
        yield one


async def closed(knocker: Knocker) -> None:
    """Wait until the front has closed the connection."""
    async with asyncio.timeout(PATIENCE):
        await knocker.wait_closed()


async def guest(knocker: Knocker) -> Knocker:
    """Log in."""
    knocker.nothing("guest")
    assert await knocker.answer() == SUCCESS
    return knocker


async def pipelined_passwords(one: Knocker) -> None:
    """Send 200 passwords in one breath."""
    for _ in range(200):
        one.password("ann")


async def pipelined_names(one: Knocker) -> None:
    """Send attempts under ever new names in one breath."""
    for number in range(1000):
        one.nothing(f"ann {number}")


async def many_sessions(one: Knocker) -> None:
    """Ask for 1,000 sessions."""
    await guest(one)
    for number in range(1000):
        one.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(number), UInt32(1 << 31), UInt32(32_768))


async def variables(one: Knocker) -> None:
    """Send 2,000 variables of 200 KB each, as long as anybody takes them."""
    await guest(one)
    one.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(0), UInt32(1 << 31), UInt32(32_768))
    for number in range(2000):
        if one.is_closed():
            return
        value = String("x" * 200_000)
        one.send_packet(MSG_CHANNEL_REQUEST, UInt32(0), String("env"), Boolean(False), String(f"A{number}"), value)
        await asyncio.sleep(0)


async def key_exchanges(one: Knocker) -> None:
    """Renew the keys without end."""
    await guest(one)
    await one.create_session(asyncssh.SSHClientSession[bytes], encoding=None)
    for _ in range(1000):
        one._send_kexinit()
        one._kexinit_sent = True
        await come_true(lambda: one.is_closed() or (one._kex_complete and not one._next_recv_encryption))
        if one.is_closed():
            return


async def a_mebibyte(one: Knocker) -> None:
    """Send a mebibyte before logging in."""
    for _ in range(1024):
        one.send_packet(MSG_IGNORE, String(bytes(1024)))


ATTACKS: tuple[Callable[[Knocker], Awaitable[None]], ...] = (
    pipelined_passwords,
    pipelined_names,
    many_sessions,
    variables,
    key_exchanges,
    a_mebibyte,
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
async def test_an_attack(attack: Callable[[Knocker], Awaitable[None]], siege: Siege) -> None:
    """The connection is dropped, the memory grows by less than 5 MB, and others come in as ever."""
    before, files = siege.memory(), siege.files()
    siege.forget_peak()
    async with a_knocker(siege.port, next(ADDRESSES)) as one:
        await attack(one)
        await closed(one)
    assert siege.peak() - before < 5 * MEGABYTE
    assert await siege.login("127.0.100.1") < PATIENCE
    await come_true(lambda: siege.files() <= files + 1)


async def test_two_thousand_tries(siege: Siege) -> None:
    """Who comes back again and again to guess is not let in any more, long before 2,000 tries."""
    source, before = next(ADDRESSES), siege.memory()
    failed = 0
    with contextlib.suppress(ConnectionError):
        while failed < 2000:
            failed += await guess(siege.port, source)
    assert failed <= 6 * 4
    assert siege.memory() - before < 5 * MEGABYTE
    await siege.login("127.0.100.2")


async def guess(port: int, source: str) -> int:
    """Guess passwords on one connection until it is closed, and give how many were answered."""
    failed = 0
    async with a_knocker(port, source) as one:
        one.password("ann")
        while await one.answer() == FAILURE:
            failed += 1
            one.password("ann")
    return failed


@pytest.mark.parametrize("kind", ["global requests", "channel requests", "adjustments", "data"])
async def test_a_busy_session(kind: str, siege: Siege) -> None:
    """A session may send what it likes: it is read as slowly as ever, and whoever takes no answers is not read."""
    packets = {
        "global requests": (MSG_GLOBAL_REQUEST, String("?"), Boolean(True)),
        "channel requests": (MSG_CHANNEL_REQUEST, UInt32(0), String("window-change"), Boolean(True), bytes(16)),
        "adjustments": (93, UInt32(0), UInt32(1)),
        "data": (94, UInt32(0), String(bytes(20))),
    }
    before = siege.memory()
    siege.forget_peak()
    async with a_knocker(siege.port, next(ADDRESSES)) as one:
        await guest(one)
        await one.create_session(asyncssh.SSHClientSession[bytes], encoding=None)
        one.take_nothing()
        number, *rest = packets[kind]
        for _ in range(3000):
            one.send_packet(int(number), *rest)  # type: ignore[arg-type]  # a number, then bytes
        for _ in range(3):
            await siege.login("127.0.100.3")
        assert siege.peak() - before < 5 * MEGABYTE
