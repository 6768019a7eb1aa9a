"""The course of a training: rounds of deals and of steps, side by side in two threads, and the same ones again each time.

A round's deals are played by the net as it was when the round before began, so that neither thread waits for the other and
the result does not depend on which is faster.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np

from server.kernel.chwech.tables import tables
from server.training.chwech import selfplay
from server.training.chwech.learn import NARROW, WIDE, Learner, fresh
from server.training.chwech.recipe import Stage

BATCH: Final = 2048
BATCHES: Final = 32
SPARE: Final = 512
"""Samples beyond those that are used: the last deal of a round is played to its end."""

FORMER_EVERY: Final = 40
"""Rounds after which the net's present self becomes its former one."""

Net = tuple[Any, ...]


class Course:
    """The state of a training between two rounds."""

    def __init__(self, stage: Stage, start: Net | None = None) -> None:
        """Begin a stage, with a net of an earlier one or a fresh one."""
        self.stage, self.round = stage, 0
        self.learner = Learner(start or fresh(stage.seed))
        self.former = self.acting = _copy(self.learner.net)
        self.generator = np.array([stage.seed * 0x9E3779B97F4A7C15 % 2**64], np.uint64)
        self.seconds = 0.0
        self.deals = 0

    @property
    def rounds(self) -> int:
        """How many rounds the stage has."""
        return self.stage.rounds + self.stage.calm

    def save(self, path: Path) -> None:
        """Write the state, so that an interrupted training goes on as if it had not been."""
        parts = {f"net{place}": layer for place, layer in enumerate(self.learner.net)}
        parts |= {f"moment{place}": layer for place, layer in enumerate(self.learner.moments)}
        parts |= {f"former{place}": layer for place, layer in enumerate(self.former)}
        parts |= {f"acting{place}": layer for place, layer in enumerate(self.acting)}
        fresh_file = path.with_suffix(".new.npz")
        np.savez(
            fresh_file,
            generator=self.generator,
            counts=np.array([self.round, self.learner.step, self.deals]),
            seconds=self.seconds,
            **parts,
        )
        fresh_file.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a state that was written."""
        with np.load(path) as file:
            layers = {
                name: tuple(file[f"{name}{place}"] for place in range(size))
                for name, size in (("net", 6), ("moment", 12), ("former", 6), ("acting", 6))
            }
            self.round, step, self.deals = (int(number) for number in file["counts"])
            self.generator, self.seconds = file["generator"], float(file["seconds"])
        self.learner = Learner(layers["net"], layers["moment"], step)
        self.former, self.acting = layers["former"], layers["acting"]


def follow(course: Course, told: Callable[[Course, float], bool]) -> None:
    """Follow a course to its end, or until ``told`` returns False, which is told of each round and its mean error."""
    stage, used = course.stage, BATCH * BATCHES
    every = np.stack([tables(table.setup) for table in stage.tables])
    shares = np.cumsum([float(table.share) for table in stage.tables])
    shares /= shares[-1]
    shares[-1] = 2
    room = selfplay.room(WIDE, NARROW)
    blocks = [_block(used + SPARE) for _ in range(2)]

    def play(number: int, acting: Net, former: Net, generator: Any) -> int:
        block, share = blocks[number % 2], stage.explores / (1 if number < stage.rounds else 5)
        deals: int = selfplay.play_block((acting, former), every, shares, share, room, generator, *block)
        return deals

    with ThreadPoolExecutor(1) as other:
        generator = course.generator.copy()
        playing: Future[int] = other.submit(play, course.round, course.acting, course.former, generator)
        while course.round < course.rounds:
            began = time.perf_counter()
            course.deals += playing.result()
            course.generator = generator.copy()
            number = course.round
            course.acting = _copy(course.learner.net)
            if number % FORMER_EVERY == FORMER_EVERY - 1:
                course.former = _copy(course.learner.net)
            if number + 1 < course.rounds:
                playing = other.submit(play, number + 1, course.acting, course.former, generator)
            error = _learn(course, blocks[number % 2], used)
            course.round += 1
            course.seconds += time.perf_counter() - began
            if not told(course, error):
                return


def _learn(course: Course, block: selfplay.Samples, used: int) -> float:
    stage, late = course.stage, max(0, course.round - course.stage.rounds)
    pace = stage.pace * max(0.02, 1 - late / stage.calm)
    order = np.random.default_rng((stage.seed, course.round)).permutation(used)
    errors = 0.0
    for first in range(0, used, BATCH):
        some = order[first : first + BATCH]
        errors += course.learner.learn(block.rows[some], block.lengths[some], block.targets[some], pace)
    return errors / BATCHES


def _block(size: int) -> selfplay.Samples:
    rows = np.zeros((size, selfplay.MOST_ROWS), np.uint16)
    return selfplay.Samples(rows, np.zeros(size, np.int64), np.zeros(size, np.float32))


def _copy(net: Net) -> Net:
    return tuple(layer.copy() for layer in net)
