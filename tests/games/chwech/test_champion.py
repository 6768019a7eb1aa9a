"""The champion: legal at every table, repeatable, and blind to what its seat cannot know."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech import bot as champion
from games.chwech.bot import net
from games.chwech.kernel.compiling import cells
from games.chwech.kernel.layout import DONE, ENDED, EVERYTHING, HANDS, MOST_ACTIONS, PLAYERS, ROW, SEAT
from games.chwech.kernel.play import act, actions, begin
from games.chwech.net.search import SIGNS, Effort, deal_unseen, make_desk, search, weigh
from games.chwech.rules import HAND
from protocol.setup import Setup
from server.simulation.series import Series, play_game
from tests.conformance.setups import tables as setups
from tests.games.chwech.deals import tables

LITTLE = Effort(trials=4, depth=1, prior=2, margin=0.5)


def somewhere(setup: Setup, seed: int) -> list[int]:
    """Give a position of a deal played by chance in which its seat has a choice."""
    table, row, dice = tables(setup), cells(ROW), Random(seed)
    order = list(range(table[PLAYERS] * HAND))
    dice.shuffle(order)
    for index, place in enumerate(order):
        row[HANDS + index % table[PLAYERS]] |= 1 << place
    begin(table, row, dice.randrange(table[PLAYERS]))
    found = cells(MOST_ACTIONS)
    last = list(row)
    for _ in range(dice.randrange(60)):
        if row[ENDED]:
            break
        if actions(table, row, found) > 1:
            last = list(row)
        act(table, row, found[dice.randrange(actions(table, row, found))])
    return last


def shuffled(setup: Setup, row: list[int], seed: int) -> list[int]:
    """Give the same position with the unseen cards dealt in another way."""
    known = net()
    other, desk, table = list(row), make_desk(known.weights.layers, seed), tables(setup)
    deal_unseen(table, other, weigh(table, row, [1.0] * SIGNS, desk), desk)
    return other


@settings(max_examples=25, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_unseen_cards_are_dealt_so_that_they_fit_what_is_known(data: st.DataObject, players: int, seed: int) -> None:
    """Each seat gets as many cards as it holds, the own hand stays, and every card is in one place."""
    setup = data.draw(setups(players))
    row, table = somewhere(setup, seed), tables(setup)
    dealt = shuffled(setup, row, seed % 1000 + 1)
    hands = dealt[HANDS : HANDS + players]
    assert hands[row[SEAT]] == row[HANDS + row[SEAT]]
    assert [hand.bit_count() for hand in hands] == [HAND - row[DONE + seat].bit_count() for seat in range(players)]
    together = 0
    for places in (*hands, *row[DONE : DONE + players]):
        assert not together & places
        together |= places
    assert together == table[EVERYTHING]


@settings(max_examples=10, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 6, 7)), seed=st.integers(0, 2**32))
def test_a_search_knows_what_its_seat_knows(data: st.DataObject, players: int, seed: int) -> None:
    """Two deals that differ in the hands of the others alone are searched alike."""
    setup = data.draw(setups(players))
    row, known = somewhere(setup, seed), net()
    positions = (row, shuffled(setup, row, seed % 1000 + 1), row)
    assert len({search(known.weights, tables(setup), one, LITTLE, 77) for one in positions}) == 1


@pytest.mark.no_cover
@settings(max_examples=8, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_the_champion_plays_by_every_rule(data: st.DataObject, players: int, seed: int) -> None:
    """Whichever ruleset, pack and options a table has, its games come to their end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(champion, "EFFORT", LITTLE)
        bots = ("champion", *["easy"] * (players - 1))
        assert play_game(Series(data.draw(setups(players)), bots, str(seed)), 1).totals
