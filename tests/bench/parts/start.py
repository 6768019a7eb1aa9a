"""How long the client takes from its start to a drawn table, the offline server included, against an empty app."""

import tempfile
import time
from functools import partial
from pathlib import Path

from tests.bench import empty_screen, floor
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch
from tests.chwech_tui.terminal import Terminal
from tests.journeys.serving import serving

FLOOR = "floor: an empty app"

BAR = 2.5
"""How many times as long as an empty app the client takes at most, both at the median."""


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Start the client and an empty app by turns, and a server with nobody there."""
    taken, floors = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(2 * scale.rounds):
            taken.append(start(["play", "--data", f"{folder}/{number}"], "chwech_tui", "Seal ", "qy"))
            floors.append(start([], "tests.bench.empty_screen", empty_screen.DRAWN, "q"))
        served = [floor.seconds(partial(serve, Path(folder, f"served {one}"))) for one in range(scale.rounds)]
    return Findings(
        (
            Measure("start to a drawn table, its server included", "s", Better.LESS, tuple(taken),
                    (Other(FLOOR, tuple(floors)),), (Bar(BAR, FLOOR),)),
            Measure("a server with two fronts, from its start to its end", "s", Better.LESS, tuple(served)),
        )
    )  # fmt: skip


def serve(data: Path) -> None:
    """Start a server for others, wait until it takes SSH, and end it in good order."""
    with serving(data, "--fronts", "2"):
        pass


def start(argv: list[str], program: str, words: str, quit_by: str) -> float:
    """Give the seconds from the start of a program until words of it are drawn."""
    begun = time.perf_counter()
    terminal = Terminal(argv, program=program)
    terminal.until(words)
    taken = time.perf_counter() - begun
    terminal.press(quit_by)
    assert terminal.close() == 0
    return taken
