"""The value of each action by the net, on flat arrays."""

from functools import lru_cache
from typing import Final, NamedTuple

from server.bots.chwech.features import FEATURES, MOST_ROWS, describe, describe_action
from server.bots.chwech.folded import describe_folded
from server.kernel.chwech.play import MOST_ACTIONS
from server.kernel.chwech.tables import SUITS
from server.kernel.compiling import COMPILED, Floats, Layers, Numbers, cells, compiled_loosely

POINTS: Final = 10
"""Points of a deal to one of the net's units."""


class Room(NamedTuple):
    """What values are worked out in."""

    found: Numbers
    """The features that are true."""

    slots: Numbers
    """The place in line of each suit."""

    base: Floats
    hidden: Floats
    top: Floats
    """The sums of the layers: of the position, and of each action."""

    actions: Numbers
    """The actions of the seat to act."""

    values: Floats
    """What each of them is worth, in the net's units."""

    ones: Floats
    zero: Floats
    """A row of ones and a single zero, as fractions of the net's size."""


def make_room(wide: int, narrow: int) -> Room:
    """Return what the values of a net with layers of this size are worked out in."""
    import numpy as np

    return Room(
        cells(MOST_ROWS),
        cells(SUITS),
        np.zeros(wide, np.float32),
        np.zeros((MOST_ACTIONS, wide), np.float32),
        np.zeros((MOST_ACTIONS, narrow), np.float32),
        cells(MOST_ACTIONS),
        np.zeros(MOST_ACTIONS),
        np.ones(MOST_ROWS, np.float32),
        np.zeros((), np.float32),
    )


@compiled_loosely
def _add_rows(net: Layers, table: Numbers, row: Numbers, number: int, room: Room) -> int:
    """Add up the first layer for each action; return how many features the position has."""
    first, bias, found, base = net[0], net[1], room.found, room.base
    shared = describe(table, row, room.slots, found)
    for cell in range(len(bias)):
        base[cell] = bias[cell]
    for index in range(shared):
        weights = first[found[index]]
        for cell in range(len(bias)):
            base[cell] += weights[cell]
    for action in range(number):
        whole = describe_action(table, row, room.slots, room.actions[action], found, shared)
        own = room.hidden[action]
        for cell in range(len(bias)):
            own[cell] = base[cell]
        for index in range(shared, whole):
            weights = first[found[index]]
            for cell in range(len(bias)):
                own[cell] += weights[cell]
    return shared


def _evaluate_by_loops(net: Layers, table: Numbers, row: Numbers, number: int, room: Room) -> int:
    """Fill in the value of each action of the seat to act; return how many features the position has.

    Args:
        net: the layers.
        table: the rules.
        row: the deal.
        number: how many actions there are.
        room: what the values are worked out in; its actions are given, its values are filled in.
    """
    shared = _add_rows(net, table, row, number, room)
    _, bias, second, bias2, third, bias3 = net
    hidden, top, zero = room.hidden, room.top, room.zero[()]
    for action in range(number):
        for cell in range(len(bias2)):
            top[action, cell] = bias2[cell]
    # With the innermost loop in a function of its own, compiled code takes twice as long.
    for cell in range(len(bias)):
        for action in range(number):
            strength = hidden[action, cell]
            if strength <= 0:
                continue
            for other in range(len(bias2)):
                top[action, other] += strength * second[cell, other]
    for action in range(number):
        value = bias3[0]
        for cell in range(len(bias2)):
            value += max(top[action, cell], zero) * third[cell]
        room.values[action] = value
    return shared


def _evaluate_by_arrays(net: Layers, table: Numbers, row: Numbers, number: int, room: Room) -> int:
    """Do the same with numpy's own loops, which is faster where nothing is compiled."""
    import numpy as np

    first, bias, second, bias2, third, bias3 = net
    found, slots = room.found, room.slots
    described = describe if len(first) == FEATURES + 1 else describe_folded
    shared, own = described(table, row, slots, found), []
    rows = [*found[:shared]]
    for action in room.actions[:number]:
        whole = describe_action(table, row, slots, action, found, shared)
        rows += found[shared:whole]
        own.append(whole - shared)
    weights, adds = first.take(rows, 0), _adds(tuple(own))
    fours = len(adds)
    hidden, top = room.hidden[:fours], room.top[:fours]
    # The last of the position's rows makes room for their sum, which lies then beside the rows of the actions.
    np.add(room.ones[:shared].dot(weights[:shared]), bias, weights[shared - 1])
    adds.dot(weights[shared - 1 :], hidden)
    np.maximum(hidden, room.zero, out=hidden)
    hidden.dot(second, top)
    top += bias2
    np.maximum(top, room.zero, out=top)
    np.add(top.dot(third)[:number], bias3, room.values[:number])
    return shared


@lru_cache(maxsize=1024)
def _adds(own: tuple[int, ...]) -> Floats:
    """Return the matrix by which actions add up rows: the first row, and so many of its own for each.

    It has some rows to spare: libraries multiply by four rows several times as fast as by three.
    """
    import numpy as np

    matrix, begin = np.zeros((-len(own) // 4 * -4, 1 + sum(own)), np.float32), 1
    matrix[:, 0] = 1
    for action, size in enumerate(own):
        matrix[action, begin : begin + size] = 1
        begin += size
    return matrix


evaluate = compiled_loosely(_evaluate_by_loops) if COMPILED else _evaluate_by_arrays
