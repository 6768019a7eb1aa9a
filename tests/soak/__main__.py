"""``python -m tests.soak``: the real server with 1,000 tables is killed 100 times under load."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.soak.kills import Outcome, play
from tests.soak.tables import fill

BACK_SECONDS = 2.0  # By then a new host has to serve.


def tell(outcome: Outcome) -> None:
    """Say now and then how far it has come."""
    if outcome.kills % 10 == 0:
        print(f"{outcome.kills} times killed", flush=True)


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--people", type=int, default=12)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        began = time.monotonic()
        await fill(Path(name), chosen.tables)
        print(f"{chosen.tables} tables made in {time.monotonic() - began:.1f} s", flush=True)
        outcome = await play(Path(name), chosen.rounds, chosen.people, tell=tell)
    back = sorted(outcome.back)
    print(
        f"{outcome.kills} times killed under load: {outcome.accepted} accepted, {outcome.repeated} sent again, "
        f"{outcome.lost} lost, {outcome.doubled} doubled"
    )
    print(f"start to serving: median {back[len(back) // 2]:.2f} s, slowest {back[-1]:.2f} s (bar {BACK_SECONDS} s)")
    if back[-1] > BACK_SECONDS:
        print(f"too slow: a new host has to serve within {BACK_SECONDS} s")
    return 1 if outcome.lost or outcome.doubled or back[-1] > BACK_SECONDS else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
