"""The command ``simulate``: lets bots play whole games, writes their records and prints the results."""

import contextlib
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from typing import BinaryIO, Final, TextIO

from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol.command_line import CommandFault
from protocol.language import N_, _
from protocol.setup import Setup
from server.bots.registry import BOTS, InvalidBot, read_bot
from server.commands.shared import INTERRUPTED
from server.options import read_setup
from server.simulation.series import Series, play_series
from server.simulation.tally import begun, write_table

LONGEST_SEED: Final = 200  # Maximum length of a seed in characters.


def main(
    *,
    game: str,
    players: int | None,
    option: tuple[tuple[str, str], ...],
    games: int,
    bots: str | None,
    seed: str | None,
    out: str | None,
    jobs: int,
) -> int:
    """Play the games, and return the exit status."""
    try:
        setup = read_setup(game, players, option)
        series = Series(setup, _bots(bots, setup), read_seed(seed))
        with opened(out) as stream:
            status = _simulate(series, games, jobs, stream)
    except InvalidSetup as fault:
        raise CommandFault(str(fault), 2) from fault
    if not seed:
        print(_("to repeat it: --seed {seed}", seed=series.seed), file=sys.stderr)
    return status


def read_bots(names: str, setup: Setup) -> list[str]:
    """Return the bots that a list names, some with a temper; raise ``InvalidSetup`` if the game has no such bot."""
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
    """Return the text that all chance is derived from, or a random one; raise ``InvalidSetup`` if it cannot be used."""
    if not text:
        return secrets.token_hex(16)
    if len(text) > LONGEST_SEED or not text.isprintable():
        raise InvalidSetup(_("seed: write at most {most} printable characters", most=LONGEST_SEED))
    return text


@contextlib.contextmanager
def opened(name: str | None) -> Iterator[BinaryIO | None]:
    """Open the file for the records, ``-`` for standard output, or nothing; raise ``CommandFault`` if it cannot be."""
    if name is None:
        yield None
    elif name == "-":
        yield sys.stdout.buffer
    else:
        try:
            stream = open(name, "wb")  # noqa: PTH123, SIM115 - closed below; a name is not a path until it is opened
        except (OSError, ValueError) as fault:
            raise CommandFault(f"{name!r}: {getattr(fault, 'strerror', None) or fault}", 2) from None
        with stream:
            yield stream


def _simulate(series: Series, number: int, jobs: int, out: BinaryIO | None) -> int:
    rules = GAMES[series.setup.game]
    tally = begun(series.bots, rules)
    progress = ProgressLine(sys.stderr, number)
    with interrupts() as interrupted, contextlib.closing(play_series(series, number, jobs)) as played:
        for game in played:
            tally.add(game)
            if out is not None:
                out.write(game.record + b"\n")
                out.flush()
            progress.show(tally.games)
            if interrupted:
                break
    progress.end()
    shown = sys.stderr if out is sys.stdout.buffer else sys.stdout
    print(write_table(tally, series.bots, rules), file=shown)
    return INTERRUPTED if interrupted else 0


GAMES_PLAYED: Final = N_("games: {played} of {number}, {share}, {rate} a second")
DEALS_PLAYED: Final = N_("deals: {played} of {number}, {share}, {rate} a second")
"""What is shown of games, or of deals; marked for translation."""


@contextlib.contextmanager
def interrupts() -> Iterator[list[int]]:
    """Catch Ctrl-C and SIGTERM, so that the record of the present game is still written as a whole line."""
    noted: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda caught, _frame: noted.append(caught)) for number in signals]
    try:
        yield noted
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


class ProgressLine:
    """A progress line on a terminal; silent elsewhere."""

    def __init__(self, stream: TextIO, number: int, *, before: int = 0, words: str = GAMES_PLAYED) -> None:
        """Begin now; of a number of games some were played ``before``, and ``words`` are marked for translation."""
        self._stream = stream
        self._number = number
        self._before = before
        self._words = words
        self._shows = stream.isatty()
        self._began = self._last = time.monotonic()

    def show(self, played: int) -> None:
        """Update the line, a few times a second."""
        now = time.monotonic()
        if self._shows and now - self._last > 0.2:
            self._last = now
            rate = (played - self._before) / (now - self._began)
            share = played / self._number
            line = _(self._words).format(
                played=f"{played:,}", number=f"{self._number:,}", share=f"{share:.0%}", rate=f"{rate:,.0f}"
            )
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._shows:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
