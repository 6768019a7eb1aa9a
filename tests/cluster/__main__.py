"""``python -m tests.cluster``: how fast three NATS servers and two nodes on this machine are, and what they bear."""

import argparse
import asyncio
import gc
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.cluster.tables.remote_tables import MARGIN
from server.processes.serving import raise_open_files
from tests.bench.load.crowd import Crowd, Taken
from tests.bench.load.served import DOOR
from tests.cluster.faults import KINDS, Wait, play
from tests.cluster.nodes import cluster

NODES: Final = "the node that leads", "the other"

OTHER_RATES: Final = 150.0, 600.0
"""Actions a second at tables of the node alone that does not lead."""

SETTLE_SECONDS: Final = 3.0
"""Seconds in which each node finds the other."""

P50_MILLISECONDS, P99_MILLISECONDS = 5.0, 50.0

MOST_SECONDS: Final = {kind: 10.0 if "NATS" in kind else 0.3 if kind.endswith("ended") else 5.0 for kind in KINDS}
"""The longest wait for each fault."""


def worked(process: int) -> float:
    """Give the seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(tables: Sequence[int], rate: float, seconds: float) -> list[Taken]:
    """Let people come through each node to so many tables there, print how long answers take, and what one costs."""
    with tempfile.TemporaryDirectory() as name:
        async with cluster(Path(name)) as (servers, nodes):
            await asyncio.sleep(SETTLE_SECONDS)
            crowds = {
                where: Crowd(node.data / DOOR, count, number * sum(tables))
                for number, (where, node, count) in enumerate(zip(NODES, nodes, tables, strict=True))
                if count
            }
            for crowd in crowds.values():
                await crowd.come()
            gc.freeze()
            processes = [*(node.host for node in nodes), *(server.number for server in servers.servers)]
            before = [worked(process) for process in processes]
            taken = await asyncio.gather(*(crowd.play(rate / len(crowds), seconds) for crowd in crowds.values()))
            leads, other, *stores = [worked(process) - was for process, was in zip(processes, before, strict=True)]
            for crowd in crowds.values():
                crowd.hang_up()
    for where, found in zip(crowds, taken, strict=True):
        print(f"{sum(tables)} tables, {rate:.0f} actions/s, through {where}: {found}", flush=True)
    each = 1000 / (seconds * sum(one.done for one in taken))
    print(
        f"CPU of an action: {leads * each:.2f} ms of the node that leads, {other * each:.2f} ms of the other, "
        f"{sum(stores) * each:.2f} ms of the three NATS servers together",
        flush=True,
    )
    return taken


async def speed(tables: int, rate: float, seconds: float) -> bool:
    """Print what tables of both nodes take, and of the other alone, and give whether answers come soon enough."""
    taken = await load((tables // 2, tables // 2), rate, seconds)
    for other in OTHER_RATES:
        await load((0, MARGIN), other, seconds / 2)
    return max(one.p50 for one in taken) <= P50_MILLISECONDS and max(one.p99 for one in taken) <= P99_MILLISECONDS


def tell(wait: Wait) -> None:
    """Say how long people waited."""
    of_these = f", of which NATS took {wait.election:.2f} s to choose who leads the journal" if wait.election else ""
    print(f"{wait.kind}: {wait.seconds:.2f} s{of_these}", flush=True)


async def faults(rounds: int, people: int, seed: int) -> bool:
    """Print what came of so many faults, and give whether all is well."""
    with tempfile.TemporaryDirectory() as name:
        outcome = await play(Path(name), rounds, people, tell, seed=seed)
    print(
        f"{rounds} faults: {outcome.accepted} accepted, {outcome.repeated} sent again, {outcome.lost} lost, "
        f"{outcome.doubled} doubled, {outcome.differing} logs that differ between the nodes"
    )
    good = not (outcome.lost or outcome.doubled or outcome.differing)
    for kind in KINDS:
        waits = sorted(wait.seconds for wait in outcome.waits if wait.kind == kind)
        if waits:
            print(
                f"{kind} ({len(waits)}): half of the waits at most {waits[len(waits) // 2]:.2f} s, the longest "
                f"{waits[-1]:.2f} s (bar {MOST_SECONDS[kind]:g} s)"
            )
            good &= waits[-1] <= MOST_SECONDS[kind]
        ours = sorted(wait.seconds - wait.election for wait in outcome.waits if wait.kind == kind and wait.election)
        if ours:
            print(
                f"    without the choice of NATS: half at most {ours[len(ours) // 2]:.2f} s, {ours[-1]:.2f} s at worst"
            )
    return good


async def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    raise_open_files()
    good = not chosen.tables or await speed(chosen.tables, chosen.rate, chosen.seconds)
    good &= not chosen.rounds or await faults(chosen.rounds, chosen.people, chosen.seed)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
