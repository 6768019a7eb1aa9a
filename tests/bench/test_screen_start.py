"""How long the client takes from its start to a drawn table, the offline server included, against an empty app."""

import statistics
import time
from pathlib import Path

import pytest

from tests.bench import empty_screen, floor
from tests.chwech_tui.terminal import Terminal

STARTS = 8
"""How often each is started."""

BAR = 2.5
"""How many times as long as an empty app the client takes at most, both at the median."""


def measure(data: Path, starts: int) -> tuple[list[float], list[float]]:
    """Start the client and an empty app by turns, and give the seconds that each took to be drawn."""
    taken, floors = [], []
    for number in range(starts):
        taken.append(start(["play", "--data", str(data / str(number))], "chwech_tui", "Seal ", "qy"))
        floors.append(start([], "tests.bench.empty_screen", empty_screen.DRAWN, "q"))
    return taken, floors


def start(argv: list[str], program: str, words: str, quit_by: str) -> float:
    """Give the seconds from the start of a program until words of it are drawn."""
    begun = time.perf_counter()
    terminal = Terminal(argv, program=program)
    terminal.until(words)
    taken = time.perf_counter() - begun
    terminal.press(quit_by)
    assert terminal.close() == 0
    return taken


@pytest.mark.bench
def test_a_start_to_a_drawn_table(tmp_path: Path) -> None:
    """Every start draws the dealt cards."""
    taken, floors = measure(tmp_path, STARTS)
    middle = statistics.median(taken)
    print(
        f"\nstart to drawn table: median {middle:.2f} s, spread {statistics.pstdev(taken):.2f} s, "
        f"worst {max(taken):.2f} s ({STARTS} starts)"
    )
    assert floor.held("a start, median", middle, statistics.median(floors), BAR)


@pytest.mark.no_cover
def test_the_benchmark_starts_the_client(tmp_path: Path) -> None:
    """At its smallest it draws a table, and an empty app, once."""
    taken, floors = measure(tmp_path, 1)
    assert len(taken) == len(floors) == 1
