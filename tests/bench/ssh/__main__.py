"""Measure the SSH front as in life: ``python -m tests.bench.ssh [--sessions 200] [--seconds 20]``.

One front on one core; the host, every caller and this process on the other. Each figure stands with its spread and its
bar; the exit status is 1 where a bar is missed. A bar in times is how many times as much it may be as at the floor: a
plain asyncssh server in the same run. Memory takes as much on every machine.
"""

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
from pathlib import Path

from msgspec import Struct

from server.load.caller import Caller
from server.load.summary import Summary, summary
from tests.bench.ssh.crowd import arrive, hang_up, press_all, seat_all
from tests.bench.ssh.echo import an_echo, strangers
from tests.bench.ssh.house import FRONT_CORE, Guest, House, guests, open_house
from tests.bench.ssh.measured import Usage, pin, usage

VISIT = 5.0
"""A visit, to the first whole screen."""

KEY, KEY_P99, KEY_CPU = 7.5, 15.0, 6.5
"""A key to its changed cell, the slowest of a hundred, and the front's processor time for one."""

IDLE = 2.5
"""A second of a session at which nothing happens, against a key."""

ARRIVING, CROWDED = 6.0, 50.0
"""The last of a crowd, against as many visits one at a time; and the slowest of a hundred keys meanwhile."""

MEMORY = 0.8
"""MB of a session."""


class Options(argparse.Namespace):
    """What the command line asks for."""

    sessions: int = 200
    """How many play at once."""

    seconds: float = 20.0
    """How long each load lasts."""

    rounds: int = 1000
    """How many connect and disconnect."""


class Floor(Struct, frozen=True):
    """What SSH itself costs, in milliseconds."""

    visit: float
    """From connecting to the first answer, at the median."""

    key: Summary
    """From a key to its answer."""

    cpu: float
    """Processor time of the server for a key."""


class Bench(Struct):
    """The figures so far."""

    missed: list[str]
    """What did not reach its bar."""

    def row(self, what: str, figure: str, bar: str = "", *, good: bool = True) -> None:
        """Print one figure."""
        mark = "" if not bar else f"   bar {bar}: {'met' if good else 'MISSED'}"
        print(f"{what:<44} {figure}{mark}", flush=True)
        if not good:
            self.missed.append(what)

    def hold(self, what: str, figure: str, taken: float, floor: float, most: float) -> None:
        """Print one figure, and how many times its floor it is."""
        self.row(what, f"{figure}, {taken / floor:.2f} times the floor", f"{most:g} times", good=taken <= most * floor)


async def _echo(bench: Bench, options: Options) -> Floor:
    """Measure the floor."""
    people = strangers(min(50, options.sessions))
    async with an_echo() as echo:
        pin(echo.process, FRONT_CORE)
        visit = summary(await _one_by_one(echo.port, people[:30]))
        callers = await seat_all(echo.port, people, a_second=50)
        before = usage(echo.process)
        taken = await press_all(callers, options.seconds / 2)
        floor = Floor(visit.p50, summary(taken), _cpu(before, usage(echo.process), len(taken)))
        await hang_up(callers)
    bench.row("floor: echo, connect to first answer", str(visit))
    bench.row(f"floor: echo, {len(callers)} sessions, key to answer", str(floor.key))
    bench.row("floor: echo, CPU a key", f"{floor.cpu:.2f} ms")
    return floor


async def _one_by_one(port: int, people: list[Guest]) -> list[float]:
    """Let people come and go one after another, and give what each waited for the first whole screen."""
    waits = []
    for guest in people:
        ((caller, wait),) = await arrive(port, [guest], 0)
        waits.append(wait)
        await caller.hang_up()
        await asyncio.sleep(0.1)
    return waits


async def _one_at_a_time(bench: Bench, floor: Floor, house: House, people: list[Guest]) -> None:
    """Measure from connecting to the first whole screen."""
    before = usage(house.front)
    found = summary(await _one_by_one(house.port, people))
    cost = _cpu(before, usage(house.front), len(people))
    bench.hold("connect to first whole screen, one at a time", str(found), found.p50, floor.visit, VISIT)
    bench.row("CPU of the front a visit", f"{cost:.1f} ms")


