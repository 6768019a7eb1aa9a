"""``steady`` on flat arrays: the same estimate as the bot's, or a net would be trained against somebody else."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech.kernel.play import DONE, HAND, HANDS
from lab.training.chwech.steady import WAYS, hope
from protocol.chwech.views import ChwechView
from protocol.setup import Setup
from protocol.vocabulary import Action
from server.bots import registry
from server.bots.bot import Sight
from server.bots.chwech import steady as bot
from server.bots.chwech.position import Memory
from server.simulation.series import Series, play_game
from tests.conformance.setups import tables


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_the_estimate_is_that_of_the_bot(data: st.DataObject, players: int, seed: int) -> None:
    """For every legal action of a deal, whatever the table; Thirteens as Jokers, which the bot does not know, apart."""
    setup = data.draw(tables(players).filter(lambda one: not one.options.get("thirteens_as_jokers")))
    memory, compared = Memory(), 0

    def compare(sight: Sight, whims: Random) -> Action:
        nonlocal compared
        view, position = sight.view, memory.position(sight)
        assert isinstance(view, ChwechView)
        row = [*position.row]
        for other in range(players):
            assert row[HANDS + other].bit_count() == HAND - row[DONE + other].bit_count() or other != view.viewer
        for action in view.legal:
            assert hope(position.table, row, position.number(action), WAYS) == pytest.approx(bot.hope(view, action))
            compared += 1
        return whims.choice(view.legal)

    levels = {"chwech": {**registry.BOTS["chwech"], "compare": compare}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "BOTS", levels)
        play_game(Series(Setup("chwech", players, {**setup.options, "deals": 1}), ("compare",) * players, str(seed)), 1)
    assert compared
