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
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.kit.asking import text
from games.kit.deck import derive
from games.kit.game import Game
from games.registry import GAMES
from protocol.game import Answer, Stage
from protocol.message import Seat
from protocol.setup import Setup
from server.bots.registry import read_bot, shown_to
from server.tables.position import Position, counted, first_position

T = TypeVar("T")
R = TypeVar("R")


class Series(Struct, frozen=True):
    """The definition of a series."""

    setup: Setup
    bots: tuple[str, ...]
    """For each seat, the name of its bot: a level, or a level and a temper, as in ``steady:bold``."""
    seed: str
    """The text from which every deal and every random choice is derived."""
    deals: int = 0
    """How many deals of each game are played; 0 for all of them."""


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
    totals, end = _play(series, setup, number)
    counts = [[getattr(sheet, field) for sheet in end.sheets] for *_, field in columns(game)]
    return PlayedGame(
        totals,
        end.winners,
        tuple(_sums(setup.players, each) for each in counts),
        sum(map(game.noted[1], end.sheets)),
        end.record(series.bots, str(number)).encode(),
    )


def columns(game: Game[Any]) -> tuple[tuple[str, str, str], ...]:
    """Return what the statistics of a series say: captions marked for translation, formats, and fields of a sheet."""
    return game.figures or ((counted(game), ".2f", game.counts),)


def _play(series: Series, setup: Setup, number: int) -> tuple[tuple[tuple[int, ...], ...], Position]:
    """Play a game; return the score of every seat after each deal, and the position at the end."""
    whims = Random(f"{series.seed} game {number}")  # noqa: S311 - a bot's whims are no secret
    players = [read_bot(setup.game, name) for name in series.bots]
    state = first_position(GAMES[setup.game], setup)
    totals: list[tuple[int, ...]] = []
    while state.stage is not Stage.OVER and not 0 < series.deals <= len(totals):
        if state.stage is Stage.DEALING:
            event = state.shuffle(derive(series.seed, number, state.deals + 1))
        else:
            seat = min(state.bots - state.asked or state.asked)
            bot, temper = players[seat]
            event = state.decide(seat, Answer(text(bot(shown_to(state.run, seat, temper), whims))))
        state = state.evolve(event)
        if len(totals) < state.deals:
            totals.append(state.totals)
    return tuple(totals), state


def _sums(players: int, counts: list[tuple[int, ...]]) -> tuple[int, ...]:
    counted = [count for count in counts if count]
    return tuple(sum(count[seat] for count in counted) for seat in range(players))


_BATCH: Final = 8  # The number of games that a worker plays per task.
_AHEAD: Final = 4  # The number of tasks per worker that may be running or waiting for collection.


def play_series(series: Series, games: int, jobs: int) -> Generator[PlayedGame, None, None]:
    """Yield the games of a series in order, played by ``jobs`` processes."""
    # One process hands over each game at once, so that it can be interrupted after it.
    size = 1 if jobs == 1 else _BATCH
    batches = (range(first, min(first + size, games + 1)) for first in range(1, games + 1, size))
    with closing(spread(partial(_play_batch, series), batches, jobs)) as played:
        for batch in played:
            yield from batch


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
