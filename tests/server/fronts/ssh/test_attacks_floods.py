"""Floods of strangers: from one address they are all but free; from many they cost others patience, never memory."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import asyncssh
import pytest

from tests.server.fronts.ssh.raw_client import leave
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import LONG_PATIENCE, MEGABYTE, Fortress, a_fortress

pytestmark = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux does")

MANY = tuple(f"127.0.{third}.{fourth}" for third in range(20, 30) for fourth in range(1, 26))
"""The addresses of someone who has many."""

OTHER = "127.0.100.1"  # The address of someone who only wants to play.

GREETINGS = {
    "silence": b"",
    "version": b"SSH-2.0-idle\r\n",
    "garbage": b"x" * 1_048_576,
    "endless version": b"SSH-2.0-" + b"x" * 8000,
    "endless banner": b"x\r\n" * 10_000,
}
"""What strangers say."""

SOON = 10.0  # A login takes some tens of milliseconds; a shared machine may take its time.


@pytest.fixture
def fortress(tmp_path: Path) -> Iterator[Fortress]:
    """Give a server to attack."""
    with a_fortress(tmp_path) as one:
        yield one


@contextlib.asynccontextmanager
async def a_flood(port: int, sources: Sequence[str], count: int, greeting: bytes) -> AsyncIterator[int]:
    """Open so many connections, say something on each and leave them open; give how many the front has closed."""
    writers: list[asyncio.StreamWriter] = []
    readers: list[asyncio.StreamReader] = []
    for source in itertools.islice(itertools.cycle(sources), count):
        with contextlib.suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writers.append(writer)
            readers.append(reader)
            writer.write(greeting)
    await asyncio.sleep(0)
    try:
        yield len(writers)
    finally:
        await leave(*writers)


async def login_with_patience(fortress: Fortress, source: str) -> float:
    """Log in, again and again where there are too many strangers, and give the seconds of the try that succeeded."""
    for _ in range(100):
        with contextlib.suppress(OSError, asyncssh.Error):
            return await fortress.login(source)
        await asyncio.sleep(0.2)
    raise AssertionError("nobody gets in")


async def test_a_few_hundred_who_say_nothing(fortress: Fortress) -> None:
    """One address cannot keep others out, however many connections it opens."""
    before = fortress.memory()
    fortress.forget_peak()
    async with a_flood(fortress.port, ["127.0.10.1"], 300, b""):
        assert await fortress.login(OTHER) < SOON
        await until(lambda: fortress.files() < 40)
    assert fortress.peak() - before < 5 * MEGABYTE


@pytest.mark.no_cover
async def test_every_flood_in_small(fortress: Fortress) -> None:
    """A few strangers of each kind, and a few exchanges that nobody finishes, keep nobody out."""
    for greeting in GREETINGS.values():
        async with a_flood(fortress.port, MANY, 5, greeting):
            assert await login_with_patience(fortress, OTHER) < SOON
    async with half_handshakes(fortress, MANY[100:]):
        assert await login_with_patience(fortress, OTHER) < SOON
    await until(lambda: fortress.files() < 40)


@pytest.mark.attack
@pytest.mark.parametrize("sources", [MANY[:1], MANY], ids=["one address", "many addresses"])
@pytest.mark.parametrize("greeting", GREETINGS.values(), ids=GREETINGS)
async def test_two_thousand_strangers(greeting: bytes, sources: Sequence[str], fortress: Fortress) -> None:
    """2,000 strangers cost less than 50 MB, and someone who only wants to play comes in, sooner or later."""
    before = fortress.memory()
    fortress.forget_peak()
    count = 200 if len(greeting) > 10_000 else 2000
    async with a_flood(fortress.port, sources, count, greeting):
        taken = await login_with_patience(fortress, OTHER)
        assert taken < SOON
        print(f"{len(sources)} addresses, {greeting[:8]!r}: login {taken:.3f} s, {fortress.peak() - before} kB more")
    assert fortress.peak() - before < 50 * MEGABYTE
    await until(lambda: fortress.files() < 40)


@pytest.mark.attack
@pytest.mark.parametrize("greeting", [b"", GREETINGS["version"]], ids=["silence", "version"])
async def test_people_come_in_through_a_flood(greeting: bytes, fortress: Fortress) -> None:
    """While four connections from each of 250 addresses idle, known and new people all get in at the first try."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(80)]
    people = [(f"127.0.{101 + n // 40}.{n % 40 + 1}", key) for n, key in enumerate(keys)]
    for source, key in people[:40]:
        await fortress.login(source, key)
    async with a_flood(fortress.port, MANY, 4 * len(MANY), greeting):
        for at_once in (1, 80):
            doors = asyncio.Semaphore(at_once)

            async def come(source: str, key: asyncssh.SSHKey, doors: asyncio.Semaphore = doors) -> float:
                async with doors:
                    return await fortress.login(source, key)

            times = sorted(await asyncio.gather(*(come(*person) for person in people)))
            within = sum(seconds < 1 for seconds in times)
            print(f"{at_once} at once: {within} of {len(times)} logins within 1 s, the slowest in {times[-1]:.3f} s")
            assert times[-1] < SOON


@contextlib.asynccontextmanager
async def half_handshakes(fortress: Fortress, sources: Sequence[str]) -> AsyncIterator[list[str]]:
    """Exchange keys some 500 times a second without ever finishing; give from where that succeeded so far."""
    exchanged: list[str] = []

    async def exchange(source: str) -> None:
        with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
            async with asyncio.timeout(LONG_PATIENCE):
                await asyncssh.get_server_host_key("127.0.0.1", fortress.port, config=None, local_addr=(source, 0))
                exchanged.append(source)

    async def attack() -> None:
        for source in itertools.cycle(sources):
            if stop.is_set():
                return
            attacks.add(asyncio.ensure_future(exchange(source)))
            await asyncio.sleep(0.002)

    stop = asyncio.Event()
    attacks: set[asyncio.Future[None]] = set()
    running = asyncio.ensure_future(attack())
    try:
        yield exchanged
    finally:
        stop.set()
        await running
        await asyncio.gather(*attacks)
