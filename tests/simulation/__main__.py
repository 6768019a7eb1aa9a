"""``python -m tests.simulation``: many worlds on all cores, or one again to see what goes wrong in it."""

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.seed import fault_of, prove

SHOWN = 20
"""Failing seeds that are told with their fault."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20_000, help="how many worlds")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="only this one, with all that it has to say")
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        prove(chosen.seed)
        print(f"world {chosen.seed} keeps the laws")
        return 0
    return run_many(range(chosen.first, chosen.first + chosen.seeds))


def run_many(seeds: range) -> int:
    """Run many worlds, print the rate and what fails, and give the exit status."""
    began = time.monotonic()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        faults = {
            seed: fault for seed, fault in zip(seeds, pool.map(fault_of, seeds, chunksize=10), strict=True) if fault
        }
    seconds = time.monotonic() - began
    print(f"{len(seeds)} worlds in {seconds:.0f} s: {len(seeds) / seconds:.1f} a second, {len(faults)} fail")
    for seed, fault in list(faults.items())[:SHOWN]:
        print(f"  --seed {seed}: {fault.splitlines()[0]}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
