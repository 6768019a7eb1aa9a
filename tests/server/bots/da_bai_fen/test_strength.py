"""The bots of Da Bai Fen: legal at every table, and ``steady`` far better than ``random``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import Setup
from server.bots.registry import BOTS
from server.rules.da_bai_fen.options import NAME
from server.simulation.series import Series, play_game
from tests.conformance.da_bai_fen import tables


@pytest.mark.no_cover
@pytest.mark.parametrize("level", tuple(BOTS[NAME]))
@settings(max_examples=8, deadline=None)
@given(setup=tables(), seed=st.integers(0, 2**32))
def test_a_bot_is_legal_at_every_table(level: str, setup: Setup, seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    assert play_game(Series(setup, (level,) * 4, str(seed)), 1).totals


@pytest.mark.no_cover
def test_steady_beats_random_by_far() -> None:
    """A steady side wins nearly all of 12 short games against a random one."""
    series = Series(Setup(NAME, 4, {"most_deals": 4}), ("steady", "random") * 2, "strength")
    won = sum(play_game(series, number).winners == (0, 2) for number in range(1, 13))
    assert won >= 10
