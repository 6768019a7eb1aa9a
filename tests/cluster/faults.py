"""Processes of a cluster are killed and stopped while people play through both nodes, and answers are checked."""

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from server.commands.figures_page import STATUS_NAME
from server.host.tables.ledger import record_reader
from server.metrics.page import read_page
from tests.cluster.nodes import NAME, Node, cluster
from tests.cluster.watcher import Wanderer, Watcher
from tests.nats_servers import NatsCluster
from tests.server.cluster.copies import log_in
from tests.server.commands.children import CODEC

DOOR: Final = "chwech.sock"

STOPPED_SECONDS: Final = 10.0

CALM_SECONDS: Final = 6.0
"""Seconds between two faults: what was killed is back by then, and holds everything."""

KINDS: Final = (
    "node killed",
    "node stopped",
    "NATS leader killed",
    "other node killed",
    "other node stopped",
    "node ended",
    "other node ended",
)
"""A node is the one that leads; the other runs tables for it. One that is ended hands over its tables first."""

LONGEST_SECONDS: Final = 120.0
"""After which somebody waits for ever."""

AFTERWARDS_SECONDS: Final = 3.0
"""How long it is looked after the end of a node whether somebody has to wait."""


class Wait(Struct, frozen=True):
    """How long people waited for one fault."""

    kind: str
    seconds: float
    """From the fault until everybody through either node had been acknowledged something more; of a node that was
    ended, the longest time that an answer took people who come through the one that stays."""

    election: float = 0.0
    """How long the NATS servers themselves took to choose who leads the journal."""


class Outcome(Struct):
    """What came of it."""

    waits: list[Wait] = []
    accepted: int = 0
    repeated: int = 0
    lost: int = 0
    doubled: int = 0
    differing: int = 0
    """Logs of which the copies of the two nodes hold different records."""


async def play(directory: Path, rounds: int, people: int, tell: Callable[[Wait], None], *, seed: int = 0) -> Outcome:
    """Let people play through so many faults, and check what they were answered."""
    outcome, over, chance = Outcome(), asyncio.Event(), Random(seed)
    async with cluster(directory) as (servers, nodes), asyncio.TaskGroup() as group:
        doors = [node.data / DOOR for node in nodes]
        regulars = [Wanderer(doors, number % 2, f"Person {number}", over.is_set) for number in range(people)]
        watchers = [
            Watcher(doors[(number + 1) % 2], f"Watcher {number}", regular, over.is_set)
            for number, regular in enumerate(regulars)
            if number % 3
        ]
        living = [group.create_task(one.live()) for one in regulars]
        living += [group.create_task(one.live()) for one in watchers]
        for number in range(rounds):
            await _until_all_play(regulars)
            await asyncio.sleep(CALM_SECONDS * (0.7 + 0.6 * chance.random()))
            # Their tables stay where they are, for others watch there.
            for regular in chance.sample(regulars, people // 3):
                regular.wander()
            await _until_all_play(regulars)
            kind = KINDS[number % len(KINDS)]
            wait = await _strike(kind, servers, nodes, regulars)
            outcome.waits.append(wait)
            tell(wait)
        await _until_all_play(regulars)
        over.set()
        await asyncio.gather(*living)
    _compare([node.data for node in nodes], regulars, outcome)
    return outcome


async def _strike(kind: str, servers: NatsCluster, nodes: list[Node], regulars: list[Wanderer]) -> Wait:
    """Bring one fault about, undo it, and give how long somebody had to wait."""
    if kind == "NATS leader killed":
        return await _kill_a_server(kind, servers, regulars)
    return Wait(kind, await _strike_a_node(kind, nodes, regulars))


async def _kill_a_server(kind: str, servers: NatsCluster, regulars: list[Wanderer]) -> Wait:
    leader = (await asyncio.to_thread(servers.group, NAME)).leader
    server = next(one for one in servers.servers if one.name == leader)
    began = time.monotonic()
    server.kill()
    electing = asyncio.create_task(_elected(servers))
    await _until_all_play(regulars)
    waited = time.monotonic() - began
    elected = await electing - began
    server.start()
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(servers.whole):
            await asyncio.sleep(0.1)
    return Wait(kind, waited, elected)


async def _elected(servers: NatsCluster) -> float:
    """Wait until one of the servers leads the journal, and give the time."""
    while not (await asyncio.to_thread(servers.group, NAME)).leader:
        await asyncio.sleep(0.05)
    return time.monotonic()


async def _strike_a_node(kind: str, nodes: list[Node], regulars: list[Wanderer]) -> float:
    """Kill or stop the node that leads, or the other one, and give how long somebody had to wait."""
    leads = await _leading(nodes)
    node = next(one for one in nodes if (one is leads) is not kind.startswith("other"))
    there = [regular for regular in regulars if nodes[regular.at] is not node]
    host = node.host
    if kind.endswith("ended"):
        return await _end(host, there, regulars)
    began = time.monotonic()
    if kind.endswith("killed"):
        os.kill(host, signal.SIGKILL)
        await _until_all_play(regulars)
        return time.monotonic() - began
    os.kill(host, signal.SIGSTOP)
    await _until_all_play(there)
    waited = time.monotonic() - began
    await asyncio.sleep(max(0.0, STOPPED_SECONDS - waited))
    with contextlib.suppress(ProcessLookupError):
        os.kill(host, signal.SIGCONT)
    await _until_all_play(regulars)
    return waited


async def _end(host: int, there: list[Wanderer], regulars: list[Wanderer]) -> float:
    """Let a node end in good order, and give the longest time that an answer took people at the other one."""
    for regular in there:
        regular.longest = 0.0
    os.kill(host, signal.SIGTERM)
    await asyncio.sleep(AFTERWARDS_SECONDS)
    await _until_all_play(there)
    longest = max(regular.longest for regular in there)
    await _until_all_play(regulars)
    return longest


async def _leading(nodes: list[Node]) -> Node:
    """Give the node that leads."""
    while True:
        for node in nodes:
            if await _leads(node):
                return node
        await asyncio.sleep(0.1)


async def _leads(node: Node) -> bool:
    """Tell whether a node leads: the page of such a one alone shows how many people are there."""
    with contextlib.suppress(OSError):
        return "chwech_sessions" in await read_page(node.data / STATUS_NAME)
    return False


async def _until_all_play(regulars: list[Wanderer]) -> None:
    """Wait until each of these people has been acknowledged something more."""
    waiting = {regular: len(regular.accepted) for regular in regulars}
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            while waiting := {one: count for one, count in waiting.items() if len(one.accepted) == count}:
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"nothing more was accepted of {'; '.join(map(str, waiting))}") from None


def _compare(nodes: list[Path], regulars: list[Wanderer], outcome: Outcome) -> None:
    """Hold what everybody was answered against the logs in the copy of each node."""
    for regular in regulars:
        done: Counter[tuple[str, int]] = Counter()
        for table in dict.fromkeys(regular.tables):
            first, other = (log_in(node, table) for node in nodes)
            outcome.differing += any(one != two for one, two in zip(first, other, strict=False))
            longest = max(first, other, key=len)
            done.update((table, record.cause.id) for record in map(record_reader(CODEC), longest) if record.cause)
        outcome.accepted += len(regular.accepted)
        outcome.repeated += regular.doubts
        outcome.lost += sum(not done[which] for which in regular.accepted)
        outcome.doubled += sum(count > 1 for count in done.values())
        outcome.doubled += sum(bool(done[which]) for which in regular.refused)
