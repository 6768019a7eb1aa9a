"""Training: the same weights each time, also when it was interrupted, and files that the program can read."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech import steady as bot
from games.chwech.bot import position
from games.chwech.kernel.compiling import cells
from games.chwech.kernel.layout import DONE, HANDS, MOST_ACTIONS
from games.chwech.kernel.play import actions
from games.chwech.net import net
from games.chwech.net.net import read_weights
from games.chwech.rules import HAND
from lab.training.chwech.course import Course, follow
from lab.training.chwech.recipe import RECIPE, Recipe, shortened
from lab.training.chwech.steady import WAYS, hope
from lab.training.chwech.train import install_weights, train
from tests.conformance.setups import tables
from tests.games.chwech.deals import turns

TINY = RECIPE._replace(rounds=2, calm=1, batch=4, batches=2, belief_deals=3, measured_deals=2, tables=RECIPE.tables[:1])


class Interrupted(Exception):
    """Someone stopped the training."""


def trained(folder: Path, recipe: Recipe = TINY) -> bytes:
    """Train and give the weights."""
    folder.mkdir(exist_ok=True)
    train(recipe, folder, lambda _: None)
    return (folder / "every-table.npz").read_bytes()


@pytest.mark.no_cover
def test_the_same_recipe_trains_the_same_weights_also_when_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A training that was stopped after any round goes on as if it had not been."""
    whole = trained(tmp_path / "whole")
    course, state = Course(TINY), tmp_path / "stopped" / "training.npz"
    state.parent.mkdir()

    def stop(now: Course, _error: float) -> None:
        now.save(state)
        raise Interrupted

    with pytest.raises(Interrupted):
        follow(course, stop)
    assert trained(tmp_path / "stopped") == whole
    assert trained(tmp_path / "other", TINY._replace(seed=2)) != whole


def test_trained_weights_are_put_where_the_program_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of a training are what the program reads, with the tables, the deals and the strength in their card."""
    (tmp_path / "package" / "weights").mkdir(parents=True)
    monkeypatch.setattr(net, "__file__", str(tmp_path / "package" / "net.py"))
    monkeypatch.setattr(net, "files", lambda _: tmp_path / "package")
    # What is read here is not kept for others.
    monkeypatch.setattr(net, "checked_file", net.checked_file.__wrapped__)
    trained(tmp_path / "out")
    install_weights(tmp_path / "out")
    read = read_weights()
    assert np.isfinite(read.layers[0].astype(np.float32)).all()
    assert read.beliefs.min() > 0


def test_a_shorter_training_is_the_same_but_shorter() -> None:
    """``--rounds`` changes how long is trained and measured, and nothing else."""
    short = shortened(9)
    assert (short.rounds, short.calm) == (9, 3)
    assert short._replace(rounds=0, calm=0, belief_deals=0, measured_deals=0) == RECIPE._replace(
        rounds=0, calm=0, belief_deals=0, measured_deals=0
    )


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_the_estimate_is_that_of_the_bot(data: st.DataObject, players: int, seed: int) -> None:
    """For every legal action of a deal, whatever the table."""
    setup, compared = data.draw(tables(players)), 0
    for turn in turns(setup, seed):
        if not turn.numbers:
            break
        seen, found = turn.seen, cells(MOST_ACTIONS)
        table, row = position(seen)
        for other in range(players):
            assert row[HANDS + other].bit_count() == HAND - row[DONE + other].bit_count() or other != seen.seat
        for choice, number in zip(seen.choices, found[: actions(table, row, found)], strict=True):
            assert hope(table, row, number, WAYS) == pytest.approx(bot.hope(seen.table, seen.seat, seen.prompt, choice))
            compared += 1
    assert compared
