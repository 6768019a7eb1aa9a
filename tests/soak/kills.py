"""The real server, killed again and again while people play: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from protocol.messages import ListTables
from server.host.directory import record_reader
from server.storage.postgres import PostgresStore
from server.storage.sqlite import SqliteStore, open_store
from tests.server.commands.children import CODEC, Child, Player, a_child, connect_unix, next_id
from tests.server.commands.test_others import children_of
from tests.soak.regular import Regular

DOOR = "chwech.sock"  # The public socket.


class Outcome(Struct):
    """What came of it."""

    kills: int = 0
    """How often the host was killed."""
    accepted: int = 0
    """Commands that were accepted."""
    repeated: int = 0
    """Commands that were sent again since nobody knew what had become of them."""
    lost: int = 0
    """Accepted ones that are not in a log."""
    doubled: int = 0
    """Those that are in a log twice, or though they were refused."""
    back: list[float] = []
    """Seconds from the start of each new host until someone was welcome."""


def nobody(_outcome: Outcome) -> None:
    """Tell nobody how far it has come."""


async def play(
    data: Path, rounds: int, people: int, *, seed: int = 0, tell: Callable[[Outcome], None] = nobody
) -> Outcome:
    """Let people play while the host is killed so many times, and hold their answers against the logs."""
    outcome, over = Outcome(), asyncio.Event()
    regulars = [Regular(data / DOOR, f"Person {number}", over.is_set) for number in range(people)]
    async with a_child("--no-ssh", data=data) as child, asyncio.TaskGroup() as group:
        await child.said()
        reading = group.create_task(_swallow(child))
        living = [group.create_task(regular.live()) for regular in regulars]
        for _ in range(rounds):
            await until_all_play(regulars)
            await asyncio.sleep(0.3 * Random(seed + outcome.kills).random())
            outcome.back.append(await _kill(child, data))
            outcome.kills += 1
            tell(outcome)
        await until_all_play(regulars)
        over.set()
        await asyncio.gather(*living)
        child.tell_to_end()
        await child.ended()
        reading.cancel()
    await compare(open_store(data), regulars, outcome)
    return outcome


async def until_all_play(regulars: Sequence[Regular]) -> None:
    """Wait until everyone has been acknowledged something more."""
    before = [len(regular.accepted) for regular in regulars]
    async with asyncio.timeout(60):
        while any(len(regular.accepted) == count for regular, count in zip(regulars, before, strict=True)):
            await asyncio.sleep(0.01)


async def _kill(child: Child, data: Path) -> float:
    """Kill the host, and give how long the next one takes from its start until someone is welcome."""
    [host] = children_of(child.process.pid)
    os.kill(host, signal.SIGKILL)
    while children_of(child.process.pid) in ([host], []):
        await asyncio.sleep(0.005)
    began = time.monotonic()
    while True:
        with contextlib.suppress(OSError, AssertionError):
            guest = await connect_unix(data / DOOR)
            await _look(guest)
            return time.monotonic() - began
        await asyncio.sleep(0.005)


async def _look(guest: Player) -> None:
    """Come in and read the list of tables."""
    try:
        await guest.greet(f"Visitor {next_id()}"[-20:])
        await guest.ask(ListTables)
    finally:
        guest.channel.close()


async def _swallow(child: Child) -> None:
    """Let the server say what it has to say."""
    assert child.process.stderr is not None
    async for _line in child.process.stderr:
        pass


async def compare(store: SqliteStore | PostgresStore, regulars: Sequence[Regular], outcome: Outcome) -> None:
    """Hold what everyone was answered against the logs."""
    for regular in regulars:
        done: Counter[tuple[str, int]] = Counter()
        for table in dict.fromkeys(regular.tables):
            records = list(map(record_reader(CODEC), await store.read(table)))
            done.update((table, record.cause.id) for record in records if record.cause)
        outcome.accepted += len(regular.accepted)
        outcome.repeated += regular.doubts
        outcome.lost += sum(not done[which] for which in regular.accepted)
        outcome.doubled += sum(count > 1 for count in done.values())
        outcome.doubled += sum(bool(done[which]) for which in regular.refused)
    await store.close()
