"""``python -m tests.simulation``: many worlds on all cores, or one again to see what goes wrong in it."""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.seed import fault_of, prove

SHOWN = 20  # Failing seeds that are told with their fault.
PROGRESS_SECONDS = 30.0  # How often it is told how far it has come.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20_000, help="how many worlds")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, help="processes; one for each core where nothing is said")
    parser.add_argument("--seed", type=int, help="only this one, with all that it has to say")
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        prove(chosen.seed)
        print(f"world {chosen.seed} keeps the laws")
        return 0
    return run_many(range(chosen.first, chosen.first + chosen.seeds), chosen.jobs)


def run_many(seeds: range, jobs: int | None = None) -> int:
    """Run many worlds, tell what fails as soon as it is known, print the rate, and give the exit status."""
    done = failed = 0
    began = told = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for seed, fault in zip(seeds, pool.map(fault_of, seeds, chunksize=10), strict=True):
            done += 1
            failed += bool(fault)
            if fault and failed <= SHOWN:
                print(f"  --seed {seed}: {fault.splitlines()[0]}", flush=True)
            if time.monotonic() - told > PROGRESS_SECONDS:
                told = time.monotonic()
                print(f"{done} of {len(seeds)} worlds, {failed} fail", flush=True)
    seconds = time.monotonic() - began
    rate = f"{done / seconds:.1f} a second"
    print(f"{done} worlds, {seeds.start} to {seeds.stop - 1}, in {seconds:.0f} s ({rate}): {failed} fail")
    return 1 if failed or not done else 0


if __name__ == "__main__":
    raise SystemExit(main())
