"""The command ``simulate``: lets bots play whole games, writes their records and prints the results."""

import argparse
import contextlib
import secrets
import sys
from collections.abc import Generator, Iterator
from typing import BinaryIO, Final

from protocol.language import _
from protocol.setup import Setup
from server.bots.registry import BOTS, InvalidBot, read_bot
from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import INTERRUPTED
from server.commands.progress import Progress, interrupts
from server.commands.table_options import add_table_options, read_setup
from server.configuration.values import whole_number
from server.rules.game import InvalidSetup
from server.rules.registry import FIGURES
from server.simulation.series import Series, play_fast_series, play_series
from server.simulation.tally import SeatTally, SimulationTally, write_table

MOST_GAMES: Final = 10_000_000

MOST_JOBS: Final = 256

LONGEST_SEED: Final = 200
"""Maximum length of a seed in characters."""


def main(argv: list[str]) -> int:
    """Play the games, and return the exit status."""
    options = _parser().parse_args(argv)
    try:
        setup = read_setup(options)
        series = Series(setup, _bots(options.bots, setup), read_seed(options.seed))
        if options.fast:
            _check_fast(series, options)
        with opened(options.out) as out:
            return _simulate(series, options, out)
    except (InvalidSetup, NotOpened) as fault:
        return failed("simulate", fault, 2)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLine(prog="chwech simulate", description=_("Let bots play whole games."), allow_abbrev=False)
    add_table_options(parser)
    levels = ", ".join(dict.fromkeys(level for bots in BOTS.values() for level in bots))
    parser.add_argument(
        "--games", type=whole_number(MOST_GAMES), default=100, metavar="N", help=_("how many (default: 100)")
    )
    parser.add_argument("--bots", metavar="NAME,…", help=_("one for all seats, or one for each: {names}", names=levels))
    parser.add_argument("--seed", metavar="TEXT", help=_("the same text gives the same games"))
    parser.add_argument("--out", metavar="FILE", help=_("write a record of each game; - for standard output"))
    parser.add_argument(
        "--jobs", type=whole_number(MOST_JOBS), default=1, metavar="J", help=_("processes (default: 1)")
    )
    parser.add_argument(
        "--fast", action="store_true", help=_("bots that play by chance, by compiled code (needs numba)")
    )
    return parser


def _check_fast(series: Series, options: argparse.Namespace) -> None:
    """Check that a series asks for nothing that compiled code does not give.

    Raises:
        InvalidSetup: it does.
    """
    if set(series.bots) != {"random"}:
        raise InvalidSetup(_("fast: only bots that play by chance are compiled: add --bots random"))
    if options.out:
        raise InvalidSetup(_("fast: games by compiled code leave no records: leave out --out or --fast"))


def read_bots(names: str, setup: Setup) -> list[str]:
    """Return the bots that a list names, each by its level, alone or with a temper.

    Raises:
        InvalidSetup: the game has no such bot.
    """
    known, bots = BOTS[setup.game], names.split(",")
    for bot in bots:
        try:
            read_bot(setup.game, bot)
        except InvalidBot:
            raise InvalidSetup(
                _("bots: there is no bot {name}, there are {names}", name=repr(bot[:40]), names=", ".join(known))
            ) from None
    return bots


def _bots(names: str | None, setup: Setup) -> tuple[str, ...]:
    players = setup.players
    bots = read_bots(names, setup) if names is not None else [next(iter(BOTS[setup.game]))]
    if len(bots) not in (1, players):
        raise InvalidSetup(
            _(
                "bots: {number} are named for players={players}: name one for all, or one for each",
                number=len(bots),
                players=players,
            )
        )
    return tuple(bots) if len(bots) == players else tuple(bots * players)


def read_seed(text: str | None) -> str:
    """Return the text that deals and choices are derived from, or one by chance.

    Raises:
        InvalidSetup: it is too long, or cannot be printed.
    """
    if not text:
        return secrets.token_hex(16)
    if len(text) > LONGEST_SEED or not text.isprintable():
        raise InvalidSetup(_("seed: write at most {most} printable characters", most=LONGEST_SEED))
    return text


class NotOpened(Exception):
    """The file for the records cannot be opened; the text says why."""


@contextlib.contextmanager
def opened(name: str | None) -> Iterator[BinaryIO | None]:
    """Open the file for the records, or standard output for ``-``; None without a name.

    Raises:
        NotOpened: it cannot be opened.
    """
    if name is None:
        yield None
    elif name == "-":
        yield sys.stdout.buffer
    else:
        try:
            stream = open(name, "wb")  # noqa: PTH123, SIM115 - closed below; a name is not a path until it is opened
        except (OSError, ValueError) as fault:
            raise NotOpened(f"{name!r}: {getattr(fault, 'strerror', None) or fault}") from None
        with stream:
            yield stream


def _tallies(
    series: Series, options: argparse.Namespace, out: BinaryIO | None
) -> Generator[SimulationTally, None, None]:
    """Play the games, and yield the sums after each, or after each batch; their records are written."""
    tally = SimulationTally(tuple(SeatTally() for _seat in series.bots))
    if options.fast:
        with contextlib.closing(play_fast_series(series, options.games, options.jobs)) as batches:
            for batch in batches:
                yield (tally := tally.add_fast(batch))
        return
    with contextlib.closing(play_series(series, options.games, options.jobs)) as games:
        for game in games:
            tally = tally.add(game)
            if out is not None:
                out.write(game.record + b"\n")
                out.flush()
            yield tally


def _simulate(series: Series, options: argparse.Namespace, out: BinaryIO | None) -> int:
    progress = Progress(sys.stderr, options.games)
    with interrupts() as interrupted, contextlib.closing(_tallies(series, options, out)) as tallies:
        for tally in tallies:
            progress.show(tally.games)
            if interrupted:
                break
    progress.end()
    print(
        write_table(tally, series.bots, FIGURES[series.setup.game]),
        file=sys.stderr if options.out == "-" else sys.stdout,
    )
    if not options.seed:
        print(_("to repeat it: --seed {seed}", seed=series.seed), file=sys.stderr)
    return INTERRUPTED if interrupted else 0
