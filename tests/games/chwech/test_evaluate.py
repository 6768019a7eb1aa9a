"""The net's arithmetic: numpy's loops give what adding up by hand gives, for any number of actions."""

import numpy as np
import pytest

from games.chwech.kernel.compiling import Layers
from games.chwech.net import net as module
from games.chwech.net.features import FEATURES
from games.chwech.net.net import evaluate, make_room
from protocol.setup import Setup
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import turns

WIDE, NARROW = 12, 8


def small_net() -> Layers:
    """Give a net of any weights."""
    dice = np.random.default_rng(3)
    sizes = ((FEATURES + 1, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW,), (1,))
    return tuple(dice.standard_normal(size).astype(np.float32) for size in sizes)


@pytest.mark.parametrize("setup", TABLES[2::3], ids=str)
def test_both_ways_to_add_up_agree(setup: Setup) -> None:
    """By loops, as they are compiled, and by numpy; both leave the features of the position behind."""
    net, room, other, sizes = small_net(), make_room(WIDE, NARROW), make_room(WIDE, NARROW), set()
    for turn in turns(setup, 2):
        number = len(turn.numbers)
        if number == 0:
            break
        sizes.add(number)
        room.actions[:number] = other.actions[:number] = turn.numbers
        shared = evaluate(net, turn.table, turn.row, number, room)
        assert shared == module._evaluate_by_loops(net, turn.table, turn.row, number, other)
        assert room.found[:shared] == other.found[:shared]
        assert [*room.slots] == [*other.slots]
        assert room.values[:number] == pytest.approx(other.values[:number], rel=1e-3, abs=1e-3)
    assert len(sizes) > 3
