"""The net of Chwech: what each action of a seat is worth, in points of the deal over the mean of the table."""

from server.bots.chwech.evaluate import POINTS, evaluate, make_room
from server.bots.chwech.folded import fold
from server.bots.chwech.position import Position
from server.bots.chwech.weights import Weights
from server.kernel.compiling import COMPILED, whole_numbers


class Net:
    """A net whose weights have been read."""

    def __init__(self, weights: Weights) -> None:
        import numpy as np

        layers = tuple(np.ascontiguousarray(layer, np.float32) for layer in weights.layers)
        self.weights = Weights(layers if COMPILED else fold(layers), weights.beliefs.astype(np.float64))
        self._room = make_room(len(layers[1]), len(layers[3]))

    def values(self, position: Position, numbers: list[int]) -> list[float]:
        """Return what each of these actions of the seat to act is worth, in points over the mean of the table."""
        room, number = self._room, len(numbers)
        room.actions[:number] = whole_numbers(numbers)
        evaluate(self.weights.layers, position.table, position.row, number, room)
        answer: list[float] = (room.values[:number] * POINTS).tolist()
        return answer
