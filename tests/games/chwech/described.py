"""The features of positions at every table, as one hash: ``python -m tests.games.chwech.described``.

With ``CHWECH_COMPILE`` and numba the compiled functions say it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.chwech.kernel.compiling import cells
from games.chwech.kernel.layout import ENDED, HANDS, MOST_ACTIONS, ROW, SUITS
from games.chwech.kernel.play import act, actions, begin
from games.chwech.net.features import MOST_ROWS, describe, describe_action
from games.chwech.rules import HAND
from lab.training.chwech.selfplay import meaning_of_rows
from protocol.setup import Setup
from tests.games.chwech.deals import tables

PACKS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (5, {}),
    (5, {"five_pack": "middle"}),
    (6, {}),
    (7, {}),
    (7, {"thirteens_as_jokers": True}),
    (7, {"seven_pack": "two_packs"}),
)
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"ruleset": "original"},
    {"jokers_per_trick": "one"},
    {"joker_beats_last_ace": True},
    {"equal_cards": "last"},
)
SETUPS = tuple(Setup("chwech", players, {**pack, **rules}) for players, pack in PACKS for rules in RULES)
"""Every pack with every rule that features speak of; whether the rules allow both together does not matter."""


MEANING = meaning_of_rows()


def unfolded(rows: Sequence[int]) -> list[int]:
    """Give the features that rows of a folded first layer stand for."""
    starts, features = MEANING
    return [int(one) for row in rows for one in features[starts[row] : starts[row + 1]]]


def describe_deal(setup: Setup, seed: int) -> Iterator[list[int]]:
    """Give the features of each position of a deal by chance, and of each position with each of its actions."""
    dice, table, row = Random(seed), tables(setup), cells(ROW)
    found, slots, choices = cells(MOST_ROWS), cells(SUITS), cells(MOST_ACTIONS)
    for index, place in enumerate(dice.sample(range(setup.players * HAND), setup.players * HAND)):
        row[HANDS + index % setup.players] |= 1 << place
    begin(table, row, dice.randrange(setup.players))
    while not row[ENDED]:
        number, shared = actions(table, row, choices), describe(table, row, slots, found)
        yield unfolded(found[:shared])
        for action in choices[:number]:
            whole = describe_action(table, row, slots, action, found, shared)
            yield unfolded(found[:whole])
        act(table, row, choices[dice.randrange(number)])


def digest() -> str:
    """Give the hash; the order of the features of a position does not matter."""
    told = hashlib.sha256()
    for seed in range(3 * len(SETUPS)):
        for features in describe_deal(SETUPS[seed % len(SETUPS)], seed):
            told.update(repr(sorted(features)).encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(digest())
