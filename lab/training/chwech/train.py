"""A whole training: its rounds, what its signs say, how it plays, and the file of weights with its card."""

import hashlib
import io
import json
import platform
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from games.chwech.kernel.compiling import Floats
from games.chwech.net import net
from games.chwech.net.features import FEATURES, fold
from games.chwech.net.net import FORMAT, NAME
from lab.training.chwech.beliefs import learn_beliefs
from lab.training.chwech.course import Course, follow
from lab.training.chwech.measure import lead_over_steady
from lab.training.chwech.recipe import Recipe, Table

KEEP_EVERY: Final = 20  # Rounds after which the state is written.

Say = Callable[[str], None]


def train(recipe: Recipe, folder: Path, say: Say) -> None:
    """Train from nothing, or go on where an interrupted training stopped, and write the weights into a folder."""
    course, state = Course(recipe), folder / "training.npz"
    if state.exists():
        course.load(state)
        say(f"going on after round {course.round} of {course.rounds}")
    follow(course, lambda now, error: _note(now, error, state, say))
    course.save(state)
    net = course.learner.net
    rounded = fold(tuple(layer.astype(np.float16).astype(np.float32) for layer in net))
    say(f"learning from {recipe.belief_deals:,} deals where unseen cards are")
    beliefs = learn_beliefs(rounded, recipe.rows, recipe.belief_deals, recipe.seed)
    strength = {}
    for table in recipe.tables:
        strength[title(table)] = measured = lead_over_steady(rounded, table, recipe.measured_deals, recipe.seed)
        say(f"{title(table)}: {measured['lead']:+.2f} ± {measured['se']:.2f} points a deal among steady")
    _write(course, beliefs, strength, folder)
    say(f"written: {folder / NAME}.npz and .json")


def install_weights(folder: Path) -> Path:
    """Put trained weights where the program reads them; return that folder."""
    target = Path(net.__file__).parent / "weights"
    for ending in (".npz", ".json"):
        shutil.copyfile(folder / f"{NAME}{ending}", target / f"{NAME}{ending}")
    return target


def title(table: Table) -> str:
    """Return a table in a few words, as in the card."""
    return ", ".join([f"{table.players} players", *(f"{name} {value}" for name, value in table.options.items())])


def _note(course: Course, error: float, state: Path, say: Say) -> None:
    if course.round % KEEP_EVERY == 0 or course.round == course.rounds:
        course.save(state)
        done = f"round {course.round} of {course.rounds}, {course.deals:,} deals, {course.seconds:.0f} s"
        say(f"{done}, error {error:.3f}")


def _write(course: Course, beliefs: Floats, strength: dict[str, Any], folder: Path) -> None:
    layers = {f"layer{place}": layer.astype(np.float16) for place, layer in enumerate(course.learner.net)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, beliefs=beliefs.astype(np.float16), **layers)
    recipe = course.recipe
    card = {
        "version": FORMAT,
        "name": NAME,
        "sha256": hashlib.sha256(buffer.getvalue()).hexdigest(),
        "features": FEATURES,
        "rules": [{"players": one.players, "options": one.options, "share": one.share} for one in recipe.tables],
        "training": {
            "method": "Deep Monte Carlo self-play; Adam on the squared error of a seat's score less the table's mean",
            "layers": [len(course.learner.net[1]), len(course.learner.net[3]), 1],
            "seed": recipe.seed,
            "rounds": course.round,
            "deals": course.deals,
            "samples": course.round * recipe.batch * recipe.batches,
            "seconds": round(course.seconds),
            "belief deals": recipe.belief_deals,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        "strength": {"among": "steady", "duplicate deals": recipe.measured_deals, "tables": strength},
    }
    (folder / f"{NAME}.npz").write_bytes(buffer.getvalue())
    (folder / f"{NAME}.json").write_text(json.dumps(card, indent=2) + "\n")
