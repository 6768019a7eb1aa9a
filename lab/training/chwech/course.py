"""The course of a training: rounds of deals and of steps, side by side in two threads, and the same each time.

A round's deals are played by the net as it was when the round before began, so that neither thread waits for the other
and the result does not depend on which is faster.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from games.chwech.kernel.compiling import Layers, Numbers, cells, generator
from games.chwech.kernel.layout import SEATS
from games.chwech.net.features import MOST_ROWS, fold
from lab.training.chwech import selfplay
from lab.training.chwech.learn import Learner, fresh
from lab.training.chwech.recipe import Recipe

BATCH: Final = 2048
FORMER_EVERY: Final = 40  # Rounds after which the net's present self becomes its former one.


class Course:
    """The state of a training between two rounds."""

    def __init__(self, recipe: Recipe) -> None:
        """Begin with a fresh net."""
        self.recipe, self.round = recipe, 0
        self.learner = Learner(fresh(recipe.seed))
        self.former = self.acting = _copy(self.learner.net)
        self.generator = generator(recipe.seed * 0x9E3779B1 % 2**32)
        self.seconds = 0.0
        self.deals = 0

    @property
    def rounds(self) -> int:
        """How many rounds the training has."""
        return self.recipe.rounds + self.recipe.calm

    def save(self, path: Path) -> None:
        """Write the state, so that an interrupted training goes on as if it had not been."""
        parts = {f"net{place}": layer for place, layer in enumerate(self.learner.net)}
        parts |= {f"moment{place}": layer for place, layer in enumerate(self.learner.moments)}
        parts |= {f"former{place}": layer for place, layer in enumerate(self.former)}
        parts |= {f"acting{place}": layer for place, layer in enumerate(self.acting)}
        fresh_file = path.with_suffix(".new.npz")
        np.savez(
            fresh_file,
            generator=np.array(self.generator),
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
            self.generator, self.seconds = generator(int(file["generator"][0])), float(file["seconds"])
        self.learner = Learner(layers["net"], layers["moment"], step)
        self.former, self.acting = layers["former"], layers["acting"]


def follow(course: Course, told: Callable[[Course, float], None]) -> None:
    """Follow a course to its end; ``told`` hears of each round and its mean error."""
    recipe, used = course.recipe, course.recipe.batch * course.recipe.batches
    shares = np.cumsum([float(table.share) for table in recipe.tables])
    shares /= shares[-1]
    shares[-1] = 2
    desk, meaning = selfplay.make_desk(course.learner.net), selfplay.meaning_of_rows()
    blocks = [_block(used + selfplay.MOST_TURNS) for _ in range(2)]

    def play(number: int, acting: Layers, former: Layers, state: Numbers) -> int:
        explores = recipe.explores / (1 if number < recipe.rounds else 5)
        guests = selfplay.Company((fold(acting), fold(former)), cells(SEATS), state, recipe.steady)
        return selfplay.play_block(
            guests, selfplay.Plan(recipe.rows, shares, explores, meaning), desk, blocks[number % 2]
        )

    with ThreadPoolExecutor(1) as other:
        state = course.generator.copy()
        playing: Future[int] = other.submit(play, course.round, course.acting, course.former, state)
        while course.round < course.rounds:
            began = time.perf_counter()
            course.deals += playing.result()
            course.generator = state.copy()
            number = course.round
            course.acting = _copy(course.learner.net)
            if number % FORMER_EVERY == FORMER_EVERY - 1:
                course.former = _copy(course.learner.net)
            if number + 1 < course.rounds:
                playing = other.submit(play, number + 1, course.acting, course.former, state)
            error = _learn(course, blocks[number % 2], used)
            course.round += 1
            course.seconds += time.perf_counter() - began
            told(course, error)


def _learn(course: Course, block: selfplay.Samples, used: int) -> float:
    recipe, late = course.recipe, max(0, course.round - course.recipe.rounds)
    pace = recipe.pace * max(0.02, 1 - late / recipe.calm)
    order = np.random.default_rng((recipe.seed, course.round)).permutation(used)
    errors = 0.0
    for first in range(0, used, recipe.batch):
        some = order[first : first + recipe.batch]
        errors += course.learner.learn(block.rows[some], block.lengths[some], block.targets[some], pace)
    return errors / recipe.batches


def _block(size: int) -> selfplay.Samples:
    rows = np.zeros((size, MOST_ROWS), np.uint16)
    return selfplay.Samples(rows, np.zeros(size, np.int64), np.zeros(size, np.float32))


def _copy(net: Layers) -> Layers:
    return tuple(layer.copy() for layer in net)
