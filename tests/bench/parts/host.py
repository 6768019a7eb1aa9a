"""One host and 1,000 tables of six: how soon actions are answered, what one costs, and how many it carries.

Every server does the same work, on a core of its own, with the same clients on the other.
"""

import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from server.processes.serving import raise_open_files
from tests.bench.load import served
from tests.bench.load.crowd import Crowd, Taken
from tests.bench.load.plain import DOOR as PLAIN_DOOR
from tests.bench.load.plain import PlainCrowd
from tests.bench.load.served import CLIENT_CORE, SERVER_CORE, resident, serving_plainly
from tests.bench.measure import FLOOR, Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers import node_server
from tests.bench.peers.boardgame import BoardgameCrowd
from tests.bench.peers.colyseus import ColyseusCrowd, PatchedCrowd
from tests.bench.peers.node_server import NODE, PACKAGES, installed, serving_node
from tests.bench.peers.scratch import LeftOut, Scratch
from tests.bench.ssh.measured import pin, usage

TABLES: Final = 1000

RATES: Final = (0.333, 0.813)  # Actions a second of each table: the usual rate, and a high one.
SECONDS: Final = 5.0  # How long each round lasts.
MOST_MILLISECONDS: Final = 50.0  # What 99 of 100 take at the highest rate.
STEP: Final = 1.25  # By how much the rate grows on the way to the highest.
FINEST: Final = 1.05  # The smallest step between the last rate that is carried and the first that is not.
STEPS: Final = 15  # How often it grows at the most: 23 times what it was.

HOST: Final = "Chwech"

PLAIN: Final = f"{FLOOR}: stored and sent back"

COLYSEUS: Final = "Colyseus, views by message"

CONTESTANTS: Final = {
    COLYSEUS: ("colyseus.mjs", ColyseusCrowd),
    "Colyseus, schema patches": ("colyseus.mjs", PatchedCrowd),
    "boardgame.io": ("boardgame.mjs", BoardgameCrowd),
}
"""The peers: our program for each, and its clients."""

WORK: Final = (
    "Tables of six with nine cards each; an action is checked, answered to whoever acts, and told to all six, from "
    "whom the other hands are hidden. Who acts next is drawn among all whose turn it is; in Chwech an agreement to the "
    "next deal is an action too, while the peers deal by themselves. Each server has one core, and the clients, which "
    "are one program for all, the other; all listen at a Unix socket; they are measured one after another."
)

DURABILITY: Final = (
    "Chwech answers only what is on the disk; the peers keep tables in memory and lose them with the process. The "
    "floor is as durable, and knows no tables, no rules and no other players."
)

HIDING: Final = (
    "Chwech tells its own clients, as these are, an event and what it changes of the view; there are the people, the "
    "clock and the settings of the table in it too. Colyseus by message tells an event and a whole view at once. With "
    "schema patches whoever acts and whoever is next hear at once, all others at the next patch, every 50 ms; a hand "
    "is in its owner's view alone. boardgame.io sends everybody the whole state through playerView, and keeps a log of "
    "each match, which grows."
)

SEARCH: Final = (
    "The highest rate is the last one at which 99 of 100 answers took 50 ms at the most and 97 of 100 actions were "
    "answered in their time: of a row, each 25 per cent above the one before, and then of two between the last one "
    "carried and the first that was not, which is tried twice. Where it is above what the clients can do, theirs is "
    "found."
)


class Contestant(Struct, frozen=True):
    """A server and the people who load it."""

    who: str
    serve: Callable[[Path], AbstractAsyncContextManager[int]]
    """Starts it in a folder, and gives its process."""
    door: str
    crowd: Callable[[Path, int], Crowd]


class Rounds(Struct):
    """What one contestant has shown."""

    p50: list[float] = []
    p99: list[float] = []
    p99_high: list[float] = []
    cpu: list[float] = []
    """Milliseconds of processor time an action, at the high rate."""
    size: list[float] = []
    """Bytes that all six together hear of an action, at the high rate."""
    highest: list[float] = []
    awake: list[float] = []
    """Kilobytes of a table with its six connections, before anybody has played."""
    played: list[float] = []
    """The same after all that was played."""


def contestants(scratch: Scratch) -> tuple[list[Contestant], list[str]]:
    """Return everyone who takes part, the host first, and a sentence for each who does not."""
    found = [
        Contestant(HOST, served.serving, served.DOOR, Crowd),
        Contestant(PLAIN, serving_plainly, PLAIN_DOOR, PlainCrowd),
    ]
    try:
        node, home = installed(scratch)
    except LeftOut as reason:
        return found, [f"{who}: {reason}" for who in CONTESTANTS]
    for who, (program, crowd) in CONTESTANTS.items():
        found.append(Contestant(who, partial(serving_node, node, home, program), node_server.DOOR, crowd))
    return found, []


