"""A net for tests: of the right form, and of no skill."""

from typing import Final

import numpy as np

from games.chwech.net.belief import SIGNS
from games.chwech.net.features import FEATURES
from games.chwech.net.net import Net, Weights

_WIDE, _NARROW = 8, 4


def made_net() -> Net:
    """Return a net whose weights are drawn at random, the same each time."""
    chance = np.random.default_rng(6)
    shapes: Final = ((FEATURES + 1, _WIDE), (_WIDE,), (_WIDE, _NARROW), (_NARROW,), (_NARROW,), (1,))
    return Net(Weights(tuple(chance.normal(size=shape) for shape in shapes), np.ones(SIGNS)))
