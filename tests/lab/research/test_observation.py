"""What a player knows as an array."""

import numpy as np
import pytest

from lab.research.observation import observe, size
from protocol.setup import Setup
from tests.lab.research.games import SETUPS, played


@pytest.mark.parametrize("setup", SETUPS)
def test_an_observation_is_of_one_size_and_within_bounds(setup: Setup) -> None:
    """At every moment of a game, for every player."""
    for state in played(setup, 3):
        numbering = state.get_game().numbering
        for player in range(setup.players):
            seen = observe(numbering, state.view(player), state.told_of_deal(player))
            assert seen.shape == (size(numbering, setup.players),)
            assert seen.dtype == np.float32
            assert 0.0 <= float(seen.min()) <= float(seen.max()) <= 1.0


@pytest.mark.parametrize("setup", SETUPS)
def test_an_observation_tells_what_the_view_tells(setup: Setup) -> None:
    """The cards held and those played in this deal, each seat counted from one's own, add up to what was dealt."""
    for state in played(setup, 5):
        if state.current_player() < 0:
            continue
        player, numbering = state.current_player(), state.get_game().numbering
        view, faces = state.view(player), len(numbering.cards)
        seen = observe(numbering, view, state.told_of_deal(player))
        assert round(float(seen[:faces].sum()) * 3) == len(view.hand)
        played_cards = seen[faces : faces * (1 + setup.players)].reshape(setup.players, faces).sum(axis=1) * 3
        left = [view.seats[(player + seat) % setup.players].cards for seat in range(setup.players)]
        assert [9 - round(float(number)) for number in played_cards] == left


def test_two_moments_that_differ_in_what_is_known_differ() -> None:
    """Every turn of a deal is seen by everyone."""
    seen = [
        observe(state.get_game().numbering, state.view(0), state.told_of_deal(0)).tobytes()
        for state in played(Setup("chwech", 6, {"deals": 1}), 6)
        if state.current_player() >= 0
    ]
    assert len(set(seen)) == len(seen)
