"""``python -m lab.arena``: lets bots play the same deals against each other, and tells which is better."""

import contextlib
import json
import sys
from typing import Any, BinaryIO, Final, NamedTuple

from games.kit.options import InvalidSetup
from games.registry import GAMES
from lab.arena.compiled import start_again_compiled
from lab.arena.contest import Contest, play_contest
from lab.arena.diary import Diary, InvalidDiary
from lab.arena.standings import Standings, as_plain, write_standings
from protocol.command_line import REQUIRED, CommandFault, Option, Subcommand, run, whole_number
from protocol.interrupts import interruptible
from protocol.language import _, told
from protocol.setup import Setup
from protocol.standard_streams import run_guarded
from server.commands.shared import INTERRUPTED
from server.commands.simulate import DEALS_PLAYED, ProgressLine, interrupts, opened, read_bots, read_seed
from server.commands.table import MOST_JOBS
from server.options import TABLE, read_setup

MOST_DEALS: Final = 1_000_000


def main(argv: list[str]) -> int:
    """Play the contest that the command line describes, and return the exit status."""
    with interruptible():
        return run((ARENA,), argv)


class _Wanted(NamedTuple):
    """What is asked for."""

    deals: int
    keep: str | None
    out: str | None
    jobs: int
    seed: str | None
    as_json: bool


def contest(
    *,
    game: str,
    players: int | None,
    option: tuple[tuple[str, str], ...],
    bots: str,
    duplicate: bool,
    whole: bool,
    **wanted: Any,  # noqa: ANN401 - as the table below has them
) -> int:
    """Play the contest, and return the exit status."""
    options = _Wanted(**wanted)
    try:
        setup = read_setup(game, players, option)
        entries = _line_up(bots, setup)
        start_again_compiled(entries)
        played = Contest(setup, entries, read_seed(options.seed), duplicate, whole)
        with (
            opened(options.out) as out,
            contextlib.closing(Diary(played, options.keep or "", takes_seed=not options.seed)) as diary,
        ):
            return _play(diary, options, out)
    except (InvalidSetup, InvalidDiary, CommandFault) as fault:
        print(f"lab.arena: {told(str(fault))}", file=sys.stderr)
        return 2


ARENA: Final = Subcommand(
    "",
    "let bots play the same deals against each other, and tell which is better and how surely",
    (
        *TABLE,
        Option(
            "--bots",
            "the first has one seat or side, the others share the rest by turns; or one for each seat",
            "NAME,NAME",
            default=REQUIRED,
        ),
        Option("--deals", "how many deals", "N", whole_number(MOST_DEALS), default=100),
        Option("--duplicate", "play each deal once from every seat: each bot gets every hand"),
        Option("--whole", "play whole games, each of which counts as a deal, and not their first deals alone"),
        Option("--seed", "the same text gives the same deals", "TEXT"),
        Option("--keep", "keep each result in a file, and go on with it if it is there", "FILE"),
        Option("--out", "write a record of each game; - for standard output", "FILE"),
        Option("--jobs", "processes", "J", whole_number(MOST_JOBS), default=1),
        Option("--json", "the result for programs", to="as_json"),
    ),
    "lab.arena.__main__:contest",
    program="python -m lab.arena",
)


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
    if len(bots) == setup.players:
        return tuple(bots)
    match = GAMES[setup.game].start(setup.players, setup.options, setup.first_dealer)
    sides = match.sides
    others = bots[1:]
    return tuple(others[(side - 1) % len(others)] if side else bots[0] for side in sides)


def _play(diary: Diary, options: _Wanted, out: BinaryIO | None) -> int:
    contest, standings = diary.contest, Standings(diary.contest)
    for played in diary.kept:
        standings.add(played)
    rounds = play_contest(contest, len(diary.kept) + 1, options.deals, options.jobs)
    progress = ProgressLine(sys.stderr, options.deals, before=standings.deals, words=DEALS_PLAYED)
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
    result = json.dumps(as_plain(standings), ensure_ascii=False) if options.as_json else write_standings(standings)
    print(result, file=sys.stderr if options.out == "-" else sys.stdout)
    if not (options.seed or options.as_json):
        print(_("to repeat it: --seed {seed}", seed=contest.seed), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


if __name__ == "__main__":
    sys.exit(run_guarded(lambda: main(sys.argv[1:])))
