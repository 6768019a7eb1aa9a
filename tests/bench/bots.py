"""How the bots play against each other, with bars: ``python -m tests.bench.bots [SHARE]``; the seeds are fixed.

Each line is a duplicate contest of one bot among others. A bar is missed if the lead is below it by more than two
standard errors. SHARE is the share of the usual deals, 1 if it is not given. With numba the search is compiled.
"""

import os
import sys
import time
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

if __name__ == "__main__" and find_spec("numba") is not None:
    os.environ["CHWECH_COMPILE"] = "1"

from games.chwech.kernel.compiling import COMPILED
from lab.arena.contest import Contest, play_contest
from lab.arena.standings import Standings
from protocol.setup import Setup

SURE: Final = 2  # Standard errors by which a bar has to be missed.

JOBS: Final = 2


class Bar(NamedTuple):
    """A contest, and how far the first bot is to be ahead of the mean of the others at the least, in points a deal."""

    first: str
    others: str
    players: int
    options: dict[str, Any]
    deals: int
    lead: float


_TABLES: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (4, {}),
    (5, {}),
    (5, {"five_pack": "middle"}),
    (7, {}),
    (7, {"seven_pack": "two_packs"}),
    (6, {"ruleset": "original"}),
    (4, {"ruleset": "original"}),
    (5, {"ruleset": "original"}),
    (5, {"ruleset": "original", "five_pack": "middle"}),
    (7, {"ruleset": "original"}),
    (7, {"ruleset": "original", "seven_pack": "two_packs"}),
)

BARS: Final = (
    Bar("steady", "random", 6, {}, 1000, 22),
    Bar("easy", "random", 6, {}, 400, 8),
    Bar("strong", "steady", 6, {}, 1000, 7.5),
    *(Bar("strong", "steady", players, options, 300, 5) for players, options in _TABLES),
    Bar("champion", "strong", 6, {}, 150, 2),
)


def play(bar: Bar, deals: int, jobs: int = JOBS) -> Standings:
    """Play the contest of a bar."""
    setup = Setup("chwech", bar.players, {**bar.options, "deals": 1})
    contest = Contest(setup, (bar.first, *[bar.others] * (bar.players - 1)), "bench-bots")
    standings = Standings(contest)
    for played in play_contest(contest, 1, deals, jobs):
        standings.add(played)
    return standings


def first_in_games(games: int) -> float:
    """Return the share of games of six deals that one ``strong`` wins among five ``steady``."""
    setup = Setup("chwech", 6, {"deals": 6})
    contest = Contest(setup, ("strong", *["steady"] * 5), "bench-bots games", duplicate=False, whole=True)
    standings = Standings(contest)
    for played in play_contest(contest, 1, games, JOBS):
        standings.add(played)
    return standings.levels["strong"].firsts.mean


def main(share: float) -> int:
    """Play every contest; return how many bars were missed."""
    missed: int = 0
    print(f"search {'compiled' if COMPILED else 'not compiled'}; one bot among others, points a deal")
    for bar in BARS:
        began, deals = time.perf_counter(), max(2, round(bar.deals * share))
        standings = play(bar, deals)
        lead, late = standings.lead, standings.lead.mean + SURE * standings.lead.error < bar.lead
        missed += bool(late)
        options = ", ".join(f"{name}={value}" for name, value in bar.options.items()) or "usual rules"
        print(
            f"{bar.first:8} among {bar.others:7} {bar.players} players, {options:45} {deals:5} deals "
            f"{lead.mean:+6.2f} ± {lead.error:.2f}  bar {bar.lead:+.1f} {'MISSED' if late else 'held'} "
            f"({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    games = max(2, round(600 * share))
    share_first = first_in_games(games)
    error = (share_first * (1 - share_first) / games) ** 0.5
    late = bool(share_first + SURE * error < 0.55)
    print(f"games of six deals, one strong among five steady: first in {share_first:.1%} ± {error:.1%}  bar 55 %")
    return missed + late


if __name__ == "__main__":
    sys.exit(1 if main(float(sys.argv[1]) if sys.argv[1:] else 1.0) else 0)
