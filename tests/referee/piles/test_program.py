"""The referee against the program: both accept the same games, and refuse the same ones where one thing is changed."""

from __future__ import annotations

import pytest

from tests.referee.piles.season import FAMILY, main
from tests.referee.program import disagreements

CHANGES = [
    "change action",
    "change seat",
    "drop action",
    "swap cards",
    "end",
    "totals",
    "options",
    "out",
    "taken",
    "drawn",
]
"""The changes that are made; a game of one pile is long, and its record takes a while to be read."""


@pytest.mark.no_cover
def test_games_of_the_program_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """Games at tables of every kind keep to the rules, question by question; two thousand each in ``make soak``."""
    assert main(["1"]) == 0
    assert capsys.readouterr().out.startswith("3 games replayed, 0 with differences\n")


@pytest.mark.no_cover
def test_the_program_verifies_as_the_referee_does() -> None:
    """Of records with one thing changed the program refuses exactly those that the referee refuses."""
    found, refused = disagreements(FAMILY, 2, CHANGES)
    assert found == []
    assert refused > 15, "most changes make a difference"
