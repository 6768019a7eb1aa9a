"""A search: each action is tried in many deals that fit what is known, everybody going on as the net would.

A deal is followed until the seat is to act again, so many times as the depth says, and its value is then what the net gives
its best action; or to its end, where the score is known.
"""

from typing import Any

import numpy as np

from server.bots.chwech.belief import deal_unseen, weigh
from server.bots.chwech.evaluate import evaluate
from server.kernel.chwech.play import ENDED, MOST_ACTIONS, ROW, SEAT, act, actions, score_of
from server.kernel.chwech.tables import PLAYERS, Numbers
from server.kernel.compiling import compiled_loosely


@compiled_loosely
def highest(values: Any, number: int) -> int:
    """Return the place of the highest value."""
    found = 0
    for index in range(1, number):
        if values[index] > values[found]:
            found = index
    return found


@compiled_loosely
def lead_of(table: Numbers, row: Numbers, seat: int) -> float:
    """Return by how much a seat's score is over the mean, in the net's units."""
    total = 0
    for other in range(table[PLAYERS]):
        total += score_of(row, other)
    return (score_of(row, seat) - total / table[PLAYERS]) / 10


@compiled_loosely
def follow(
    net: Any, table: Numbers, row: Numbers, seat: int, depth: int, found: Numbers, room: Any, values: Any
) -> float:
    """Play on as the net would; return what the deal is then worth to a seat, in the net's units."""
    while not row[ENDED]:
        number, taken = actions(table, row, found), 0
        if number > 1:
            evaluate(net, table, row, found, number, room, values)
            taken = highest(values, number)
            if row[SEAT] == seat:
                depth -= 1
                if depth == 0:
                    return float(values[taken])
        act(table, row, found[taken])
    return lead_of(table, row, seat)


@compiled_loosely
def search(
    net: Any,
    strength: Any,
    table: Numbers,
    row: Numbers,
    tries: int,
    depth: int,
    prior: float,
    margin: float,
    room: Any,
    state: Any,
    out: Any,
) -> int:
    """Fill in what each action of the seat to act is worth, in the net's units; return the best one's place.

    Args:
        net: the layers.
        strength: what each sign says about a card.
        table: the rules.
        row: the deal; the hands of the others are not read.
        tries: in how many deals each action is tried.
        depth: how many times the seat is to act again before the net's value is taken.
        prior: how many tries the net's own value counts for.
        margin: actions further than this behind the net's best are not tried.
        room: what values are worked out in.
        state: the generator.
        out: filled with the values.
    """
    found, later = np.zeros(MOST_ACTIONS, np.int64), np.zeros(MOST_ACTIONS, np.int64)
    values, sums = np.zeros(MOST_ACTIONS, np.float64), np.zeros(MOST_ACTIONS, np.float64)
    cards, order, weights = np.zeros(63, np.int64), np.zeros(63, np.int64), np.zeros(63 * 7, np.float64)
    trial, known = np.zeros(ROW, np.int64), np.zeros(ROW, np.int64)
    number, seat = actions(table, row, found), row[SEAT]
    evaluate(net, table, row, found, number, room, out)
    front = out[highest(out, number)]
    kept = 0
    for index in range(number):
        if out[index] >= front - margin:
            kept += 1
    if kept < 2:
        return highest(out, number)
    unseen = weigh(table, row, strength, cards, weights)
    for _ in range(tries):
        known[:] = row
        deal_unseen(table, known, cards, weights, unseen, order, state)
        for index in range(number):
            if out[index] < front - margin:
                continue
            trial[:] = known
            act(table, trial, found[index])
            sums[index] += follow(net, table, trial, seat, depth, later, room, values)
    for index in range(number):
        if out[index] >= front - margin:
            out[index] = (out[index] * prior + sums[index]) / (prior + tries)
        else:
            out[index] -= 100
    return highest(out, number)
