"""Folded features: they stand for the same features, and so the net says the same."""

import numpy as np
import pytest

from games.chwech.kernel.compiling import cells
from games.chwech.kernel.tables import SUITS
from games.chwech.net.features import FEATURES, MOST_ROWS, describe
from games.chwech.net.folded import FOLDED, describe_folded, fold, unfolded
from games.chwech.net.net import evaluate, make_room
from protocol.setup import Setup
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import turns
from tests.games.chwech.test_evaluate import NARROW, WIDE, small_net

MEANT = [*unfolded()]
"""By row of a folded layer, the features that it stands for."""


@pytest.mark.parametrize("setup", TABLES[2::3], ids=str)
def test_folded_features_stand_for_those_of_the_position(setup: Setup) -> None:
    """For each of them once, and for no other; there are fewer of them."""
    found, folded, slots, others, fewer = cells(MOST_ROWS), cells(MOST_ROWS), cells(SUITS), cells(SUITS), 0
    for seed in range(2):
        for turn in turns(setup, seed):
            if not turn.numbers:
                break
            number = describe(turn.table, turn.row, slots, found)
            less = describe_folded(turn.table, turn.row, others, folded)
            meant = [feature for row in folded[:less] for feature in MEANT[row]]
            assert sorted(meant) == sorted(found[:number])
            assert slots == others
            fewer += less < number
    assert fewer


def test_a_folded_row_is_the_sum_of_those_it_stands_for() -> None:
    """All rows of the net are kept before them, and the other layers as they are."""
    layers = small_net()
    first, *rest = fold(layers)
    assert len(first) == len(MEANT) == FOLDED
    assert np.array_equal(first[: FEATURES + 1], layers[0])
    assert all(one is other for one, other in zip(rest, layers[1:], strict=True))
    for row in range(FEATURES + 1, FOLDED, 7):
        assert first[row] == pytest.approx(sum((layers[0][one] for one in MEANT[row]), np.zeros(WIDE)), abs=1e-4)


@pytest.mark.parametrize("setup", TABLES[::5], ids=str)
def test_a_folded_net_says_the_same(setup: Setup) -> None:
    """For every action, but for the last bits: rows are added up in another order."""
    layers, room, other = small_net(), make_room(WIDE, NARROW), make_room(WIDE, NARROW)
    folded = fold(layers)
    for turn in turns(setup, 3):
        number = len(turn.numbers)
        room.actions[:number] = other.actions[:number] = turn.numbers
        if number:
            evaluate(layers, turn.table, turn.row, number, room)
            evaluate(folded, turn.table, turn.row, number, other)
            assert other.values[:number] == pytest.approx(room.values[:number], rel=1e-3, abs=1e-3)
