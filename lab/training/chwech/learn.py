"""The net's layers, and what changes them: Adam on the squared error of the deals' results."""

from typing import Final

import numpy as np

from games.chwech.kernel.compiling import Floats, Layers, Numbers, compiled_loosely
from games.chwech.net.features import FEATURES

WIDE: Final = 256
NARROW: Final = 64


def fresh(seed: int) -> Layers:
    """Return the layers before training."""
    dice = np.random.default_rng(seed)

    def layer(rows: int, columns: int, inputs: float) -> Floats:
        return (dice.standard_normal((rows, columns)) * np.sqrt(2 / inputs)).astype(np.float32)

    first = layer(FEATURES + 1, WIDE, 90)
    first[FEATURES] = 0
    zeros = [np.zeros(size, np.float32) for size in (WIDE, NARROW, 1)]
    return first, zeros[0], layer(WIDE, NARROW, WIDE), zeros[1], layer(NARROW, 1, NARROW)[:, 0].copy(), zeros[2]


@compiled_loosely
def _gather(first: Floats, bias: Floats, rows: Numbers, lengths: Numbers, out: Floats) -> None:
    """Add up the rows of the first layer for each sample."""
    for sample in range(len(lengths)):
        sums = out[sample]
        sums[:] = bias
        for index in range(lengths[sample]):
            sums += first[rows[sample, index]]


@compiled_loosely
def _scatter(slopes: Floats, rows: Numbers, lengths: Numbers, out: Floats) -> None:
    """Add the slope of each sample to the rows that it was added up from."""
    out[:] = 0
    for sample in range(len(lengths)):
        for index in range(lengths[sample]):
            weights = out[rows[sample, index]]
            weights += slopes[sample]


@compiled_loosely
def _adam(layer: Floats, slope: Floats, mean: Floats, square: Floats, pace: float, ages: tuple[float, float]) -> None:
    """Take a step of Adam in place; the ages make up for means that began at zero."""
    mean += np.float32(0.1) * (slope - mean)
    square += np.float32(0.001) * (slope * slope - square)
    one, two = np.float32(1 / ages[0]), np.float32(1 / ages[1])
    layer -= np.float32(pace) * (mean * one) / (np.sqrt(square * two) + np.float32(1e-8))


class Learner:
    """A net that learns."""

    def __init__(self, net: Layers, moments: Layers = (), step: int = 0) -> None:
        self.net = net
        self.moments = moments or tuple(np.zeros(part.size, np.float32) for part in net * 2)
        self.step = step
        self._slope = np.zeros_like(net[0])

    def learn(self, rows: Numbers, lengths: Numbers, targets: Floats, pace: float) -> float:
        """Take one step; return the mean squared error before it."""
        first, bias, second, bias2, third, bias3 = self.net
        size = len(targets)
        hidden = np.empty((size, len(bias)), np.float32)
        _gather(first, bias, rows, lengths, hidden)
        np.maximum(hidden, 0, out=hidden)
        top = hidden @ second + bias2
        np.maximum(top, 0, out=top)
        error = top @ third + bias3[0] - targets
        slope = (error * (2 / size)).astype(np.float32)
        back = np.outer(slope, third)
        back *= top > 0
        deeper = back @ second.T
        deeper *= hidden > 0
        _scatter(deeper, rows, lengths, self._slope)
        slopes = (
            self._slope,
            deeper.sum(0),
            hidden.T @ back,
            back.sum(0),
            top.T @ slope,
            slope.sum(keepdims=True),
        )
        self.step += 1
        ages = 1 - 0.9**self.step, 1 - 0.999**self.step
        for place, (layer, grades) in enumerate(zip(self.net, slopes, strict=True)):
            moments = self.moments[place], self.moments[place + len(self.net)]
            _adam(layer.reshape(-1), np.ascontiguousarray(grades).reshape(-1), *moments, pace, ages)
        self._slope[-1] = 0
        return float((error * error).mean())
