"""``python -m lab.positions``: how many positions of the library each level gets right, and what it gives away."""

import argparse
import sys
from collections.abc import Iterable
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from games.bots import BOTS, KNOWLEDGE
from games.kit.asking import Choice
from games.kit.run import Run
from games.kit.sampler import observe
from games.kit.solver import TooLarge, asked
from games.registry import GAMES
from lab.positions.library import InvalidPosition, Problem, games, problems
from lab.positions.maker import Search, complained, find, written
from lab.positions.solver import is_late, solve

LEVELS = ("easy", "steady", "strong")


def main(argv: list[str]) -> int:
    """Do what the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.positions", description=__doc__)
    parser.add_argument("game", nargs="?", choices=[*GAMES], metavar="GAME", help="one game; otherwise all")
    parser.add_argument("--level", action="append", metavar="LEVEL", help="one level, as often as it is given")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="how often a bot is asked")
    parser.add_argument("--first", type=int, metavar="N", help="so many positions of a game alone")
    parser.add_argument("--given-away", type=int, metavar="DEALS", help="what levels give away in the last tricks")
    parser.add_argument("--complaints", metavar="FILE", help="write the plays that people complained of as positions")
    parser.add_argument("--find", type=int, metavar="N", help="find so many new positions")
    parser.add_argument("--early", action="store_true", help="find them before the last tricks, by playing out")
    parser.add_argument("--worlds", type=int, default=60, metavar="N", help="in how many deals a choice is tried")
    parser.add_argument("--margin", type=float, default=0.0, metavar="X", help="by how much it has to be better")
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="a", metavar="TEXT", help="the same text finds and plays the same")
    said = parser.parse_args(argv)
    try:
        if said.complaints:
            for line in filter(None, Path(said.complaints).read_text("utf-8").splitlines()):
                print(complained(line))
            return 0
        wanted = [said.game] if said.game else games()
        for game in wanted:
            if said.find or said.given_away:
                _explore(game, said)
            else:
                _check(game, said)
    except InvalidPosition as fault:
        print(f"lab.positions: {fault}", file=sys.stderr)
        return 2
    return 0


def _levels(game: str, said: argparse.Namespace) -> list[str]:
    return [level for level in said.level or LEVELS if level in BOTS[game]]


def _check(game: str, said: argparse.Namespace) -> None:
    """Print how many positions each level gets right, and those that it does not."""
    found = [*islice(problems(game), said.first)]
    for level in _levels(game, said):
        failed = [problem for problem in found if not problem.is_solved(level, said.seeds)]
        share = 100 * (1 - len(failed) / len(found))
        print(f"{game:<20} {level:<9} {len(found) - len(failed):>3} of {len(found)}  {share:3.0f} %")
        for problem in failed if said.level else ():
            print(f"    {problem.number:>3}  right: {_short(problem)}: {problem.position.reason}")


def _short(problem: Problem) -> str:
    return problem.position.right or f"not {problem.position.wrong}"


def _explore(game: str, said: argparse.Namespace) -> None:
    players = said.players or GAMES[game].players[0]
    pairs = [one.split("=", 1) for one in said.option]
    options = {name: GAMES[game].read_value(name, value) for name, value in pairs}
    if said.find:
        search = Search(game, players, options, said.worlds, said.margin, not said.early)
        for found in islice(find(search, said.seed), said.find):
            print(written(found), flush=True)
        return
    levels = _levels(game, said)
    lost = {level: list[float]() for level in levels}
    asked_for = skipped = 0
    for deal in range(said.given_away):
        rng = Random(f"{game} {players} {said.seed} {deal}")
        run = Run(GAMES[game].start(players, options, rng.randrange(players)))
        given, choices, large = given_away(run, levels, rng)
        for level in levels:
            lost[level].append(given[level])
        asked_for, skipped = asked_for + choices, skipped + large
    print(f"{game} for {players}: {said.given_away} deals, {asked_for} choices, {skipped} too large to solve")
    for level, values in lost.items():
        print(f"    {level:<9} gives away {_estimate(values)} a deal")


def _estimate(values: Iterable[float]) -> str:
    values = [*values]
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.3f} ± {error:.3f}"


def _solved(run: Run, seat: int) -> dict[Choice, float] | None:
    try:
        return solve(run, seat)
    except TooLarge:
        return None


def given_away(run: Run, levels: list[str], rng: Random) -> tuple[dict[str, float], int, int]:
    """Play a deal with steady bots, and return what each level would give away in its last tricks.

    All are asked at the same choices. Besides return how many those were, and how many were too large to solve.
    """
    game, lost, choices, large = run.game.name, dict.fromkeys(levels, 0.0), 0, 0
    order = list(range(len(run.game.pack(run.match))))
    rng.shuffle(order)
    run.shuffle(order)
    while (seat := asked(run.asks)) is not None:
        seen = observe(run, seat, KNOWLEDGE[game])
        values = _solved(run, seat) if len(seen.choices) > 1 and is_late(run) else {}
        large += values is None
        choices += bool(values)
        if values and max(values.values()) > min(values.values()):
            for level in levels:
                lost[level] += max(values.values()) - values[BOTS[game][level](seen, rng)]
        run.act(seat, BOTS[game]["steady"](seen, rng) if len(seen.choices) > 1 else seen.choices[0])
    return lost, choices, large


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
