"""How long a key press takes to the changed screen, in a real client with its real server, against an empty app."""

import statistics
from pathlib import Path

import pytest

from tests.bench import empty_screen, floor
from tests.chwech_tui.terminal import Terminal

PRESSES = 200
"""How many keys are pressed in each."""

BAR = 2.0
"""How many times as long as in an empty app 95 of 100 presses take at most."""

STILL = 0.03
"""Seconds in which nothing is drawn any more before the next key."""


def measure(data: Path, presses: int) -> tuple[list[float], list[float]]:
    """Press keys in a client at a table and in an empty app by turns; give what each took, the shortest first."""
    terminal = Terminal(["play", "--data", str(data), "--pace", "0", "--seed", "keys"])
    terminal.until("Seal ")
    empty = Terminal([], program="tests.bench.empty_screen")
    empty.until(empty_screen.DRAWN)
    terminal.answer("1", 1.0)
    taken, floors = [], []
    for number in range(presses):
        # Each key chooses another card than the one before, and changes the line of the empty app.
        taken.append(terminal.answer("21"[number % 2], STILL))
        floors.append(empty.answer("21"[number % 2], STILL))
    terminal.press("qy")
    empty.press("q")
    assert terminal.close() == empty.close() == 0
    return sorted(taken), sorted(floors)


@pytest.mark.bench
def test_a_key_press_to_the_changed_screen(tmp_path: Path) -> None:
    """Choosing one card after another changes the screen."""
    taken, floors = measure(tmp_path, PRESSES)
    p95, least = (times[int(PRESSES * 0.95)] for times in (taken, floors))
    middle, spread = statistics.median(taken) * 1000, statistics.pstdev(taken) * 1000
    print(
        f"\nkey press to changed screen: p50 {middle:.1f} ms, p95 {p95 * 1000:.1f} ms, "
        f"spread {spread:.1f} ms, worst {taken[-1] * 1000:.1f} ms ({PRESSES} presses)"
    )
    assert floor.held("a key, p95", p95, least, BAR)


@pytest.mark.no_cover
def test_the_benchmark_presses_keys(tmp_path: Path) -> None:
    """At its smallest the screen changes with each of two keys, in the client and in an empty app."""
    taken, floors = measure(tmp_path, 2)
    assert len(taken) == len(floors) == 2
