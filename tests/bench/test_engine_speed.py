"""How fast the engine plays on one core: random playouts through the public interface, against plain Python."""

import gc
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from protocol.setup import Setup
from server.rules.deck import SEED_BYTES, shuffle
from server.rules.game import CHANCE, Seats, Shuffle, Shuffled
from server.rules.registry import GAMES
from tests.bench import floor

GAME = GAMES["chwech"]

WARM_UP = 8000
"""Deals before the clock runs, which fill the tables of plays."""

ROUNDS = 60
"""How often a round is timed."""

DEALS = 250
"""Deals in a round."""

FLOORS = 50
"""How often the floor is done in a round: it then takes about as long as the deals, and is disturbed as often."""

BAR = 0.28
"""How many times the floor a deal takes at most, in the best rounds: what makes others slower is not the engine."""


def play_deal(start: object, chance: Random) -> object:
    """Play one deal at random, and give the state after it."""
    awaits, legal, decide, evolve, random = GAME.awaits, GAME.legal, GAME.decide, GAME.evolve, chance.random
    state = deal(start, chance)
    while type(awaited := awaits(state)) is Seats:
        (seat,) = awaited.seats
        actions = legal(state, seat)
        for event in decide(state, seat, actions[int(random() * len(actions))]):
            state = evolve(state, event)
    return state


def deal(start: object, chance: Random) -> object:
    """Give the state after a shuffle."""
    awaited = GAME.awaits(start)
    assert isinstance(awaited, Shuffle)
    (dealt,) = GAME.decide(start, CHANCE, Shuffled(shuffle(chance.randbytes(SEED_BYTES), awaited.cards)))
    return GAME.evolve(start, dealt)


def measure(warm_up: int, rounds: int, deals: int, floors: int) -> tuple[list[float], list[float]]:
    """Give the seconds of a deal and those of the floor, in so many rounds, the best first."""
    start, chance = GAME.start(Setup(options={"deals": 1})), Random(1)

    def play(number: int) -> None:
        for _ in range(number):
            play_deal(start, chance)

    play(warm_up)
    taken, least = [], []
    with uncollected():
        for _ in range(rounds):
            taken.append(floor.seconds(lambda: play(deals)) / deals)
            least.append(floor.seconds(lambda: [floor.work() for _ in range(floors)]) / floors)
    return sorted(taken), sorted(least)


@contextmanager
def uncollected() -> Iterator[None]:
    """Do as timeit does: what is timed is the engine, whose states are freed without the collector."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.bench
def test_random_playouts() -> None:
    """Whole deals of six players are played at random, every state frozen."""
    taken, floors = measure(WARM_UP, ROUNDS, DEALS, FLOORS)
    rates = [1 / one for one in taken]
    print(
        f"\nrandom playouts, one core: best {rates[0]:,.0f} deals/s of {ROUNDS} rounds, "
        f"median {statistics.median(rates):,.0f}, spread {statistics.pstdev(rates):,.0f}, worst {rates[-1]:,.0f}"
    )
    assert floor.held("a deal, best round", taken[0], floors[0], BAR)


@pytest.mark.no_cover
def test_the_benchmark_plays_deals() -> None:
    """At its smallest it plays a deal to its end and measures a floor."""
    taken, floors = measure(0, 1, 2, 1)
    assert len(taken) == len(floors) == 1
    state = play_deal(GAME.start(Setup(options={"deals": 1})), Random(1))
    assert not isinstance(GAME.awaits(state), Seats)
