"""``steady`` on flat arrays: the same estimate as the bot's, or a net would be trained against somebody else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech import steady as bot
from games.chwech.bot import Position
from games.chwech.kernel.play import DONE, HAND, HANDS
from lab.training.chwech.steady import WAYS, hope
from tests.conformance.setups import tables
from tests.games.chwech.deals import turns


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_the_estimate_is_that_of_the_bot(data: st.DataObject, players: int, seed: int) -> None:
    """For every legal action of a deal, whatever the table; Thirteens as Jokers, which the bot does not know, apart."""
    setup, compared = data.draw(tables(players).filter(lambda one: not one.options.get("thirteens_as_jokers"))), 0
    for turn in turns(setup, seed):
        if not turn.numbers:
            break
        seen, position = turn.seen, Position(turn.seen)
        row = [*position.row]
        for other in range(players):
            assert row[HANDS + other].bit_count() == HAND - row[DONE + other].bit_count() or other != seen.seat
        for choice in seen.choices:
            assert hope(position.table, row, position.number(choice), WAYS) == pytest.approx(bot.hope(seen, choice))
            compared += 1
    assert compared
