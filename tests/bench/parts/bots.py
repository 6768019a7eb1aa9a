"""How long the bot ``strong`` takes for a decision with numpy alone, against plain Python on this machine."""

import statistics
from copy import deepcopy
from functools import partial
from random import Random
from unittest.mock import patch

import numpy as np

from games.chwech import bot
from games.chwech.kernel.compiling import COMPILED
from games.chwech.net.net import Net, Weights
from games.chwech.net.search import SIGNS
from games.chwech.rules import ChwechTable
from games.chwech.steady import play_steadily
from games.kit.sampler import Observation
from lab.training.chwech.learn import fresh
from protocol.setup import Setup
from tests.bench import floor
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.parts.engine import uncollected
from tests.bench.peers.scratch import Scratch
from tests.games.chwech.deals import Turn, turns

DEALS = 6  # Deals whose decisions are timed.

PASSES = 3
"""How often each decision is timed in a round; the best counts, since what makes others slower is not the bot."""

FLOOR = "floor: packs sorted and dealt in plain Python"

MIDDLE = 0.077  # How many times the floor half of the decisions take at most: 0.1 ms where the floor takes 1.3 ms.
SLOW = 0.25  # The same for 99 of 100.


def shown(deals: int) -> list[Observation[ChwechTable]]:
    """Give what seats see that have a choice, in deals of ``steady`` bots."""
    setup, found = Setup("chwech", 6), []

    def choose(turn: Turn) -> int:
        return turn.choices.index(play_steadily(turn.seen, Random(1)))

    for seed in range(deals):
        # The deal goes on, and its table with it.
        found += [deepcopy(turn.seen) for turn in turns(setup, seed, choose) if len(turn.numbers) > 1]
    return found


def decided(seen: list[Observation[ChwechTable]], whims: Random) -> list[float]:
    """Return the seconds of each decision."""
    return [floor.seconds(partial(bot.play_strongly, one, whims)) for one in seen]


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Time decisions and the floor by turns."""
    if COMPILED:
        return Findings((), left_out=("decisions: the functions are compiled, for CHWECH_COMPILE is set.",))
    # How long a net takes does not depend on its weights.
    net = Net(Weights(fresh(1), np.ones(SIGNS)))
    seen, whims = shown(scale.of(DEALS)), Random(1)
    halves, slowest, floors = [], [], []
    with uncollected(), patch.object(bot, "net", lambda: net):
        for _ in range(4 * scale.rounds):
            taken = sorted(map(min, zip(*(decided(seen, whims) for _ in range(PASSES)), strict=True)))
            halves.append(1000 * statistics.median(taken))
            slowest.append(1000 * taken[int(len(taken) * 0.99)])
            floors.append(1000 * floor.seconds(floor.work))
    others = (Other(FLOOR, tuple(floors)),)
    return Findings(
        (
            Measure(
                "a decision of strong, half of them", "ms", Better.LESS, tuple(halves), others, (Bar(MIDDLE, FLOOR),)
            ),
            Measure("a decision of strong, 99 of 100", "ms", Better.LESS, tuple(slowest), others, (Bar(SLOW, FLOOR),)),
        ),
        (f"{len(seen)} decisions with a choice in deals among steady bots, on one core, with numpy alone.",),
    )
