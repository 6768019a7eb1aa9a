"""The SSH front as in life: real connections, one front alone on a core; the host and all callers on the other."""

import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from lab.load.caller import Caller
from lab.load.summary import summary
from server.processes.serving import raise_open_files
from tests.bench.load.served import CLIENT_CORE, SERVER_CORE
from tests.bench.measure import FLOOR, Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import LeftOut, Scratch
from tests.bench.peers.wish import WISH, built, serving_wish
from tests.bench.ssh.crowd import arrive, hang_up, press_all, seat_all
from tests.bench.ssh.echo import an_echo, strangers
from tests.bench.ssh.house import Guest, House, guests, open_house
from tests.bench.ssh.measured import Usage, pin, usage

SESSIONS: Final = 200

MANY: Final = 1000  # Sessions of the front that is full.
VISITS: Final = 10  # How many come one at a time in a round.
SECONDS: Final = 5.0  # How long keys are pressed in each round.
COMING: Final = 500  # How many come and go, to see what stays.
A_SECOND: Final = 8.0  # How many arrive in a second before anything is measured.

ECHO: Final = f"{FLOOR}: a plain asyncssh server that answers each key with 1 kB"

USUAL: Final = f"wish {WISH}, a whole view drawn at each key"

WISHES: Final = {USUAL: "whole", f"wish {WISH}, what stays drawn once": "once"}
"""The two ways of wish, and what our program for it calls them."""

WORK: Final = (
    "Two keys a second from each person, each of which chooses another card. Chwech draws a table of a running game, "
    "which its host keeps; wish draws a table of the same size from fixed words, has no game behind it, and gathers "
    "what is drawn for up to a sixtieth of a second. Processor time a key is all that the process took meanwhile. "
    "Memory of a session is what is the process's own after all have come."
)


class Rounds(Struct):
    """What one server has shown."""

    visit: list[float] = []
    """Milliseconds from connecting to the first whole screen, at the median of a round."""
    visit_cpu: list[float] = []
    p50: list[float] = []
    p99: list[float] = []
    cpu: list[float] = []
    """Milliseconds of processor time a key."""
    size: list[float] = []
    """Bytes a key."""
    idle: list[float] = []
    """Per cent of a core a session takes at which nothing happens."""
    memory: list[float] = []
    """MB a session."""


class Alone(Struct):
    """What is measured of the front and of nobody else."""

    last: float = 0
    """Seconds until the last of a crowd is drawn."""
    meanwhile: float = 0
    """Milliseconds that the slowest of a hundred keys of the others take meanwhile."""
    growth: float = 0
    """Per cent by which its memory has grown after many have come and gone."""
    files: float = 0
    """Open files that are more then."""
    full: list[float] = []
    """Milliseconds of the slowest of a hundred keys when it is full."""


def cost(before: Usage, after: Usage, count: int) -> float:
    """Return the processor time of each of so many things, in milliseconds."""
    return 1000 * (after.seconds - before.seconds) / max(1, count)


async def come_one_by_one(port: int, people: Sequence[Guest]) -> list[float]:
    """Let people come and go one after another; return what each waited for the first whole screen, in milliseconds."""
    waits = []
    for guest in people:
        ((caller, wait),) = await arrive(port, [guest], 0)
        waits.append(1000 * wait)
        await caller.hang_up()
        await asyncio.sleep(0.1)
    return sorted(waits)


@asynccontextmanager
async def loaded(
    process: int, port: int, people: list[Guest], scale: Scale
) -> AsyncIterator[tuple[Rounds, list[Caller]]]:
    """Measure what any server can show; give it with the callers, who are still there."""
    rounds = Rounds()
    for _ in range(scale.rounds):
        group = people[: scale.of(VISITS)]
        before = usage(process)
        waits = await come_one_by_one(port, group)
        rounds.visit.append(waits[len(waits) // 2])
        rounds.visit_cpu.append(cost(before, usage(process), len(group)))
    empty = usage(process)
    callers = await seat_all(port, people, A_SECOND)
    rounds.memory.append((usage(process).memory - empty.memory) / len(callers))
    for _ in range(scale.rounds):
        await _press(process, callers, scale.seconds(SECONDS), rounds)
    for _ in range(scale.rounds):
        seconds = scale.seconds(SECONDS) / 2
        before = usage(process)
        await asyncio.sleep(seconds)
        rounds.idle.append(100 * (usage(process).seconds - before.seconds) / seconds / len(callers))
    yield rounds, callers
    await hang_up(callers)


async def _press(process: int, callers: list[Caller], seconds: float, rounds: Rounds) -> None:
    """Let all press keys for some seconds."""
    before, seen = usage(process), sum(caller.received for caller in callers)
    found = summary(taken := await press_all(callers, seconds))
    rounds.cpu.append(cost(before, usage(process), len(taken)))
    rounds.p50.append(found.p50)
    rounds.p99.append(found.p99)
    rounds.size.append((sum(caller.received for caller in callers) - seen) / len(taken))


async def echoed(scale: Scale) -> Rounds:
    """Measure the floor."""
    async with an_echo() as echo:
        pin(echo.process, SERVER_CORE)
        people = strangers(scale.of(SESSIONS, least=2))
        async with loaded(echo.process, echo.port, people, scale) as (rounds, _):
            return rounds


async def wished(scale: Scale, program: Path, how: str) -> Rounds:
    """Measure wish, drawing in one of its ways."""
    async with serving_wish(program, how) as (process, port):
        pin(process, SERVER_CORE)
        async with loaded(process, port, strangers(scale.of(SESSIONS, least=2)), scale) as (rounds, _):
            return rounds


async def fronted(scale: Scale) -> tuple[Rounds, Alone]:
    """Measure the front."""
    alone = Alone()
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder), "--connections", str(2 * MANY)) as house:
            people = await guests(house, scale.of(SESSIONS, least=2))
            async with loaded(house.front, house.port, people, scale) as (rounds, callers):
                half = len(callers) // 2
                await hang_up(callers[half:])
                await _crowd(house, people[half:], callers[:half], scale, alone)
                del callers[half:]
            await _come_and_go(house, people, scale.of(COMING, least=4), alone)
            await _full(house, scale, alone)
    return rounds, alone


