"""The net as the bots ask it: points for each action."""

import numpy as np
import pytest

from games.chwech.bot import Position
from games.chwech.net.belief import SIGNS
from games.chwech.net.net import POINTS, Net, Weights, evaluate, make_room
from protocol.setup import Setup
from tests.games.chwech.deals import turns
from tests.games.chwech.test_evaluate import NARROW, WIDE, small_net


def test_a_net_says_points() -> None:
    """One for each action, in the order asked for."""
    layers = small_net()
    net, room, setup = Net(Weights(layers, np.ones(SIGNS))), make_room(WIDE, NARROW), Setup("chwech", 6)
    for turn in turns(setup, 1):
        if not turn.numbers:
            break
        seen = Position(turn.seen)
        numbers = [seen.number(choice) for choice in turn.choices]
        room.actions[: len(numbers)] = numbers
        evaluate(layers, seen.table, seen.row, len(numbers), room)
        points = net.values(seen.table, seen.row, numbers)
        assert points == pytest.approx([POINTS * value for value in room.values[: len(numbers)]], rel=1e-3, abs=1e-2)
        assert net.values(seen.table, seen.row, numbers[::-1]) == pytest.approx(points[::-1], rel=1e-3, abs=1e-2)
