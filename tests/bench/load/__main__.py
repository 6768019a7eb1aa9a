"""``python -m tests.bench.load``: one host, 1,000 tables of six clients: how fast, how big, how much, and why."""

import argparse
import asyncio
import gc
import resource
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench.load.crowd import Crowd, Taken
from tests.bench.load.plain import DOOR as PLAIN_DOOR
from tests.bench.load.plain import PlainCrowd
from tests.bench.load.served import DOOR, resident, serving, serving_plainly, top_ten
from tests.soak.tables import fill

P50_BAR, P99_BAR = 4.0, 10.0
"""How many times as long as the floor takes it may be from an action to its acknowledgement: the half, 99 of 100."""

MOST_MILLISECONDS = 50.0
"""What 99 of 100 take at the highest rate."""

MOST_OF_ONE = 10.0
"""Actions a second that the host takes of one person."""

MEMORY_BAR = 60.0
"""Kilobytes of an idle table: they are the same on every machine."""

STEP = 1.25
"""By how much the rate grows on the way to the highest."""


def row(what: str, figure: str, bar: str = "", *, good: bool = True) -> bool:
    """Print one figure, and give whether it is good."""
    print(f"{what:<52} {figure}{f'   bar {bar}: ' + ('met' if good else 'MISSED') if bar else ''}", flush=True)
    return good


async def sleeping(tables: int) -> bool:
    """Measure what a table takes at which nobody is."""
    sizes: list[int] = []
    for count in (0, tables):
        with tempfile.TemporaryDirectory() as name:
            await fill(Path(name), count)
            async with serving(Path(name)) as host:
                sizes.append(resident(host))
    each = (sizes[1] - sizes[0]) / tables
    return row(
        f"memory of a sleeping table ({tables} of them)", f"{each:.1f} kB", f"{MEMORY_BAR} kB", good=each <= MEMORY_BAR
    )


async def plain(tables: int, rate: float, seconds: float) -> Taken:
    """Measure the floor, at the same rate on as many connections."""
    with tempfile.TemporaryDirectory() as name:
        async with serving_plainly(Path(name)):
            crowd = PlainCrowd(Path(name) / PLAIN_DOOR, tables)
            await crowd.come()
            taken = await crowd.play(rate, seconds)
            crowd.hang_up()
    row("floor: stored and sent back", str(taken))
    return taken


async def loaded(tables: int, rate: float, seconds: float) -> bool:
    """Measure how long answers take at the rate asked for, what awake tables take, and the highest rate."""
    floor = await plain(tables, rate, seconds)
    with tempfile.TemporaryDirectory() as name:
        async with serving(Path(name)) as host:
            empty = resident(host)
            crowd = Crowd(Path(name) / DOOR, tables)
            await crowd.come()
            gc.freeze()
            await asyncio.sleep(seconds / 10)
            row("memory of an awake table with six connections", f"{(resident(host) - empty) / tables:.1f} kB")
            taken = await crowd.play(rate, seconds)
            good = told(f"{tables} tables, {rate:.0f} actions/s", taken, floor)
            await _highest(crowd, rate, seconds / 2)
            crowd.hang_up()
            await asyncio.sleep(seconds / 7)
            row("memory of such a table after all have gone", f"{(resident(host) - empty) / tables:.1f} kB")
    return good


async def _highest(crowd: Crowd, rate: float, seconds: float) -> None:
    """Raise the rate until answers take too long, or people would do more than the host takes of one."""
    best, taken = 0.0, Taken(0, 0, 0, 0)
    while rate < MOST_OF_ONE * len(crowd.clients):
        taken = await crowd.play(rate, seconds)
        if taken.p99 > MOST_MILLISECONDS or taken.done < 0.97 * rate:
            break
        best, rate = rate, rate * STEP
    row(
        "the most it carries",
        f"{best:.0f} actions/s with p99 <= {MOST_MILLISECONDS:.0f} ms; at {taken.rate:.0f} p99 {taken.p99:.0f} ms",
    )


def told(what: str, taken: Taken, floor: Taken) -> bool:
    """Print how long answers took, and how many times as long as at the floor."""
    p50, p99 = taken.p50 / floor.p50, taken.p99 / floor.p99
    figure = f"{taken}, {p50:.1f} and {p99:.1f} times the floor"
    return row(what, figure, f"{P50_BAR:g} and {P99_BAR:g} times", good=p50 <= P50_BAR and p99 <= P99_BAR)


async def profiled(tables: int, rate: float, seconds: float) -> None:
    """Print what takes the host's time."""
    with tempfile.TemporaryDirectory() as name:
        profile = Path(name) / "profile"
        async with serving(Path(name), profile):
            crowd = Crowd(Path(name) / DOOR, tables)
            await crowd.come()
            await crowd.play(rate, seconds)
            crowd.hang_up()
        print(top_ten(profile))


async def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=333)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args(arguments)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    good = await sleeping(chosen.tables)
    good &= await loaded(chosen.tables, chosen.rate, chosen.seconds)
    await profiled(max(1, chosen.tables // 10), chosen.rate / 2, chosen.seconds)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
