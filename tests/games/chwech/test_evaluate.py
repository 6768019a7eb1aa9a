"""The net's arithmetic: numpy's loops give what adding up by hand gives, for any number of actions."""

import numpy as np
import pytest

from games.chwech.net import net as module
from games.chwech.net.features import FEATURES
from games.chwech.net.net import POINTS, Net, Weights, evaluate, make_room
from games.chwech.net.search import SIGNS
from protocol.setup import Setup
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import turns

WIDE, NARROW = 12, 8


@pytest.mark.parametrize("setup", TABLES[2::3], ids=str)
def test_both_ways_to_add_up_agree(setup: Setup) -> None:
    """By loops, as they are compiled, and by numpy; a net says it in points."""
    dice, sizes = np.random.default_rng(3), set[int]()
    shapes = ((FEATURES + 1, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW,), (1,))
    net = Net(Weights(tuple(dice.standard_normal(shape).astype(np.float32) for shape in shapes), np.ones(SIGNS)))
    layers = net.weights.layers
    room, other = make_room(layers), make_room(layers)
    for turn in turns(setup, 2):
        number = len(turn.numbers)
        if number == 0:
            break
        sizes.add(number)
        room.actions[:number] = other.actions[:number] = turn.numbers
        shared = evaluate(layers, turn.table, turn.row, number, room)
        assert shared == module._evaluate_by_loops(layers, turn.table, turn.row, number, other)
        assert room.found[:shared] == other.found[:shared]
        assert [*room.slots] == [*other.slots]
        assert room.values[:number] == pytest.approx(other.values[:number], rel=1e-3, abs=1e-3)
        assert net.values(turn.table, turn.row) == {
            action: POINTS * float(value) for action, value in zip(turn.numbers, room.values, strict=False)
        }
    assert len(sizes) > 3
