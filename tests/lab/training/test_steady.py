"""``steady`` on flat arrays: the same estimate as the bot's, or a net would be trained against someone else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech import steady as bot
from games.chwech.bot import position
from games.chwech.kernel.compiling import cells
from games.chwech.kernel.layout import DONE, HANDS, MOST_ACTIONS
from games.chwech.kernel.play import actions
from games.chwech.rules import HAND
from lab.training.chwech.steady import WAYS, hope
from tests.conformance.setups import tables
from tests.games.chwech.deals import turns


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_the_estimate_is_that_of_the_bot(data: st.DataObject, players: int, seed: int) -> None:
    """For every legal action of a deal, whatever the table."""
    setup, compared = data.draw(tables(players)), 0
    for turn in turns(setup, seed):
        if not turn.numbers:
            break
        seen, found = turn.seen, cells(MOST_ACTIONS)
        table, row = position(seen)
        for other in range(players):
            assert row[HANDS + other].bit_count() == HAND - row[DONE + other].bit_count() or other != seen.seat
        for choice, number in zip(seen.choices, found[: actions(table, row, found)], strict=True):
            assert hope(table, row, number, WAYS) == pytest.approx(bot.hope(seen.table, seen.seat, seen.prompt, choice))
            compared += 1
    assert compared