@asynccontextmanager
async def seated(contestant: Contestant, tables: int, rounds: Rounds) -> AsyncIterator[tuple[int, Crowd]]:
    """Start a server and let everyone come; give its process and the crowd."""
    with tempfile.TemporaryDirectory() as name:
        async with contestant.serve(Path(name)) as process:
            pin(process, SERVER_CORE)
            empty = resident(process)
            crowd = contestant.crowd(Path(name) / contestant.door, tables)
            await crowd.come()
            gc.freeze()
            rounds.awake.append((resident(process) - empty) / tables)
            yield process, crowd
            rounds.played.append((resident(process) - empty) / tables)
            crowd.hang_up()


async def shown(contestant: Contestant, scale: Scale) -> Rounds:
    """Let a contestant show what it can."""
    tables, seconds, rounds = scale.of(TABLES), scale.seconds(SECONDS), Rounds()
    usual, high = (rate * tables for rate in RATES)
    async with seated(contestant, tables, rounds) as (process, crowd):
        # Node compiles what runs often: what comes first would be another figure.
        await crowd.play(usual, seconds)
        for _ in range(scale.rounds):
            taken = await crowd.play(usual, seconds)
            rounds.p50.append(taken.p50)
            rounds.p99.append(taken.p99)
        for _ in range(scale.rounds):
            before, heard = usage(process).seconds, crowd.received
            taken = await crowd.play(high, seconds)
            rounds.cpu.append(1000 * (usage(process).seconds - before) / taken.sent)
            rounds.size.append((crowd.received - heard) / taken.sent)
            rounds.p99_high.append(taken.p99)
        for _ in range(min(3, scale.rounds)):
            begin = max(usual, rounds.highest[-1] / STEP**2 if rounds.highest else 0)
            rounds.highest.append(await highest(crowd, begin, seconds / 2, scale.of(STEPS)))
    return rounds


async def highest(crowd: Crowd, rate: float, seconds: float, steps: int) -> float:
    """Raise the rate until answers take too long, so many times at the most, and then by halves of the last step.

    Returns the last good one; 0 if there is none. A rate that is not carried is tried once more: one pause of the
    machine is enough for that.
    """
    best, step, narrows = 0.0, STEP, False
    for _ in range(steps):
        if carried(await crowd.play(rate, seconds)) or carried(await crowd.play(rate, seconds)):
            best = rate
        elif best:
            narrows = True
        else:
            # It was too high to begin with.
            rate /= STEP
            continue
        step = step**0.5 if narrows else step
        if step < FINEST:
            break
        rate = best * step
    return best


def carried(taken: Taken) -> bool:
    """Return True if answers came in time."""
    return taken.p99 <= MOST_MILLISECONDS and taken.done >= 0.97 * taken.rate


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Let all show what they can, one after another."""
    if sys.platform != "linux":
        return Findings((), left_out=("the host: cores are given out and memory is measured as Linux does.",))
    raise_open_files()
    os.sched_setaffinity(0, {CLIENT_CORE})
    taking_part, left_out = contestants(scratch)
    rounds = {one.who: asyncio.run(shown(one, scale)) for one in taking_part}
    versions = {"Node": NODE, **PACKAGES} if not left_out else {}
    return Findings(
        tuple(measures(rounds, scale.of(TABLES))), (WORK, DURABILITY, HIDING, SEARCH), tuple(left_out), versions
    )


def measures(rounds: dict[str, Rounds], tables: int) -> Iterator[Measure]:
    """Give the measures of all rounds."""
    usual, high = (f"{rate * tables:,.0f}/s" for rate in RATES)

    def one(name: str, unit: str, better: Better, of: Callable[[Rounds], Sequence[float]], *bars: Bar) -> Measure:
        others = [Other(who, tuple(of(taken))) for who, taken in rounds.items() if who != HOST and of(taken)]
        return Measure(name, unit, better, tuple(of(rounds[HOST])), tuple(others), bars)

    yield one(f"action to answer at {usual}, p50", "ms", Better.LESS, lambda taken: taken.p50, Bar(4, PLAIN))
    yield one(f"action to answer at {usual}, p99", "ms", Better.LESS, lambda taken: taken.p99, Bar(10, PLAIN))
    yield one(
        f"action to answer at {high}, p99", "ms", Better.LESS, lambda taken: taken.p99_high, Bar(MOST_MILLISECONDS)
    )
    yield one(
        f"processor time an action at {high}", "ms", Better.LESS, lambda taken: taken.cpu, Bar(0.4), Bar(1, COLYSEUS)
    )
    yield one(
        "highest rate with p99 up to 50 ms", "actions/s", Better.MORE, lambda taken: taken.highest, Bar(2 * tables)
    )
    yield one("told of an action to all six", "bytes", Better.LESS, lambda taken: taken.size)
    yield one("memory of a table with six connections", "kB", Better.LESS, lambda taken: taken.awake, Bar(80))
    yield one("the same after play", "kB", Better.LESS, lambda taken: taken.played)
