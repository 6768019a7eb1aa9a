"""How long the client takes from its start to a drawn table, the offline server included, against an empty app."""

import tempfile
import time

from tests.bench import empty_screen
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch
from tests.chwech_tui.terminal import Terminal

STARTS = 8  # How often each is started.

FLOOR = "floor: an empty app"

BAR = 2.5  # How many times as long as an empty app the client takes at most, both at the median.


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Start the client and an empty app by turns."""
    taken, floors = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(scale.of(STARTS)):
            taken.append(start(["play", "--data", f"{folder}/{number}"], "chwech", "deal 1", "qy"))
            floors.append(start([], "tests.bench.empty_screen", empty_screen.DRAWN, "q"))
    others = (Other(FLOOR, tuple(floors)),)
    what = "start to a drawn table, its server included"
    return Findings((Measure(what, "s", Better.LESS, tuple(taken), others, (Bar(BAR, FLOOR),)),))


def start(argv: list[str], program: str, words: str, quit_by: str) -> float:
    """Give the seconds from the start of a program until words of it are drawn."""
    begun = time.perf_counter()
    terminal = Terminal(argv, program=program)
    terminal.until(words)
    taken = time.perf_counter() - begun
    terminal.press(quit_by)
    assert terminal.close() == 0
    return taken
