"""A search: actions are tried in many deals that fit what is known, everybody going on as the net would.

A deal is followed until the seat is to act again, so many times as the depth says, and its value is then what the net
gives its best action; or to its end, where the score is known.
"""

from typing import NamedTuple

from games.chwech.kernel.compiling import Floats, Layers, Numbers, cells, compiled_loosely, count, generator
from games.chwech.kernel.play import ENDED, HAND, HANDS, MOST_ACTIONS, ROW, SEAT, act, actions, score_of
from games.chwech.kernel.tables import PLAYERS
from games.chwech.net.belief import Unseen, deal_unseen, make_unseen, weigh
from games.chwech.net.net import POINTS, Room, Weights, evaluate, make_room


class Effort(NamedTuple):
    """How hard is searched."""

    trials: int
    """How many trials the actions share at the beginning of a deal; later, when trials are shorter, they share more."""

    depth: int
    """How many times the seat is to act again before the net's value is taken; many play the deal to its end."""

    prior: float
    """How many trials the net's own value counts for."""

    margin: float
    """Actions that the net finds worse than its best by more than this are not tried, in its units."""


class Desk(NamedTuple):
    """What is searched with; nothing in it outlasts a search but the generator."""

    room: Room
    """For the seat's own actions, and then for the turns of each trial."""

    actions: Numbers
    values: Floats
    sums: Floats
    """For each action what its trials brought together."""

    tries: Numbers
    """For each action how often it was tried."""

    tried: Numbers
    """1 for each action that is still tried."""

    known: Numbers
    """The deal with the unseen cards dealt."""

    trial: Numbers
    unseen: Unseen
    state: Numbers
    """The generator."""


def make_desk(net: Layers, seed: int) -> Desk:
    """Return what a search of a net needs; the seed is a number from 1 to 2 ** 32 - 1."""
    import numpy as np

    return Desk(
        make_room(len(net[1]), len(net[3])),
        cells(MOST_ACTIONS),
        np.zeros(MOST_ACTIONS),
        np.zeros(MOST_ACTIONS),
        cells(MOST_ACTIONS),
        cells(MOST_ACTIONS),
        cells(ROW),
        cells(ROW),
        make_unseen(),
        generator(seed),
    )


@compiled_loosely
def highest(values: Floats, number: int) -> int:
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
    return (score_of(row, seat) - total / table[PLAYERS]) / POINTS


@compiled_loosely
def play_on(net: Layers, table: Numbers, desk: Desk, seat: int, depth: int) -> float:
    """Play the deal of a trial on as the net would; return what it is then worth to a seat, in the net's units."""
    row, room = desk.trial, desk.room
    while not row[ENDED]:
        number, taken = actions(table, row, room.actions), 0
        if number > 1:
            evaluate(net, table, row, number, room)
            taken = highest(room.values, number)
            depth -= row[SEAT] == seat
            if depth == 0:
                return float(room.values[taken])
        act(table, row, room.actions[taken])
    return lead_of(table, row, seat)


@compiled_loosely
def try_deal(net: Layers, table: Numbers, seat: int, depth: int, desk: Desk) -> None:
    """Try once, in the deal on the desk, every action that is still tried."""
    for index in range(MOST_ACTIONS):
        if desk.tried[index]:
            desk.trial[:] = desk.known
            act(table, desk.trial, desk.actions[index])
            desk.sums[index] += play_on(net, table, desk, seat, depth)
            desk.tries[index] += 1


@compiled_loosely
def value_of(desk: Desk, effort: Effort, index: int) -> float:
    """Return what an action is worth by the net and its trials, in the net's units."""
    known = desk.values[index] * effort.prior + desk.sums[index]
    return float(known / (effort.prior + desk.tries[index]))


@compiled_loosely
def drop_worse(desk: Desk, effort: Effort, number: int, kept: int) -> int:
    """Leave the worse half of the actions that are still tried; return how many are left."""
    for _ in range(kept // 2):
        worst, value = -1, 0.0
        for index in range(number):
            worth = value_of(desk, effort, index)
            if desk.tried[index] and (worst < 0 or worth < value):
                worst, value = index, worth
        desk.tried[worst] = 0
    return kept - kept // 2


@compiled_loosely
def try_actions(net: Layers, beliefs: Floats, table: Numbers, row: Numbers, effort: Effort, desk: Desk) -> int:
    """Try the actions near the net's best, then the better half of them, and so on; return the place of the best.

    All that are tried at a time are tried in the same deals. The later in the deal, the shorter and the more trials.

    Args:
        net: the layers.
        beliefs: how much each sign says about a card.
        table: the rules.
        row: the deal; the hands of the others are not read.
        effort: how hard to search.
        desk: what is searched with; its actions, their values in the net's units, tries and sums are filled in.
    """
    number = actions(table, row, desk.room.actions)
    evaluate(net, table, row, number, desk.room)
    desk.actions[:number], desk.values[:number] = desk.room.actions[:number], desk.room.values[:number]
    best, kept, rounds = highest(desk.values, number), 0, 0
    for index in range(MOST_ACTIONS):
        desk.sums[index], desk.tries[index] = 0, 0
        desk.tried[index] = index < number and desk.values[index] >= desk.values[best] - effort.margin
        kept += desk.tried[index]
    if kept < 2:
        return best
    while kept > 1 << rounds:
        rounds += 1
    unseen = weigh(table, row, beliefs, desk.unseen)
    trials = effort.trials * HAND * table[PLAYERS] // max(1, unseen + count(row[HANDS + row[SEAT]]))
    while kept > 1:
        for _ in range(trials // rounds // kept):
            desk.known[:] = row
            deal_unseen(table, desk.known, desk.unseen, unseen, desk.state)
            try_deal(net, table, row[SEAT], effort.depth, desk)
        kept = drop_worse(desk, effort, number, kept)
    return highest(desk.tried, number)


class Finding(NamedTuple):
    """What a search has found; values are in points over the mean of the table."""

    values: list[float]
    """The value of each action by its trials and the net; by the net alone where there were none."""

    tries: list[int]
    """In how many deals each action was tried."""

    best: int
    """The place of the best action: that which was tried to the end."""


def search(weights: Weights, table: Numbers, row: Numbers, effort: Effort, seed: int) -> Finding:
    """Search for the best action of the seat to act; the hands of the others are not read."""
    desk = make_desk(weights.layers, seed)
    best = try_actions(weights.layers, weights.beliefs, table, row, effort, desk)
    number = actions(table, row, desk.actions)
    values = [value_of(desk, effort, index) * POINTS for index in range(number)]
    return Finding(values, [int(tries) for tries in desk.tries[:number]], int(best))