async def _crowd(house: House, arriving: list[Guest], callers: list[Caller], scale: Scale, alone: Alone) -> None:
    """Let many arrive within two seconds while others play."""
    playing = asyncio.create_task(press_all(callers, scale.seconds(2 * SECONDS)))
    come = await arrive(house.port, arriving, scale.seconds(2.0))
    alone.last = max(wait for _, wait in come)
    alone.meanwhile = summary(await playing).p99
    await hang_up([caller for caller, _ in come])


async def _come_and_go(house: House, people: list[Guest], count: int, alone: Alone) -> None:
    """Let very many come and go, and see what of them stays."""
    await _visits(house, people, count // 5)
    await asyncio.sleep(1)
    before = usage(house.front)
    await _visits(house, people, count)
    await asyncio.sleep(1)
    after = usage(house.front)
    alone.growth = 100 * (after.memory - before.memory) / before.memory
    alone.files = after.files - before.files


async def _visits(house: House, people: list[Guest], count: int) -> None:
    """Let people come and go, ten at a time, and nobody twice at a time."""
    at_once = min(10, len(people))
    for begin in range(0, count, at_once):
        group = [people[number % len(people)] for number in range(begin, min(count, begin + at_once))]
        await hang_up([caller for caller, _ in await arrive(house.port, group, 0)])


async def _full(house: House, scale: Scale, alone: Alone) -> None:
    """Fill a front, and let everyone press a key a second."""
    people = await guests(house, scale.of(MANY, least=2), begin=SESSIONS)
    callers = await seat_all(house.port, people, A_SECOND)
    for _ in range(scale.rounds):
        taken = await press_all(callers, scale.seconds(SECONDS), a_second=1.0)
        alone.full.append(summary(taken).p99)
    await hang_up(callers)


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Measure everyone, one after another."""
    if sys.platform != "linux":
        return Findings((), left_out=("the SSH front: cores are given out and memory is measured as Linux does.",))
    raise_open_files()
    os.sched_setaffinity(0, {CLIENT_CORE})
    gc.disable()
    others, left_out = {ECHO: asyncio.run(echoed(scale))}, []
    try:
        program = built(scratch)
        others.update({who: asyncio.run(wished(scale, program, how)) for who, how in WISHES.items()})
    except LeftOut as reason:
        left_out.append(f"wish: {reason}")
    rounds, alone = asyncio.run(fronted(scale))
    measures = (*compared(rounds, others, scale), *single(alone, others[ECHO], scale))
    return Findings(measures, (WORK,), tuple(left_out))


def compared(rounds: Rounds, others: dict[str, Rounds], scale: Scale) -> Iterator[Measure]:
    """Give the measures that all servers have."""

    def one(name: str, unit: str, of: Callable[[Rounds], list[float]], *bars: Bar) -> Measure:
        beside = tuple(Other(who, tuple(of(taken))) for who, taken in others.items())
        return Measure(name, unit, Better.LESS, tuple(of(rounds)), beside, bars)

    keys = f"key to changed cell, {scale.of(SESSIONS, least=2)} sessions"
    yield one("connection to first whole screen, one at a time", "ms", lambda taken: taken.visit, Bar(5, ECHO))
    yield one("processor time a visit", "ms", lambda taken: taken.visit_cpu)
    yield one(f"{keys}, p50", "ms", lambda taken: taken.p50, Bar(7.5, ECHO))
    yield one(f"{keys}, p99", "ms", lambda taken: taken.p99, Bar(15, ECHO), Bar(6))
    yield one("processor time a key", "ms", lambda taken: taken.cpu, Bar(6.5, ECHO), Bar(1, USUAL))
    yield one("bytes a key", "bytes", lambda taken: taken.size)
    yield one("a session at which nothing happens", "% of a core", lambda taken: taken.idle)
    yield one("memory of a session", "MB", lambda taken: taken.memory, Bar(0.8))


def single(alone: Alone, floor: Rounds, scale: Scale) -> Iterator[Measure]:
    """Give the measures of the front alone."""
    arriving = scale.of(SESSIONS, least=2) // 2
    visits = (Other(ECHO, (sum(floor.visit) / len(floor.visit) * arriving / 1000,)),)
    keys = (Other(ECHO, (max(floor.p99),)),)
    full = f"key to changed cell, {scale.of(MANY, least=2):,} sessions at one key a second, p99"
    yield Measure(f"{arriving} arrive in two seconds, the last one drawn", "s", Better.LESS, (alone.last,), visits,
                  (Bar(6, ECHO),))  # fmt: skip
    yield Measure("keys of the others meanwhile, p99", "ms", Better.LESS, (alone.meanwhile,), keys, (Bar(50, ECHO),))
    yield Measure(full, "ms", Better.LESS, tuple(alone.full), bars=(Bar(60),))
    yield Measure("memory after many have come and gone", "% more", Better.LESS, (alone.growth,), bars=(Bar(5),))
    yield Measure("open files after that", "more", Better.LESS, (alone.files,), bars=(Bar(0),))
