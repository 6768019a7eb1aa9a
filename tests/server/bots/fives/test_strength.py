"""The bots of the Fives: legal at every table, and ``steady`` far better than ``random``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import OptionValue, Setup
from server.bots.registry import BOTS
from server.rules.fives.options import PLAYERS
from server.simulation.series import Series, play_game
from tests.conformance.fives import tables
from tests.server.rules.fives.position import FORTY_FIVE, SPOIL_FIVE, TWENTY_FIVE


@pytest.mark.no_cover
@pytest.mark.parametrize("level", tuple(BOTS[TWENTY_FIVE]))
@settings(max_examples=15, deadline=None)
@given(
    data=st.data(),
    game=st.sampled_from((TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE)),
    players=st.sampled_from(PLAYERS),
    seed=st.integers(0, 2**32),
)
def test_a_bot_is_legal_at_every_table(level: str, data: st.DataObject, game: str, players: int, seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    series = Series(data.draw(tables(game, players)), (level,) * players, str(seed))
    assert play_game(series, 1).totals


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "players", "options", "sides", "bar"),
    [
        (TWENTY_FIVE, 4, {"partners": True}, 2, 0.70),
        pytest.param(FORTY_FIVE, 6, {"partners": True}, 2, 0.70, marks=pytest.mark.long),
        pytest.param(TWENTY_FIVE, 5, {}, 5, 0.30, marks=pytest.mark.long),
        (SPOIL_FIVE, 5, {"pools": 1}, 5, 0.25),
    ],
)
def test_steady_beats_random_by_far(
    game: str, players: int, options: dict[str, OptionValue], sides: int, bar: float
) -> None:
    """One steady side wins far more than its share of 120 games against random ones."""
    bots = tuple("steady" if seat % sides == 0 else "random" for seat in range(players))
    series = Series(Setup(game, players, options), bots, "strength")
    won = sum(0 in play_game(series, number).winners for number in range(1, 121))
    assert won / 120 > bar
