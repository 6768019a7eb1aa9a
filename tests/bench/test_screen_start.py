"""How long the client takes from its start to a drawn table, the offline server included."""

import statistics
import time
from pathlib import Path

import pytest

from tests.chwech_tui.terminal import Terminal

STARTS = 8
"""How often the client is started."""

BAR = 1.5
"""Seconds that a start may take at most."""


@pytest.mark.bench
def test_a_start_to_a_drawn_table(tmp_path: Path) -> None:
    """Every start draws the dealt cards within the bar."""
    taken = []
    for number in range(STARTS):
        begun = time.perf_counter()
        terminal = Terminal(["play", "--data", str(tmp_path / str(number))])
        terminal.until("Seal ")
        taken.append(time.perf_counter() - begun)
        terminal.press("qy")
        terminal.close()
    print(
        f"\nstart to drawn table: median {statistics.median(taken):.2f} s, spread {statistics.pstdev(taken):.2f} s, "
        f"worst {max(taken):.2f} s ({STARTS} starts; bar {BAR} s)"
    )
    assert max(taken) < BAR
