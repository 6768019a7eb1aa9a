"""How many deals a second the engine plays on one core: random playouts through the public interface, shuffled."""

import gc
import statistics
import time
from random import Random

import pytest

from protocol.setup import Setup
from server.rules.deck import SEED_BYTES, shuffle
from server.rules.game import CHANCE, Seats, Shuffle, Shuffled
from server.rules.registry import GAMES

GAME = GAMES["chwech"]

WARM_UP = 8000
"""Deals before the clock runs, which fill the tables of plays."""

ROUNDS = 60
"""How often a round is timed."""

DEALS = 250
"""Deals in a round."""

BAR = 5000
"""Deals a second at least, in the best round: as with timeit, whatever makes the others slower is not the engine."""


def play_deal(start: object, chance: Random) -> None:
    """Play one deal at random."""
    awaits, legal, decide, evolve, random = GAME.awaits, GAME.legal, GAME.decide, GAME.evolve, chance.random
    state = deal(start, chance)
    while type(awaited := awaits(state)) is Seats:
        (seat,) = awaited.seats
        actions = legal(state, seat)
        for event in decide(state, seat, actions[int(random() * len(actions))]):
            state = evolve(state, event)


def deal(start: object, chance: Random) -> object:
    """Give the state after a shuffle."""
    awaited = GAME.awaits(start)
    assert isinstance(awaited, Shuffle)
    (dealt,) = GAME.decide(start, CHANCE, Shuffled(shuffle(chance.randbytes(SEED_BYTES), awaited.cards)))
    return GAME.evolve(start, dealt)


@pytest.mark.bench
def test_random_playouts() -> None:
    """Whole deals of six players are played at random, every state frozen."""
    start, chance = GAME.start(Setup(options={"deals": 1})), Random(1)
    rate(start, chance, WARM_UP)
    gc.collect()
    # As timeit does: what is timed is the engine, whose states are freed without the collector.
    gc.disable()
    try:
        rates = sorted(rate(start, chance, DEALS) for _ in range(ROUNDS))
    finally:
        gc.enable()
    print(
        f"\nrandom playouts, one core: best {rates[-1]:,.0f} deals/s of {ROUNDS} rounds, "
        f"median {statistics.median(rates):,.0f}, spread {statistics.pstdev(rates):,.0f}, worst {rates[0]:,.0f} "
        f"(bar {BAR:,}, best)"
    )
    assert rates[-1] >= BAR


def rate(start: object, chance: Random, deals: int) -> float:
    """Give the deals a second of so many deals."""
    began = time.perf_counter()
    for _ in range(deals):
        play_deal(start, chance)
    return deals / (time.perf_counter() - began)
