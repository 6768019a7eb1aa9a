"""Measure how sound the worth is that a review gives: what it predicts against what deals among strong bots then bring.

Decisions are put into tenths by what was predicted; for each tenth the mean prediction less the mean result is printed.
CHWECH_COMPILE=1 makes it faster where numba is installed.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from games.chwech.bot import net
from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.layout import ENDED, HANDS, ROW, SEAT
from games.chwech.kernel.play import act, begin, score_of, tables_of
from games.chwech.net.search import outcomes
from games.chwech.review import BUDGETS, Judge, sound
from games.chwech.rules import CHWECH, HAND
from games.kit.game import Match
from games.kit.review import Pace

TENTHS: Final = 10


class Forecast(NamedTuple):
    """What a decision was said to be worth, and what the deal brought its seat, in points over the table's mean."""

    predicted: float
    realised: float


class Tenth(NamedTuple):
    """The mean of the decisions of one tenth, and how surely it is known."""

    predicted: float
    realised: float
    error: float
    """The standard error of what was realised, as if no two decisions were of one deal."""


def worth_of_best(judge: Judge, known: tuple[Numbers, Numbers], seed: int) -> float:
    """Return what a judge finds the net's own choice worth, without a look at the other actions."""
    values, given = judge.net.values(*known), judge.given
    best = max(values, key=values.__getitem__)
    (found,) = outcomes(judge.net.weights, known, [best], given.tries, given.depth, seed + 1)
    return round(sound(values[best], found), 2)


def forecasts(match: Match, judge: Judge, chance: Random) -> Iterator[Forecast]:
    """Yield the decisions of one deal after another among strong bots, without end."""
    table, players = tables_of(match), match.players
    while True:
        row = cells(ROW)
        places = chance.sample(range(players * HAND), players * HAND)
        for place, card in enumerate(places):
            row[HANDS + place % players] |= 1 << card
        begin(table, row, chance.randrange(players))
        predicted: list[tuple[int, float]] = []
        while not row[ENDED]:
            values = judge.net.values(table, row)
            taken = max(values, key=values.__getitem__)
            if len(values) > 1:
                seed = chance.randrange(1, 2**32 - 8)
                predicted.append((row[SEAT], worth_of_best(judge, (table, row), seed)))
            act(table, row, taken)
        scores = [score_of(row, seat) for seat in range(players)]
        yield from (Forecast(worth, scores[seat] - fmean(scores)) for seat, worth in predicted)


def tenths(found: list[Forecast]) -> list[Tenth]:
    """Return the decisions by tenths of what was predicted, the lowest first."""
    ordered = sorted(found)
    cuts = [len(ordered) * cut // TENTHS for cut in range(TENTHS + 1)]
    return [_tenth(ordered[first:last]) for first, last in pairwise(cuts)]


def _tenth(part: list[Forecast]) -> Tenth:
    realised = fmean(one.realised for one in part)
    squares = sum((one.realised - realised) ** 2 for one in part)
    return Tenth(fmean(one.predicted for one in part), realised, float((squares / len(part) ** 2) ** 0.5))


def main(argv: list[str]) -> int:
    """Print the tenths, and return 1 if what was predicted of one is more than the bar away from what came."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop earlier after so many")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--quick", action="store_true", help="with the pace of chwech review --quick")
    parser.add_argument("--bar", type=float, default=1.0, help="points")
    options = parser.parse_args(argv)
    known = net()
    if known is None:
        print("the net cannot be used")
        return 2
    pace, began = Pace.QUICK if options.quick else Pace.USUAL, time.monotonic()
    found: list[Forecast] = []
    match, judge = CHWECH.start(options.players, {}), Judge(known, BUDGETS[pace])
    for one in forecasts(match, judge, Random("calibration")):
        found.append(one)
        if len(found) >= options.decisions or time.monotonic() - began > options.seconds:
            break
    print(f"{len(found)} decisions in {time.monotonic() - began:.0f} s")
    return int(_print(tenths(found)) > options.bar)


def _print(found: list[Tenth]) -> float:
    """Print a line for each tenth, and return the greatest distance."""
    worst = 0.0
    for number, tenth in enumerate(found, start=1):
        off = tenth.predicted - tenth.realised
        worst = max(worst, abs(off))
        print(
            f"{number:3}  predicted {tenth.predicted:+7.2f}  realised {tenth.realised:+7.2f}  "
            f"off {off:+6.2f} +- {tenth.error:.2f}"
        )
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
