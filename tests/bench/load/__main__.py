"""``python -m tests.bench.load``: one host, 1,000 tables of six clients: how fast, how big, how much, and why."""

import argparse
import asyncio
import gc
import resource
import tempfile
from pathlib import Path

from tests.bench.load.crowd import Crowd, Taken
from tests.bench.load.served import DOOR, resident, serving, top_ten
from tests.soak.tables import fill

P50_BAR, P99_BAR, MOST_BAR = 5.0, 30.0, 50.0
"""Milliseconds from action to acknowledgement: the half, 99 of 100, and at the highest rate."""

MEMORY_BAR = 60.0
"""Kilobytes of an idle table."""

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


async def loaded(tables: int, rate: float, seconds: float) -> bool:
    """Measure how long answers take at the rate asked for, what awake tables take, and the highest rate."""
    with tempfile.TemporaryDirectory() as name:
        async with serving(Path(name)) as host:
            empty = resident(host)
            crowd = Crowd(Path(name) / DOOR, tables)
            await crowd.come()
            gc.freeze()
            await asyncio.sleep(2)
            row("memory of an awake table with six connections", f"{(resident(host) - empty) / tables:.1f} kB")
            taken = await crowd.play(rate, seconds)
            good = told(f"{tables} tables, {rate:.0f} actions/s", taken, P50_BAR, P99_BAR)
            await _highest(crowd, rate, seconds / 2)
            crowd.hang_up()
            await asyncio.sleep(3)
            row("memory of such a table after all have gone", f"{(resident(host) - empty) / tables:.1f} kB")
    return good


async def _highest(crowd: Crowd, rate: float, seconds: float) -> None:
    """Raise the rate until answers take too long."""
    best = 0.0
    while True:
        taken = await crowd.play(rate, seconds)
        if taken.p99 > MOST_BAR or taken.done < 0.97 * rate:
            break
        best, rate = rate, rate * STEP
    row(
        "the most it carries",
        f"{best:.0f} actions/s with p99 <= {MOST_BAR:.0f} ms; at {taken.rate:.0f} p99 {taken.p99:.0f} ms",
    )


def told(what: str, taken: Taken, p50: float, p99: float) -> bool:
    """Print how long answers took."""
    figure = f"{taken.done:.0f}/s done, p50 {taken.p50:.1f} ms, p99 {taken.p99:.1f} ms"
    return row(what, figure, f"{p50:.0f}/{p99:.0f} ms", good=taken.p50 <= p50 and taken.p99 <= p99)


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


async def main() -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=333)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    good = await sleeping(chosen.tables)
    good &= await loaded(chosen.tables, chosen.rate, chosen.seconds)
    await profiled(max(1, chosen.tables // 10), chosen.rate / 2, chosen.seconds)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
