"""Measure the SSH front as in life: ``python -m tests.bench.ssh [--sessions 200] [--seconds 20]``.

One front on one core; the host, every caller and this process on the other. Each figure stands with its spread and its
bar; the exit status is 1 where a bar is missed. The floor is a plain asyncssh server in the same run.
"""

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
from asyncio.subprocess import PIPE
from pathlib import Path

import asyncssh
from msgspec import Struct

from tests.bench.ssh.caller import Caller
from tests.bench.ssh.crowd import arrive, hang_up, press_all, seat_all
from tests.bench.ssh.house import FRONT_CORE, Guest, House, guests, open_house
from tests.bench.ssh.measured import Usage, pin, summary, usage


class Options(argparse.Namespace):
    """What the command line asks for."""

    sessions: int = 200
    """How many play at once."""

    seconds: float = 20.0
    """How long each load lasts."""

    rounds: int = 1000
    """How many connect and disconnect."""


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


async def _echo(bench: Bench, options: Options) -> None:
    """Measure the floor."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.ssh.echo", stdout=PIPE)
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    pin(process.pid, FRONT_CORE)
    people = [
        Guest(asyncssh.generate_private_key("ssh-ed25519"), f"127.0.9.{1 + number}", "echo")
        for number in range(min(50, options.sessions))
    ]
    callers = await seat_all(port, people, a_second=50)
    before = usage(process.pid)
    taken = await press_all(callers, options.seconds / 2)
    after = usage(process.pid)
    bench.row(f"floor: echo, {len(callers)} sessions, key to answer", str(summary(taken)))
    bench.row("floor: echo, CPU a key", f"{_cpu(before, after, len(taken)):.2f} ms")
    await hang_up(callers)
    process.terminate()
    await process.wait()


async def _one_at_a_time(bench: Bench, house: House, people: list[Guest]) -> None:
    """Measure from connecting to the first whole screen."""
    waits = []
    before = usage(house.front)
    for guest in people:
        ((caller, wait),) = await arrive(house.port, [guest], 0)
        waits.append(wait)
        await caller.hang_up()
        await asyncio.sleep(0.1)
    cost = _cpu(before, usage(house.front), len(people))
    found = summary(waits)
    bench.row("connect to first whole screen, one at a time", str(found), "p50 40 ms", good=found.p50 <= 40)
    bench.row("CPU of the front a visit", f"{cost:.1f} ms")


async def _keys(bench: Bench, house: House, people: list[Guest], options: Options) -> None:
    """Measure keys at full house, the idle cost, and a crowd arriving beside half a house."""
    empty = usage(house.front)
    callers = await seat_all(house.port, people)
    full = usage(house.front)
    each = (full.memory - empty.memory) / len(callers)
    bench.row(f"memory of the front, {len(callers)} sessions", f"{full.memory:.0f} MB, {each:.2f} MB a session",
              "0.8 MB", good=each <= 0.8)  # fmt: skip
    before = usage(house.front)
    seen = sum(caller.received for caller in callers)
    taken = await press_all(callers, options.seconds)
    cost = _cpu(before, usage(house.front), len(taken))
    found = summary(taken)
    good = found.p50 <= 3 and found.p99 <= 30
    bench.row(f"key to changed cell, {len(callers)} sessions", str(found), "p50 3, p99 30 ms", good=good)
    bench.row("CPU of the front a key", f"{cost:.2f} ms", "1.3 ms", good=cost <= 1.3)
    bytes_each = (sum(caller.received for caller in callers) - seen) / len(taken)
    bench.row("bytes a key", f"{bytes_each:.0f}")
    before = usage(house.front)
    await asyncio.sleep(options.seconds)
    share = 100 * (usage(house.front).seconds - before.seconds) / options.seconds / len(callers)
    bench.row("idle, of a core a session", f"{share:.3f} %", "0.05 %", good=share <= 0.05)
    half = len(callers) // 2
    await hang_up(callers[half:])
    await _crowd(bench, house, people[half:], callers[:half])


async def _crowd(bench: Bench, house: House, arriving: list[Guest], callers: list[Caller]) -> None:
    """Let many arrive at once while others play."""
    await asyncio.sleep(1)
    playing = asyncio.create_task(press_all(callers, 8.0))
    await asyncio.sleep(1)
    come = await arrive(house.port, arriving, 2.0)
    slowest = max(wait for _, wait in come)
    found = summary(await playing)
    bench.row(f"{len(come)} arrive within 2 s, the last one drawn after", f"{slowest:.2f} s", "5 s", good=slowest <= 5)
    bench.row("keys of those already there meanwhile", str(found), "p99 100 ms", good=found.p99 <= 100)
    await hang_up([*callers, *(caller for caller, _ in come)])


async def _come_and_go(bench: Bench, house: House, people: list[Guest], options: Options) -> None:
    """Let very many come and go, and see that nothing of them stays."""
    await _visits(house, people, 100)
    await asyncio.sleep(5)
    before = usage(house.front)
    await _visits(house, people, options.rounds)
    await asyncio.sleep(5)
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
        group = [people[number % len(people)] for number in range(begin, begin + 10)]
        await hang_up([caller for caller, _ in await arrive(house.port, group, 0)])


def _cpu(before: Usage, after: Usage, count: int) -> float:
    """Give the processor time of each of so many things, in milliseconds."""
    return 1000 * (after.seconds - before.seconds) / max(1, count)


async def _main(options: Options) -> int:
    """Measure everything."""
    bench = Bench([])
    await _echo(bench, options)
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            people = await guests(house, options.sessions)
            await _one_at_a_time(bench, house, people[:30])
            await _keys(bench, house, people, options)
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
