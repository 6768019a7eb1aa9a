"""How long a key press takes to the changed screen, in a real client with its real server, both otherwise idle."""

import statistics
from pathlib import Path

import pytest

from tests.chwech_tui.terminal import Terminal

PRESSES = 200
"""How many keys are pressed."""

BAR = 0.015
"""Seconds that 95 of 100 presses may take at most."""


@pytest.mark.bench
def test_a_key_press_to_the_changed_screen(tmp_path: Path) -> None:
    """Choosing one card after another changes the screen within the bar."""
    terminal = Terminal(["play", "--data", str(tmp_path), "--pace", "0", "--seed", "keys"])
    terminal.until("Seal ")
    terminal.answer("1", 1.0)
    taken = sorted(terminal.answer("12"[number % 2 == 0], 0.03) for number in range(PRESSES))
    terminal.press("qy")
    terminal.close()
    p95 = taken[int(len(taken) * 0.95)]
    middle, spread = statistics.median(taken) * 1000, statistics.pstdev(taken) * 1000
    print(
        f"\nkey press to changed screen: p50 {middle:.1f} ms, p95 {p95 * 1000:.1f} ms, "
        f"spread {spread:.1f} ms, worst {taken[-1] * 1000:.1f} ms ({PRESSES} presses; bar p95 {BAR * 1000:.0f} ms)"
    )
    assert p95 < BAR
