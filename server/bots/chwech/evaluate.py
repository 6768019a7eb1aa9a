"""The value of each action by the net, on flat arrays."""

from typing import Any

import numpy as np

from server.bots.chwech.features import MOST_ROWS, describe, describe_action
from server.kernel.chwech.play import MOST_ACTIONS
from server.kernel.chwech.tables import SUITS, Numbers
from server.kernel.compiling import COMPILED, cells, compiled_loosely


def make_room(wide: int, narrow: int) -> Any:
    """Return what values are worked out in: features, places in line of the suits, and the sums of the layers."""
    return (
        cells(MOST_ROWS),
        cells(SUITS),
        np.zeros(wide, np.float32),
        np.zeros((MOST_ACTIONS, wide), np.float32),
        np.zeros((MOST_ACTIONS, narrow), np.float32),
    )


def _evaluate_by_loops(
    net: Any, table: Numbers, row: Numbers, actions: Numbers, number: int, room: Any, values: Any
) -> int:
    """Fill in the value of each action of the seat to act; return how many features the position has.

    Args:
        net: the layers: rows of the first, its bias, the second, its bias, the third, its bias.
        table: the rules.
        row: the deal.
        actions: the actions, so many as ``number`` says.
        number: how many there are.
        room: where features, slots and the sums of the layers are put.
        values: filled with the values.
    """
    first, bias, second, bias2, third, bias3 = net
    found, slots, base, hidden, top = room
    shared = describe(table, row, slots, found)
    wide, narrow = len(bias), len(bias2)
    for cell in range(wide):
        base[cell] = bias[cell]
    for index in range(shared):
        weights = first[found[index]]
        for cell in range(wide):
            base[cell] += weights[cell]
    for action in range(number):
        whole = describe_action(table, row, slots, actions[action], found, shared)
        own = hidden[action]
        for cell in range(wide):
            own[cell] = base[cell]
        for index in range(shared, whole):
            weights = first[found[index]]
            for cell in range(wide):
                own[cell] += weights[cell]
        for cell in range(narrow):
            top[action, cell] = bias2[cell]
    for cell in range(wide):
        for action in range(number):
            strength = hidden[action, cell]
            if strength > 0:
                for other in range(narrow):
                    top[action, other] += strength * second[cell, other]
    for action in range(number):
        value = bias3[0]
        for cell in range(narrow):
            value += max(top[action, cell], np.float32(0)) * third[cell]
        values[action] = value
    return shared


def _evaluate_by_arrays(
    net: Any, table: Numbers, row: Numbers, actions: Numbers, number: int, room: Any, values: Any
) -> int:
    """Do the same with numpy's own loops, which is faster where nothing is compiled."""
    first, bias, second, bias2, third, bias3 = net
    found, slots, base, hidden, top = room
    shared = describe(table, row, slots, found)
    np.add.reduce(first.take(found[:shared], 0), 0, out=base)
    base += bias
    for action in range(number):
        whole = describe_action(table, row, slots, actions[action], found, shared)
        np.add.reduce(first.take(found[shared:whole], 0), 0, out=hidden[action])
    own = hidden[:number]
    own += base
    np.maximum(own, 0, out=own)
    deep = np.matmul(own, second, out=top[:number])
    deep += bias2
    np.maximum(deep, 0, out=deep)
    values[:number] = (deep @ third + bias3[0]).tolist()
    return shared


evaluate = compiled_loosely(_evaluate_by_loops) if COMPILED else _evaluate_by_arrays
