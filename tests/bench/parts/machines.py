"""A host on PostgreSQL with a synchronous standby beside one on SQLite, by turns: how soon it answers, at what cost."""

import asyncio
import os
import statistics
import time
from contextlib import AsyncExitStack, closing
from functools import partial
from typing import Final

from server.processes.serving import raise_open_files
from server.storage.postgres import connected
from tests.bench.load.crowd import Crowd
from tests.bench.load.served import CLIENT_CORE, DOOR, serving
from tests.bench.measure import FLOOR, Bar, Better, Findings, Measure, Other, Scale
from tests.bench.parts.host import Contestant, Rounds, seated
from tests.bench.peers.scratch import Scratch
from tests.bench.ssh.measured import usage
from tests.server.storage.postgres_server import postgres_pair

TABLES: Final = 900
RATE: Final = 300  # Actions a second of all tables.

OURS, SQLITE, COMMIT, MOST = "Chwech", "Chwech on SQLite", f"{FLOOR}: a commit alone", "twice SQLite, and a commit"

NOTE: Final = (
    "One machine has it all: each host on the same core, its clients on the other, the servers of PostgreSQL on both. "
    "A commit alone is one row after another through psycopg, at the same rate; the standby has it on its disk, too."
)


def commit_milliseconds(address: str, commits: int) -> float:
    """Return how long a commit takes at the median."""
    taken = []
    with closing(connected(address)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS floor (line BYTEA)")
        for _ in range(commits):
            began = time.perf_counter()
            connection.execute("INSERT INTO floor VALUES (?)", (bytes(100),))
            taken.append(1000 * (time.perf_counter() - began))
            time.sleep(1 / RATE)
    return statistics.median(taken)


async def _taken(scale: Scale, address: str) -> dict[str, list[tuple[float, ...]]]:
    """Return p50, p99 and processor time of each round; the first one is warm-up."""
    seconds, tables = scale.seconds(5.0), scale.of(TABLES)
    taken: dict[str, list[tuple[float, ...]]] = {who: [] for who in (OURS, SQLITE, COMMIT, MOST)}
    async with AsyncExitStack() as stack:
        both = [Contestant(who, partial(serving, store=at), DOOR, Crowd) for who, at in ((OURS, address), (SQLITE, ""))]
        hosts = [(one.who, *await stack.enter_async_context(seated(one, tables, Rounds()))) for one in both]
        for _ in range(scale.rounds + 1):
            for who, process, crowd in hosts:
                before = usage(process).seconds
                answers = await crowd.play(RATE * tables / TABLES, seconds)
                taken[who].append((answers.p50, answers.p99, 1000 * (usage(process).seconds - before) / answers.sent))
            commit = await asyncio.to_thread(commit_milliseconds, address, round(RATE * seconds / 5))
            taken[COMMIT].append((commit,))
            taken[MOST].append((2 * taken[SQLITE][-1][0] + commit,))
    return {who: figures[1:] for who, figures in taken.items()}


def measure(scale: Scale, _scratch: Scratch) -> Findings:
    """Let both play by turns."""
    raise_open_files()
    with postgres_pair("fsync = on") as (primary, _standby):
        os.sched_setaffinity(0, {CLIENT_CORE})
        taken = asyncio.run(_taken(scale, primary.address()))

    def one(name: str, place: int, bar: Bar, *others: str) -> Measure:
        ours, *rest = (Other(who, tuple(figures[place] for figures in taken[who])) for who in (OURS, SQLITE, *others))
        return Measure(name, "ms", Better.LESS, ours.rounds, tuple(rest), (bar,))

    action = f"action to answer at {RATE}/s"
    fast = one(f"{action}, p50", 0, Bar(1, MOST), COMMIT, MOST), one(f"{action}, p99", 1, Bar(50))
    return Findings((*fast, one(f"processor time of the host an action at {RATE}/s", 2, Bar(1.15, SQLITE))), (NOTE,))
