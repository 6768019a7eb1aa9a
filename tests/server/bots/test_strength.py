"""All bots: legal at every table, and ``steady`` far better than ``random``."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.registry import GAMES
from protocol.setup import OptionValue, Setup
from server.bots.registry import BOTS, SLOW
from server.simulation.series import Series, play_game
from tests.conformance import setups

TABLES: dict[str, st.SearchStrategy[Setup]] = {
    "chwech": st.sampled_from((4, 5, 6, 7)).flatmap(setups.tables),
    "twenty-five": st.sampled_from((3, 4, 5)).map(lambda players: Setup("twenty-five", players)),
    "forty-five": st.sampled_from((4, 6)).map(lambda players: Setup("forty-five", players, {"partners": True})),
    "spoil-five": st.sampled_from((3, 5)).map(lambda players: Setup("spoil-five", players, {"pools": 1})),
    "auction-forty-fives": st.just(Setup("auction-forty-fives", 4, {"deals": 6})),
    "roque": st.just(Setup("roque", 4, {"most_deals": 4})),
    "roque-three": st.just(Setup("roque-three", 3, {"most_deals": 4})),
    "bete": st.sampled_from((2, 3, 4, 5)).map(lambda players: Setup("bete", players, {"deals": 4})),
    "durak-teams": st.sampled_from((4, 6)).map(lambda players: Setup("durak-teams", players, {"losses": 1})),
    **{
        game: st.sampled_from(GAMES[game].players).map(partial(Setup, game, options={"deals": 1, "limit": 100}))
        for game in ("svoyi-koziri", "dudak", "challenge")
    },
    "da-bai-fen": st.just(Setup("da-bai-fen", 4, {"most_deals": 1})),
}  # fmt: skip
"""The tables of each game."""


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "level"), [(game, level) for game in BOTS for level in BOTS[game]])
@settings(max_examples=2, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_bot_is_legal_at_every_table(game: str, level: str, data: st.DataObject, seed: int) -> None:
    """A whole game among bots of one level comes to its end, and every action was legal."""
    if (game, level) not in SLOW:
        setup = data.draw(TABLES[game])
        assert play_game(Series(setup, (level,) * setup.players, str(seed)), 1).totals


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "bots", "options", "games", "least"),
    [
        ("twenty-five", "sr" * 2, {"partners": True}, 60, 39),
        ("spoil-five", "srrrr", {"pools": 1}, 60, 16),
        pytest.param("forty-five", "sr" * 3, {"partners": True}, 120, 85, marks=pytest.mark.long),
        pytest.param("twenty-five", "srrrr", {}, 120, 37, marks=pytest.mark.long),
        ("auction-forty-fives", "sr" * 2, {"deals": 6}, 8, 7),
        pytest.param("auction-forty-fives", "sr" * 3, {"deals": 6}, 20, 17, marks=pytest.mark.long),
        pytest.param("roque", "sr" * 2, {"most_deals": 4}, 8, 7, marks=pytest.mark.long),
        ("roque-three", "srr", {"most_deals": 4}, 8, 7),
        ("bete", "srrr", {}, 40, 15),
        ("durak-teams", "sr" * 2, {"losses": 1}, 12, 11),
        pytest.param("durak-teams", "sr" * 3, {"losses": 1}, 30, 28, marks=pytest.mark.long),
        pytest.param("durak-teams", "se" * 2, {"losses": 1}, 60, 31, marks=pytest.mark.long),
        ("svoyi-koziri", "srrr", {"deals": 1, "limit": 200}, 6, 6),
        ("dudak", "srrr", {"deals": 1, "limit": 200}, 6, 6),
        ("challenge", "sr", {"cards": 24}, 2, 2),
        ("da-bai-fen", "sr" * 2, {"most_deals": 4, "draw": 12}, 6, 5),
    ],
)
def test_steady_beats_random_by_far(
    game: str, bots: str, options: dict[str, OptionValue], games: int, least: int
) -> None:
    """It wins far more than its share of some games against random bots, and no fewer than ``easy``."""
    names = {"s": "steady", "r": "random", "e": "easy"}
    series = Series(Setup(game, len(bots), options), tuple(names[bot] for bot in bots), "strength")
    assert sum(0 in play_game(series, number).winners for number in range(1, games + 1)) >= least
