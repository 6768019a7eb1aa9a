"""A small net for tests of reviews: what it says is no good, but always the same."""

import numpy as np

from games.chwech.net.features import FEATURES
from games.chwech.net.net import Net, Weights
from games.chwech.net.search import SIGNS
from games.chwech.review import Budget

SMALL = Budget(screening=2, tries=3, deepening=4, replays=3, depth=1)  # As few tries as there can be.


def any_net() -> Net:
    """Return a net of any weights."""
    chance = np.random.default_rng(6)
    sizes = (FEATURES + 1, 8), (8,), (8, 4), (4,), (4,), (1,)
    return Net(Weights(tuple(chance.normal(size=size) * 0.3 for size in sizes), np.ones(SIGNS)))
