"""Workers that play a series on one core or several; the games are returned in order either way."""

import os
import signal
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import parent_process
from threading import Thread
from typing import Final

from server.simulation.series import PlayedGame, Series, play_game

_BATCH: Final = 8
"""The number of games that a worker plays per task."""

_AHEAD: Final = 4
"""The number of tasks per worker that may be running or waiting for collection."""


def play_series(series: Series, games: int, jobs: int) -> Generator[PlayedGame, None, None]:
    """Yield the games of a series in order, played by ``jobs`` processes."""
    if jobs == 1:
        yield from (play_game(series, number) for number in range(1, games + 1))
        return
    batches = iter(range(1, games + 1, _BATCH))
    with ProcessPoolExecutor(jobs, initializer=_belong_to_parent) as pool:
        try:
            waiting = [_submit(pool, series, first, games) for first in islice(batches, jobs * _AHEAD)]
            while waiting:
                yield from waiting.pop(0).result()
                waiting += [_submit(pool, series, first, games) for first in islice(batches, 1)]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, series: Series, first: int, games: int) -> Future[list[PlayedGame]]:
    return pool.submit(_play_batch, series, range(first, min(first + _BATCH, games + 1)))


def _play_batch(series: Series, numbers: range) -> list[PlayedGame]:
    return [play_game(series, number) for number in numbers]


def _belong_to_parent() -> None:
    """Ignore Ctrl-C, which reaches the whole process group and is the parent's to handle; exit with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
