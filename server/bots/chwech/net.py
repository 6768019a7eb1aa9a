"""The net of Chwech: what each action of a seat is worth, in points of the deal over the mean of the table."""

from typing import Any, Final

import numpy as np

from protocol.chwech.events import Dealt
from protocol.chwech.views import ChwechView
from server.bots.bot import Sight
from server.bots.chwech.evaluate import evaluate, make_room
from server.bots.chwech.position import Position
from server.kernel.chwech.play import MOST_ACTIONS
from server.kernel.compiling import COMPILED, whole_numbers

POINTS: Final = 10
"""Points of a deal to one of the net's own units."""

_KEPT: Final = 64
"""How many seats' deals are remembered."""


class Net:
    """A net whose weights have been read."""

    def __init__(self, layers: tuple[Any, ...]) -> None:
        self.layers = tuple(np.ascontiguousarray(layer, np.float32) for layer in layers)
        self._room = make_room(len(self.layers[1]), len(self.layers[3]))
        self._values = np.zeros(MOST_ACTIONS) if COMPILED else [0.0] * MOST_ACTIONS

    def values(self, position: Position, numbers: list[int]) -> list[float]:
        """Return what each of these actions of the seat to act is worth, in points over the mean of the table."""
        actions = whole_numbers(numbers)
        evaluate(self.layers, position.table, position.row, actions, len(numbers), self._room, self._values)
        return [POINTS * float(value) for value in self._values[: len(numbers)]]


class Memory:
    """The deals that seats are following, so that each event is followed once."""

    def __init__(self) -> None:
        self._kept: dict[int, Position] = {}

    def position(self, sight: Sight) -> Position:
        """Return the position that a seat sees."""
        view, dealt = sight.view, sight.told[0]
        assert isinstance(view, ChwechView)
        assert isinstance(dealt, Dealt)
        assert view.viewer is not None
        kept = self._kept.get(id(dealt))
        if kept is None or kept.dealt is not dealt or kept.seen > len(sight.told):
            while len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            kept = self._kept[id(dealt)] = Position(sight.setup, view.viewer, dealt)
        kept.follow(sight.told)
        return kept
