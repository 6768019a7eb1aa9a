"""A net for tests: of the right form, and of no skill."""

from typing import Final

import numpy as np

from server.bots.chwech.belief import SIGNS
from server.bots.chwech.features import FEATURES
from server.bots.chwech.net import Net, Weights

_WIDE, _NARROW = 8, 4


def made_net() -> Net:
    """Return a net whose weights are drawn at random, the same each time."""
    chance = np.random.default_rng(6)
    shapes: Final = ((FEATURES + 1, _WIDE), (_WIDE,), (_WIDE, _NARROW), (_NARROW,), (_NARROW,), (1,))
    return Net(Weights(tuple(chance.normal(size=shape) for shape in shapes), np.ones(SIGNS)))
