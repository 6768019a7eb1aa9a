"""``strong`` is what its card says: far better than ``steady``, by the code that a table runs."""

import pytest

from lab.arena.contest import Contest, play_contest
from lab.arena.standings import Standings
from protocol.setup import Setup


@pytest.mark.no_cover
def test_strong_beats_steady_by_far() -> None:
    """Over 16 duplicate deals one among five is ahead by 5 points a deal at the least; its card says nearly 10."""
    contest = Contest(Setup("chwech", 6, {"deals": 1}), ("strong", *["steady"] * 5), "strength")
    standings = Standings(contest)
    for played in play_contest(contest, 1, 16, 1):
        standings.add(played)
    assert standings.lead.mean > 5
