"""The referee against the program: both accept the same games, and refuse the same ones where one thing is changed."""

from __future__ import annotations

import pytest

from tests.referee.da_bai_fen.season import FAMILY, main
from tests.referee.program import CHANGES, disagreements

KEYS = ["won", "took", "scores", "six"]
"""What a deal of Da Bai Fen says besides the common keys, each of which is changed once."""


@pytest.mark.no_cover
def test_games_of_the_program_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """Games at tables of every kind keep to the rules, question by question; two thousand each in ``make soak``."""
    assert main(["6"]) == 0
    assert capsys.readouterr().out.startswith("6 games replayed, 0 with differences\n")


@pytest.mark.no_cover
def test_the_program_verifies_as_the_referee_does() -> None:
    """Of records with one thing changed the program refuses exactly those that the referee refuses."""
    found, refused = disagreements(FAMILY, 4, [*CHANGES, "end", "totals", "options", "complete", "seed", *KEYS])
    assert found == []
    assert refused > 20, "most changes make a difference"
