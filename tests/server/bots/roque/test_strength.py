"""The bots of Roque: legal at every table, and ``steady`` far better than ``random``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import Setup
from server.bots.registry import BOTS
from server.simulation.series import Series, play_game
from tests.conformance.roque import tables
from tests.server.rules.roque.position import FOUR, THREE


@pytest.mark.no_cover
@pytest.mark.parametrize("level", tuple(BOTS[FOUR]))
@settings(max_examples=8, deadline=None)
@given(data=st.data(), game=st.sampled_from((FOUR, THREE)), seed=st.integers(0, 2**32))
def test_a_bot_is_legal_at_every_table(level: str, data: st.DataObject, game: str, seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    setup = data.draw(tables(game))
    assert play_game(Series(setup, (level,) * setup.players, str(seed)), 1).totals


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "bots"), [(FOUR, ("steady", "random") * 2), (THREE, ("steady", "random", "random"))])
def test_steady_beats_random_by_far(game: str, bots: tuple[str, ...]) -> None:
    """One steady side wins nearly all of 20 short games against random ones."""
    series = Series(Setup(game, len(bots), {"most_deals": 4}), bots, "strength")
    won = sum(0 in play_game(series, number).winners for number in range(1, 21))
    assert won >= 18
