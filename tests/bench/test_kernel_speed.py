"""How many whole deals compiled code plays by chance, against the rules themselves, on one core."""

import time

import pytest

from protocol.setup import Setup
from server.rules.chwech.kernel import COMPILED, play_fast
from server.simulation.series import Series, play_game

BAR = 100.0
"""How many times as many deals as with the rules are played at least."""

FAST_GAMES = 50_000
GAMES = 40
SETUP = Setup("chwech", 6)
SERIES = Series(SETUP, ("random",) * SETUP.players, "bench")


def measure(fast_games: int, games: int) -> tuple[float, float]:
    """Play games both ways, and give the deals for each second of CPU time."""
    play_fast(SETUP, 1, 1)
    began = time.process_time()
    fast = play_fast(SETUP, 7, fast_games).deals
    between = time.process_time()
    deals = sum(len(play_game(SERIES, number).totals) for number in range(1, games + 1))
    ended = time.process_time()
    return fast / (between - began), deals / (ended - between)


@pytest.mark.bench
def test_compiled_deals() -> None:
    """Whole deals of six with the usual rules, shuffling included."""
    if not COMPILED:
        pytest.skip("numba is not installed: pip install numba")
    fast, slow = measure(FAST_GAMES, GAMES)
    print(f"\ncompiled: {fast:,.0f} deals a second; with the rules and records: {slow:,.0f}")
    assert fast >= BAR * slow


@pytest.mark.no_cover
def test_the_benchmark_plays_both_ways() -> None:
    """At its smallest one game each."""
    assert min(measure(1, 1)) > 0
