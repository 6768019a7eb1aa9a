"""Features: their numbers stay, they tell nothing hidden, compiled functions find the same, and nets add them up."""

import os
import subprocess
import sys
from importlib.util import find_spec
from random import Random

import numpy as np
import pytest

from games.chwech.kernel.compiling import ASKED, Numbers, cells
from games.chwech.kernel.layout import DENIERS, HANDS, MOST_ACTIONS, PLAYERS, SEAT, SUITS
from games.chwech.kernel.play import actions
from games.chwech.net import net as module
from games.chwech.net.features import FEATURES, MOST_ROWS, describe, describe_action
from games.chwech.net.net import POINTS, Net, Weights, evaluate, make_room
from games.chwech.net.search import SIGNS
from protocol.setup import Setup
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import turns
from tests.games.chwech.described import describe_deal, digest, unfolded

DIGEST = "88c9efbb0b302e09523b9f32907c6fe7ed9c7868c04ea81a9ec47df2e75f195b"
"""What nets were trained with. A feature that changes its number or its meaning makes all weights useless."""


def described(table: Numbers, row: Numbers) -> list[list[int]]:
    """Give the features of a position, and of it with each action."""
    found, slots, choices = cells(MOST_ROWS), cells(SUITS), cells(MOST_ACTIONS)
    number, shared = actions(table, row, choices), describe(table, row, slots, found)

    def whole(action: int) -> list[int]:
        return unfolded(found[: describe_action(table, row, slots, action, found, shared)])

    return [unfolded(found[:shared]), *map(whole, choices[:number])]


def dealt_again(table: Numbers, row: Numbers, dice: Random) -> list[int]:
    """Give the same deal with the cards that the seat to act cannot see dealt to the others in another way."""
    other, seat = [*row], row[SEAT]
    seats = [one for one in range(table[PLAYERS]) if one != seat]
    unseen = [place for place in range(63) if sum(row[HANDS + one] for one in seats) >> place & 1]
    dice.shuffle(unseen)
    for one in seats:
        size = row[HANDS + one].bit_count()
        other[HANDS + one] = sum(1 << place for place in unseen[:size])
        unseen = unseen[size:]
    return other


def test_the_numbers_of_the_features_stay() -> None:
    """Every net has been trained with these."""
    assert digest() == DIGEST


def test_compiled_functions_find_the_same() -> None:
    """They are the same functions, on arrays."""
    if find_spec("numba") is None:
        pytest.skip("numba is not installed: make fast")
    command = [sys.executable, "-m", "tests.games.chwech.described"]
    compiled = subprocess.run(command, env={**os.environ, ASKED: "1"}, check=True, capture_output=True, text=True)
    assert compiled.stdout.strip() == DIGEST


@pytest.mark.parametrize("setup", TABLES[1::3], ids=str)
def test_features_tell_nothing_that_is_hidden(setup: Setup) -> None:
    """However the unseen cards lie, the seat to act finds the same, for the position and for each action."""
    dice, differ = Random(5), 0
    for turn in turns(setup, 5):
        if not turn.numbers:
            break
        other = dealt_again(turn.table, turn.row, dice)
        differ += other != turn.row
        assert described(turn.table, other) == described(turn.table, turn.row)
    assert differ


@pytest.mark.parametrize("setup", TABLES[1::3], ids=str)
def test_features_are_numbers_of_the_first_layer(setup: Setup) -> None:
    """There is room for them all, and the deal that they are looked up in is left as it is."""
    most = 0
    for features in describe_deal(setup, 6):
        assert all(0 <= feature <= FEATURES for feature in features)
        most = max(most, len(features))
    assert 60 < most <= MOST_ROWS
    for turn in turns(setup, 6):
        before = [*turn.row]
        described(turn.table, turn.row)
        assert turn.row == before


def test_the_last_feature_is_a_lead_into_a_suit_that_all_deny() -> None:
    """It is true of few positions, but of some: the last row of a net is a row like others."""
    turn = next(turns(Setup("chwech", 7), 1))
    for suit in range(SUITS):
        turn.row[DENIERS + suit] = 7
    assert all(FEATURES in whole for whole in described(turn.table, turn.row)[1:])


WIDE, NARROW = 12, 8


@pytest.mark.parametrize("setup", TABLES[2::3], ids=str)
def test_both_ways_to_add_up_agree(setup: Setup) -> None:
    """By loops, as they are compiled, and by numpy; a net says it in points."""
    dice, sizes = np.random.default_rng(3), set[int]()
    shapes = ((FEATURES + 1, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW,), (1,))
    net = Net(Weights(tuple(dice.standard_normal(shape).astype(np.float32) for shape in shapes), np.ones(SIGNS)))
    layers = net.weights.layers
    room, other = make_room(layers), make_room(layers)
    for turn in turns(setup, 2):
        number = len(turn.numbers)
        if number == 0:
            break
        sizes.add(number)
        room.actions[:number] = other.actions[:number] = turn.numbers
        shared = evaluate(layers, turn.table, turn.row, number, room)
        assert shared == module._evaluate_by_loops(layers, turn.table, turn.row, number, other)
        assert room.found[:shared] == other.found[:shared]
        assert [*room.slots] == [*other.slots]
        assert room.values[:number] == pytest.approx(other.values[:number], rel=1e-3, abs=1e-3)
        assert net.values(turn.table, turn.row) == {
            action: POINTS * float(value) for action, value in zip(turn.numbers, room.values, strict=False)
        }
    assert len(sizes) > 3
