"""By how many points a deal the bot ``steady`` beats the bot ``random``, in three kinds of company."""

import statistics
from itertools import pairwise
from operator import sub

import pytest

from protocol.setup import Setup
from server.simulation.series import PlayedGame, Series, play_game

DEALS = 1200
"""Deals for each company."""

LONGEST = 24
"""Deals in one game."""

BAR = 20.0
"""Points a deal at least, over the three kinds of company."""

COMPANIES = (("steady", "random") * 3, ("steady",) + ("random",) * 5, ("steady",) * 5 + ("random",))
"""Three against three, one among five, five against one."""


def measure(deals: int) -> list[float]:
    """Print the mean lead of ``steady`` in each company, with its standard error, and give all of them."""
    leads = []
    for bots in COMPANIES:
        series = Series(Setup(options={"deals": min(deals, LONGEST)}), bots, "strength")
        games = [play_game(series, number) for number in range(1, max(1, deals // LONGEST) + 1)]
        gaps = [lead(bots, scores) for game in games for scores in by_deal(game)]
        leads.append(statistics.mean(gaps))
        error = statistics.stdev(gaps) / len(gaps) ** 0.5
        print(f"\n{bots.count('steady')} steady, {bots.count('random')} random: {leads[-1]:+.1f} ± {error:.1f} a deal")
    return leads


@pytest.mark.bench
def test_steady_against_random() -> None:
    """The lead is what it should be; the bots are measured against each other, whatever the machine."""
    leads = measure(DEALS)
    print(f"steady against random: {statistics.mean(leads):+.1f} points a deal (bar {BAR:+.0f})")
    assert statistics.mean(leads) >= BAR


@pytest.mark.no_cover
def test_the_benchmark_lets_bots_play() -> None:
    """At its smallest two deals are played in each company."""
    assert len(measure(2)) == len(COMPANIES)


def by_deal(game: PlayedGame) -> list[tuple[int, ...]]:
    """Give the scores of each deal, which its totals add up."""
    before = [(0,) * len(game.totals[0]), *game.totals]
    return [tuple(map(sub, after, earlier)) for earlier, after in pairwise(before)]


def lead(bots: tuple[str, ...], scores: tuple[int, ...]) -> float:
    """Give by how much the mean score of ``steady`` is above that of ``random`` in one deal."""
    pairs = list(zip(bots, scores, strict=True))
    steady, random = ([score for bot, score in pairs if bot == name] for name in ("steady", "random"))
    return statistics.mean(steady) - statistics.mean(random)
