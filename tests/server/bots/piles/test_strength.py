"""The bots of the games of one pile: legal at every table, and ``steady`` far better than ``random``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import OptionValue, Setup
from server.bots.registry import BOTS
from server.simulation.series import Series, play_game
from tests.conformance.piles import EVERY, tables
from tests.server.rules.piles.position import CHALLENGE, DUDAK, SVOYI


@pytest.mark.no_cover
@pytest.mark.parametrize("level", tuple(BOTS[SVOYI]))
@settings(max_examples=4, deadline=None)
@given(data=st.data(), which=st.sampled_from(EVERY), seed=st.integers(0, 2**32))
def test_a_bot_is_legal_at_every_table(level: str, data: st.DataObject, which: tuple[str, int], seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    game, players = which
    series = Series(data.draw(tables(game, players)), (level,) * players, str(seed))
    assert play_game(series, 1).totals


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "players", "options", "games", "bar"),
    [
        (SVOYI, 4, {"deals": 1, "limit": 200}, 6, 6),
        (DUDAK, 4, {"deals": 1, "limit": 200}, 6, 6),
        (CHALLENGE, 2, {"cards": 24}, 2, 2),
    ],
)
def test_steady_beats_random_by_far(
    game: str, players: int, options: dict[str, OptionValue], games: int, bar: int
) -> None:
    """One steady seat is out in every deal against random ones."""
    series = Series(Setup(game, players, options), ("steady", *("random",) * (players - 1)), "strength")
    assert sum(play_game(series, number).totals[-1][0] for number in range(1, games + 1)) >= bar
