"""The net of Chwech: its weights, and what it finds each action of a seat worth, in points of the deal."""

import hashlib
import io
import json
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import COMPILED, Floats, Layers, Numbers, cells, compiled_loosely
from games.chwech.kernel.play import actions
from games.chwech.net.features import FEATURES, MOST_ROWS, describe, describe_action, fold

FORMAT: Final = 1  # The version of the files.
NAME: Final = "every-table"  # The name of the files: one net knows every table.

LAYERS: Final = 6


class Weights(NamedTuple):
    """What a file of weights holds."""

    layers: tuple[Any, ...]
    beliefs: Floats
    """How much each sign says about an unseen card."""


class UnusableWeights(ValueError):
    """A file of weights that is missing, damaged or made for another version; the text says which and why."""


def read_weights() -> Weights:
    """Return the net's weights; raise ``UnusableWeights`` if they are missing, damaged, or of another version."""
    data = checked_file()
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return Weights(tuple(file[f"layer{place}"] for place in range(LAYERS)), file["beliefs"])


@cache
def weights_fault() -> str:
    """Return why the weights cannot be used; empty if they can. Nothing is loaded for it, and the file is read once."""
    try:
        checked_file()
    except UnusableWeights as fault:
        return str(fault)
    return "" if find_spec("numpy") is not None else "numpy, which runs the net, is not installed"


@cache
def checked_file() -> bytes:
    """Return the file of weights, whose card is that of this version and whose hash is that of its card.

    It is read once: a net that is needed later is that of the program that runs, whatever lies there by then.

    Raises:
        UnusableWeights: it is not so.
    """
    folder = files("games.chwech.net") / "weights"
    try:
        card = json.loads((folder / f"{NAME}.json").read_bytes())
        version, features, digest = card["version"], card["features"], card["sha256"]
        data = (folder / f"{NAME}.npz").read_bytes()
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UnusableWeights(f"the weights {NAME} cannot be read: {error}") from None
    if (version, features) != (FORMAT, FEATURES):
        raise UnusableWeights(f"the weights {NAME} were made for another version of the program")
    if hashlib.sha256(data).hexdigest() != digest:
        raise UnusableWeights(f"the weights {NAME} are damaged: their hash is not the one of their card")
    return data


POINTS: Final = 10  # Points of a deal to one of the net's units.


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


def make_room(net: Layers) -> Room:
    """Return what the values of a net are worked out in."""
    import numpy as np

    wide, narrow = len(net[1]), len(net[3])
    return Room(
        cells(MOST_ROWS),
        cells(at.SUITS),
        np.zeros(wide, np.float32),
        np.zeros((at.MOST_ACTIONS, wide), np.float32),
        np.zeros((at.MOST_ACTIONS, narrow), np.float32),
        cells(at.MOST_ACTIONS),
        np.zeros(at.MOST_ACTIONS),
        np.ones(MOST_ROWS, np.float32),
        np.zeros((), np.float32),
    )


def _evaluate_by_loops(net: Layers, table: Numbers, row: Numbers, number: int, room: Room) -> int:
    """Fill in the value of each action of the seat to act, given in the room; return how many rows the position has."""
    first, bias, second, bias2, third, bias3 = net
    found, base, hidden, top, zero = room.found, room.base, room.hidden, room.top, room.zero[()]
    shared = describe(table, row, room.slots, found)
    base[:] = bias
    for index in range(shared):
        base += first[found[index]]
    for action in range(number):
        whole = describe_action(table, row, room.slots, room.actions[action], found, shared)
        own = hidden[action]
        own[:] = base
        for index in range(shared, whole):
            own += first[found[index]]
        top[action] = bias2
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
    shared, own = describe(table, row, slots, found), []
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


class Net:
    """A net whose weights have been read."""

    def __init__(self, weights: Weights) -> None:
        import numpy as np

        layers = fold(tuple(np.ascontiguousarray(layer, np.float32) for layer in weights.layers))
        self.weights = Weights(layers, weights.beliefs.astype(np.float64))
        self._room = make_room(layers)

    def values(self, table: Numbers, row: Numbers) -> dict[int, float]:
        """Return what each action of the seat to act is worth, in points over the mean of the table."""
        room = self._room
        number = actions(table, row, room.actions)
        evaluate(self.weights.layers, table, row, number, room)
        return dict(zip(map(int, room.actions[:number]), (room.values[:number] * POINTS).tolist(), strict=True))
