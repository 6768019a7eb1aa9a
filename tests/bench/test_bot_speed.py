"""How long the bot ``strong`` takes for a decision with numpy alone, against plain Python on this machine."""

import statistics
from functools import partial
from random import Random

import numpy as np
import pytest

from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.chwech import strong
from server.bots.chwech.belief import SIGNS
from server.bots.chwech.net import Net
from server.bots.chwech.position import Memory
from server.bots.chwech.steady import play_steadily
from server.bots.chwech.weights import Weights
from server.kernel.compiling import COMPILED
from server.rules.chwech.state import InDeal
from server.training.chwech.learn import fresh
from tests.bench import floor
from tests.bench.test_engine_speed import uncollected
from tests.server.bots.chwech.test_position import sight
from tests.server.kernel.chwech.deals import Turn, turns

DEALS = 6
"""Deals whose decisions are timed."""

ROUNDS = 10
"""How often each is; the best counts, since what makes others slower is not the bot."""

MIDDLE = 0.077
"""How many times the floor half of the decisions take at most: 0.1 ms where the floor takes 1.3 ms."""

SLOW = 0.25
"""The same for 99 of 100."""


def sights(deals: int) -> list[Sight]:
    """Give what seats see that have a choice, in deals of ``steady`` bots."""
    setup, found = Setup("chwech", 6), []

    def choose(turn: Turn) -> int:
        assert isinstance(turn.state, InDeal)
        return turn.state.choices.index(play_steadily(sight(setup, turn), Random(1)))

    for seed in range(deals):
        found += [sight(setup, turn) for turn in turns(setup, seed, choose) if len(turn.numbers) > 1]
    return found


def measure(monkeypatch: pytest.MonkeyPatch, deals: int, rounds: int) -> tuple[list[float], float]:
    """Give the seconds of each decision, from sight to action, the quickest first, and those of the floor."""
    # How long a net takes does not depend on its weights.
    net = Net(Weights(fresh(1), np.ones(SIGNS)))
    monkeypatch.setattr(strong, "net", lambda: net)
    seen, whims = sights(deals), Random(1)
    best, least = [1.0] * len(seen), 1.0
    with uncollected():
        for _ in range(rounds):
            monkeypatch.setattr(strong, "memory", Memory())
            for place, one in enumerate(seen):
                best[place] = min(best[place], floor.seconds(partial(strong.play_strongly, one, whims)))
            least = min(least, floor.seconds(floor.work))
    return sorted(best), least


@pytest.mark.bench
def test_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of all real decisions, and nearly all of them, take little."""
    if COMPILED:
        pytest.skip("the functions are compiled: CHWECH_COMPILE is set")
    taken, least = measure(monkeypatch, DEALS, ROUNDS)
    middle, slow = statistics.median(taken), taken[int(len(taken) * 0.99)]
    print(
        f"\na decision of strong, {len(taken)} of them, one core, numpy alone: p50 {middle * 1000:.3f} ms, "
        f"p99 {slow * 1000:.3f} ms, worst {taken[-1] * 1000:.3f} ms"
    )
    assert floor.held("half of the decisions", middle, least, MIDDLE)
    assert floor.held("99 of 100", slow, least, SLOW)


@pytest.mark.no_cover
def test_the_benchmark_times_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its smallest those of one deal, once."""
    taken, least = measure(monkeypatch, 1, 1)
    assert len(taken) > 20
    assert 0 < taken[0] <= taken[-1] < 1
    assert least > 0
