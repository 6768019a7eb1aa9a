"""The command ``arena``: lets bots play the same deals against each other, and tells which is better and how surely."""

import argparse
import contextlib
import json
import sys
from typing import BinaryIO, Final

from msgspec.structs import replace

from protocol.language import _
from protocol.setup import Setup
from server.bots.registry import BOTS
from server.commands.command_line import CommandLine
from server.commands.compiled import start_again_compiled
from server.commands.fault import failed
from server.commands.options import INTERRUPTED
from server.commands.progress import DEALS, Progress, interrupts
from server.commands.simulate import MOST_JOBS, NotOpened, opened, read_bots, read_seed
from server.commands.table_options import add_table_options, read_setup
from server.configuration.values import whole_number
from server.rules.game import InvalidSetup
from server.rules.registry import GAMES
from server.simulation.contest import Contest, play_contest
from server.simulation.diary import Diary, InvalidDiary
from server.simulation.standings import Standings, as_plain, write_standings

MOST_DEALS: Final = 1_000_000

_DEALS: Final = "deals"
"""The option that says how many deals make a game, in the games that have one."""


def main(argv: list[str]) -> int:
    """Play the contest, and return the exit status."""
    options = _parser().parse_args(argv)
    try:
        setup = _one_deal(read_setup(options))
        bots = _line_up(options.bots, setup)
        start_again_compiled(bots)
        contest = Contest(setup, bots, read_seed(options.seed), options.duplicate)
        with (
            opened(options.out) as out,
            contextlib.closing(Diary(contest, options.keep or "", takes_seed=not options.seed)) as diary,
        ):
            return _play(diary, options, out)
    except (InvalidSetup, InvalidDiary, NotOpened) as fault:
        return failed("arena", fault, 2)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLine(
        prog="chwech arena", description=_("Let bots play the same deals against each other."), allow_abbrev=False
    )
    add_table_options(parser)
    levels = ", ".join(dict.fromkeys(level for bots in BOTS.values() for level in bots))
    parser.add_argument(
        "--bots",
        metavar="NAME,…",
        required=True,
        help=_(
            "the first has one seat, the others share the rest by turns; or one for each seat: {names}", names=levels
        ),
    )
    parser.add_argument(
        "--deals", type=whole_number(MOST_DEALS), default=100, metavar="N", help=_("how many deals (default: 100)")
    )
    parser.add_argument(
        "--duplicate", action="store_true", help=_("play each deal once from every seat: each bot gets every hand")
    )
    parser.add_argument("--seed", metavar="TEXT", help=_("the same text gives the same deals"))
    parser.add_argument(
        "--keep", metavar="FILE", help=_("keep each result in a file, and go on with it if it is there")
    )
    parser.add_argument("--out", metavar="FILE", help=_("write a record of each game; - for standard output"))
    parser.add_argument(
        "--jobs", type=whole_number(MOST_JOBS), default=1, metavar="J", help=_("processes (default: 1)")
    )
    parser.add_argument("--json", action="store_true", help=_("the result for programs"))
    return parser


def _one_deal(setup: Setup) -> Setup:
    """Return the setup for games of one deal; a game whose length is not told in deals is played to its end."""
    if all(offer.name != _DEALS for offer in GAMES[setup.game].options):
        return setup
    return replace(setup, options={**setup.options, _DEALS: 1})


def _line_up(names: str, setup: Setup) -> tuple[str, ...]:
    """Return the level of each entry.

    Raises:
        InvalidSetup: there is no such bot, or there are too few levels or too many names.
    """
    bots = read_bots(names, setup)
    if len(set(bots)) < 2:
        raise InvalidSetup(_("bots: name two different ones at least, as in --bots steady,random"))
    if len(bots) > setup.players:
        raise InvalidSetup(
            _("bots: {number} are named for players={players}: leave some out", number=len(bots), players=setup.players)
        )
    others = bots[1:]
    return (bots[0], *(others[place % len(others)] for place in range(setup.players - 1)))


def _play(diary: Diary, options: argparse.Namespace, out: BinaryIO | None) -> int:
    contest, standings = diary.contest, Standings(diary.contest)
    for played in diary.kept:
        standings.add(played)
    rounds = play_contest(contest, len(diary.kept) + 1, options.deals, options.jobs)
    progress = Progress(sys.stderr, options.deals, before=standings.deals, words=DEALS)
    with interrupts() as interrupted, contextlib.closing(rounds):
        for played in rounds:
            standings.add(played)
            diary.add(played)
            if out is not None:
                out.write(b"".join(record + b"\n" for record in played.records))
                out.flush()
            progress.show(standings.deals)
            if interrupted:
                break
    progress.end()
    result = json.dumps(as_plain(standings), ensure_ascii=False) if options.json else write_standings(standings)
    print(result, file=sys.stderr if options.out == "-" else sys.stdout)
    if not (options.seed or options.json):
        print(_("to repeat it: --seed {seed}", seed=contest.seed), file=sys.stderr)
    return INTERRUPTED if interrupted else 0