async def _keys(bench: Bench, floor: Floor, house: House, people: list[Guest], options: Options) -> None:
    """Measure keys at full house, the idle cost, and a crowd arriving beside half a house."""
    empty = usage(house.front)
    callers = await seat_all(house.port, people)
    full = usage(house.front)
    each = (full.memory - empty.memory) / len(callers)
    bench.row(f"memory of the front, {len(callers)} sessions", f"{full.memory:.0f} MB, {each:.2f} MB a session",
              f"{MEMORY} MB", good=each <= MEMORY)  # fmt: skip
    before = usage(house.front)
    seen = sum(caller.received for caller in callers)
    taken = await press_all(callers, options.seconds)
    cost = _cpu(before, usage(house.front), len(taken))
    found = summary(taken)
    bench.hold(f"key to changed cell, {len(callers)} sessions", str(found), found.p50, floor.key.p50, KEY)
    bench.hold("the slowest of a hundred keys", f"{found.p99:.2f} ms", found.p99, floor.key.p99, KEY_P99)
    bench.hold("CPU of the front a key", f"{cost:.2f} ms", cost, floor.cpu, KEY_CPU)
    bytes_each = (sum(caller.received for caller in callers) - seen) / len(taken)
    bench.row("bytes a key", f"{bytes_each:.0f}")
    before = usage(house.front)
    await asyncio.sleep(options.seconds)
    idle = 1000 * (usage(house.front).seconds - before.seconds) / options.seconds / len(callers)
    bench.hold("idle, of a core a session", f"{idle / 10:.3f} %", idle, floor.cpu, IDLE)
    half = len(callers) // 2
    await hang_up(callers[half:])
    await _crowd(bench, floor, house, people[half:], callers[:half], 0.4 * options.seconds)


async def _crowd(
    bench: Bench, floor: Floor, house: House, arriving: list[Guest], callers: list[Caller], seconds: float
) -> None:
    """Let many arrive at once while others play for some seconds."""
    await asyncio.sleep(seconds / 8)
    playing = asyncio.create_task(press_all(callers, seconds))
    await asyncio.sleep(seconds / 8)
    come = await arrive(house.port, arriving, seconds / 4)
    slowest = 1000 * max(wait for _, wait in come)
    found = summary(await playing)
    what = f"{len(come)} arrive within {seconds / 4:g} s, the last one drawn after"
    bench.hold(what, f"{slowest / 1000:.2f} s", slowest, floor.visit * len(come), ARRIVING)
    bench.hold("keys of those already there meanwhile, p99", str(found), found.p99, floor.key.p99, CROWDED)
    await hang_up([*callers, *(caller for caller, _ in come)])


async def _come_and_go(bench: Bench, house: House, people: list[Guest], options: Options) -> None:
    """Let very many come and go, and see that nothing of them stays."""
    await _visits(house, people, options.rounds // 10)
    await asyncio.sleep(options.seconds / 4)
    before = usage(house.front)
    await _visits(house, people, options.rounds)
    await asyncio.sleep(options.seconds / 4)
    after = usage(house.front)
    growth = 100 * (after.memory - before.memory) / before.memory
    bench.row(
        f"memory after {options.rounds} visits",
        f"{before.memory:.1f} to {after.memory:.1f} MB, {growth:+.1f} %",
        "5 %",
        good=growth <= 5,
    )
    bench.row("open files", f"{before.files} to {after.files}", "flat", good=after.files <= before.files)


async def _visits(house: House, people: list[Guest], count: int) -> None:
    """Let people come and go, ten at a time."""
    for begin in range(0, count, 10):
        group = [people[number % len(people)] for number in range(begin, min(count, begin + 10))]
        await hang_up([caller for caller, _ in await arrive(house.port, group, 0)])


def _cpu(before: Usage, after: Usage, count: int) -> float:
    """Give the processor time of each of so many things, in milliseconds."""
    return 1000 * (after.seconds - before.seconds) / max(1, count)


async def _main(options: Options) -> int:
    """Measure everything."""
    bench = Bench([])
    floor = await _echo(bench, options)
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            people = await guests(house, options.sessions)
            await _one_at_a_time(bench, floor, house, people[:30])
            await _keys(bench, floor, house, people, options)
            await _come_and_go(bench, house, people, options)
    print(f"missed: {', '.join(bench.missed)}" if bench.missed else "every bar is met")
    return 1 if bench.missed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ssh")
    for option in ("sessions", "rounds"):
        parser.add_argument(f"--{option}", type=int, default=getattr(Options, option))
    parser.add_argument("--seconds", type=float, default=Options.seconds)
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    gc.disable()
    sys.exit(asyncio.run(_main(parser.parse_args(namespace=Options()))))
