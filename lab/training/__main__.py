"""``python -m lab.training``: train the net of the bots ``strong`` and ``champion`` from nothing, with fixed seeds."""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One thread for each array: several would add up in another order, and so train other weights."""


def main() -> None:
    """Train; the same command goes on where it was interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.training",
        description="Train the net of the bots strong and champion from nothing, with fixed seeds. "
        "An interrupted training goes on where it stopped.",
    )
    parser.add_argument("--out", type=Path, default=Path("build/train"), metavar="FOLDER", help="where to write")
    parser.add_argument("--rounds", type=_rounds, metavar="N", help="a shorter training, for trying it: N rounds")
    parser.add_argument("--install", action="store_true", help="then put the weights where the program reads them")
    options = parser.parse_args()
    if find_spec("numba") is None:
        sys.exit("lab.training: numba is not installed (docs/bots.md says how), and without it this takes months")
    os.environ.update(dict.fromkeys(THREADS, "1"), CHWECH_COMPILE="1")
    try:
        _train(options.out, options.rounds, options.install)
    except OSError as error:
        sys.exit(f"lab.training: {error}")
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from the last round that was written")


def _rounds(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of rounds, which is 1 or more")
    return int(text)


def _train(out: Path, rounds: int | None, install: bool) -> None:  # noqa: FBT001  # an option of the command
    from lab.training.chwech.recipe import RECIPE, shortened
    from lab.training.chwech.train import install_weights, train

    out.mkdir(parents=True, exist_ok=True)
    train(RECIPE if rounds is None else shortened(rounds), out, _say)
    if install:
        _say(f"put where the program reads them: {install_weights(out)}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
