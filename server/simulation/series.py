"""A series of games between bots; the same seed gives the same games, however many processes play them.

The games are returned in order, and are the same on any machine.
"""

import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.kit.asking import text
from games.kit.deck import derive
from protocol.game import Answer, Answered
from protocol.message import Seat
from protocol.setup import Setup
from server.bots.registry import read_bot, shown_to
from server.rules.game import Position
from server.rules.registry import GAMES
from server.rules.values import Break, Label, Over, Seats, Shuffle

T = TypeVar("T")
R = TypeVar("R")


class Series(Struct, frozen=True):
    """The definition of a series."""

    setup: Setup
    bots: tuple[str, ...]
    """For each seat, the name of its bot: a level, or a level and a temper, as in ``steady:bold``."""

    seed: str
    """The text from which every deal and every random choice is derived."""


class PlayedGame(Struct, frozen=True):
    """One game of a series."""

    totals: tuple[tuple[int, ...], ...]
    """The score of every seat after each deal."""

    winners: tuple[Seat, ...]
    counts: tuple[tuple[int, ...], ...]
    """For each column of the game's statistics, the sum of every seat."""

    noted: int
    record: bytes


def play_game(series: Series, number: int) -> PlayedGame:
    """Play one game of a series; games count from 1."""
    first_dealer = Seat(derive(series.seed, number, 0)[0] % series.setup.players)
    setup = replace(series.setup, first_dealer=first_dealer)
    game = GAMES[setup.game]
    figures = game.figures
    events, totals, winners, end = _play(series, setup, number)
    return PlayedGame(
        totals,
        winners,
        tuple(_sums(setup.players, [column.counts(sheet) for sheet in end.sheets]) for column in figures.columns),
        sum(map(figures.noted, end.sheets)),
        game.record(setup, events, Label(series.bots, str(number))).encode(),
    )


def _play(
    series: Series, setup: Setup, number: int
) -> tuple[list[Answered], tuple[tuple[int, ...], ...], tuple[Seat, ...], Position]:
    game = GAMES[setup.game]
    whims = Random(f"{series.seed} game {number}")  # noqa: S311 - a bot's whims are no secret
    players = [read_bot(setup.game, name) for name in series.bots]
    state = game.start(setup)
    events: list[Answered] = []
    totals: list[tuple[int, ...]] = []
    while True:
        match game.awaits(state):
            case Seats(asked=asked, lapsing=lapsing):
                seat = min(lapsing or asked)
                bot, temper = players[seat]
                event = game.decide(state, seat, Answer(text(bot(shown_to(state.run, seat, temper), whims))))
            case Shuffle(deal):
                event = game.shuffle(state, derive(series.seed, number, deal))
            case Over(result=result):
                return events, tuple(totals), result.winners, state
        events.append(event)
        state = game.evolve(state, event)
        if game.breaks(event, state) is Break.DEAL:
            totals.append(game.totals(state))


def _sums(players: int, counts: list[tuple[int, ...]]) -> tuple[int, ...]:
    counted = [count for count in counts if count]
    return tuple(sum(count[seat] for count in counted) for seat in range(players))


_BATCH: Final = 8
"""The number of games that a worker plays per task."""

_AHEAD: Final = 4
"""The number of tasks per worker that may be running or waiting for collection."""


def play_series(series: Series, games: int, jobs: int) -> Generator[PlayedGame, None, None]:
    """Yield the games of a series in order, played by ``jobs`` processes."""
    # One process hands over each game at once, so that it can be interrupted after it.
    batches = _batches(games, 1 if jobs == 1 else _BATCH)
    with closing(spread(partial(_play_batch, series), batches, jobs)) as played:
        for batch in played:
            yield from batch


def _batches(games: int, size: int) -> Iterator[range]:
    """Yield the numbers of the games, from 1, in batches."""
    return (range(first, min(first + size, games + 1)) for first in range(1, games + 1, size))


def _play_batch(series: Series, numbers: range) -> list[PlayedGame]:
    return [play_game(series, number) for number in numbers]


def spread(work: Callable[[T], R], tasks: Iterator[T], jobs: int) -> Generator[R, None, None]:
    """Have tasks worked on by ``jobs`` processes, a single one being this one; yield the results in their order."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, initializer=_belong_to_parent) as pool:
        try:
            waiting = [pool.submit(work, task) for task in islice(tasks, jobs * _AHEAD)]
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(work, task) for task in islice(tasks, 1)]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _belong_to_parent() -> None:
    """Ignore Ctrl-C, which reaches the whole process group and is the parent's to handle; exit with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
