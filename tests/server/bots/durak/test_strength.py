"""The bots of Durak: legal at every table, and ``steady`` far better than ``random`` and no worse than ``easy``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import Setup
from server.bots.registry import BOTS
from server.rules.durak.options import NAME
from server.simulation.series import Series, play_game
from tests.conformance.durak import tables


@pytest.mark.no_cover
@pytest.mark.parametrize("level", tuple(BOTS[NAME]))
@settings(max_examples=6, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 6)), seed=st.integers(0, 2**32))
def test_a_bot_is_legal_at_every_table(level: str, data: st.DataObject, players: int, seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    series = Series(data.draw(tables(players)), (level,) * players, str(seed))
    assert play_game(series, 1).totals


@pytest.mark.no_cover
@pytest.mark.parametrize(("players", "other", "bar"), [(4, "random", 0.9), (6, "random", 0.9), (4, "easy", 0.5)])
def test_steady_wins(players: int, other: str, bar: float) -> None:
    """A side of ``steady`` wins far more than its share of 60 deals."""
    bots = ("steady", other) * (players // 2)
    series = Series(Setup(NAME, players, {"losses": 1}), bots, "strength")
    won = sum(0 in play_game(series, number).winners for number in range(1, 61))
    assert won / 60 > bar
