"""A search: actions are tried in many deals that fit what is known, everybody going on as the net would.

A deal is followed until the seat is to act again, so many times as the depth says, and its value is then what the net
gives its best action; or to its end, where the score is known.
"""

from typing import NamedTuple

import numpy as np

from server.bots.chwech.belief import Unseen, deal_unseen, make_unseen, weigh
from server.bots.chwech.effort import Effort
from server.bots.chwech.evaluate import POINTS, Room, evaluate, make_room
from server.bots.chwech.weights import Weights
from server.kernel.chance import generator
from server.kernel.chwech.play import ENDED, MOST_ACTIONS, ROW, SEAT, act, actions, score_of
from server.kernel.chwech.tables import PLAYERS
from server.kernel.compiling import Floats, Layers, Numbers, cells, compiled_loosely


class Desk(NamedTuple):
    """What is searched with; nothing in it outlasts a search but the generator."""

    room: Room
    """For the seat's own actions, and then for the turns of each trial."""

    actions: Numbers
    values: Floats
    sums: Floats
    """For each action what its trials brought, and their squares."""

    known: Numbers
    """The deal with the unseen cards dealt."""

    trial: Numbers
    unseen: Unseen
    state: Numbers
    """The generator."""


def make_desk(net: Layers, seed: int) -> Desk:
    """Return what a search of a net needs; the seed is a number from 1 to 2 ** 32 - 1."""
    return Desk(
        make_room(len(net[1]), len(net[3])),
        cells(MOST_ACTIONS),
        np.zeros(MOST_ACTIONS),
        np.zeros((2, MOST_ACTIONS)),
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
def try_actions(net: Layers, beliefs: Floats, table: Numbers, row: Numbers, effort: Effort, desk: Desk) -> int:
    """Fill in the sums of the trials; return in how many deals each action near the net's best was tried.

    Args:
        net: the layers.
        beliefs: how much each sign says about a card.
        table: the rules.
        row: the deal; the hands of the others are not read.
        effort: how hard to search.
        desk: what is searched with; its actions and their values, in the net's units, are filled in.
    """
    number = actions(table, row, desk.room.actions)
    evaluate(net, table, row, number, desk.room)
    desk.actions[:number], desk.values[:number] = desk.room.actions[:number], desk.room.values[:number]
    desk.sums[:] = 0
    least, near = desk.values[highest(desk.values, number)] - effort.margin, 0
    for index in range(number):
        near += desk.values[index] >= least
    if near < 2:
        return 0
    seat, unseen, tries = row[SEAT], weigh(table, row, beliefs, desk.unseen), effort.trials // near
    for _ in range(tries):
        desk.known[:] = row
        deal_unseen(table, desk.known, desk.unseen, unseen, desk.state)
        for index in range(number):
            if desk.values[index] >= least:
                desk.trial[:] = desk.known
                act(table, desk.trial, desk.actions[index])
                brought = play_on(net, table, desk, seat, effort.depth)
                desk.sums[0, index] += brought
                desk.sums[1, index] += brought * brought
    return tries


class Finding(NamedTuple):
    """What a search has found; values are in points over the mean of the table."""

    values: list[float]
    """The value of each action: of those tried by their trials and the net, of the others by the net alone."""

    tries: int
    """In how many deals each action was tried that is not far behind; 0 if there was nothing to choose between."""

    best: int
    """The place of the best action."""


def search(weights: Weights, table: Numbers, row: Numbers, effort: Effort, seed: int) -> Finding:
    """Search for the best action of the seat to act; the hands of the others are not read."""
    desk = make_desk(weights.layers, seed)
    tries = try_actions(weights.layers, weights.beliefs, table, row, effort, desk)
    number = actions(table, row, desk.actions)
    priors = desk.values[:number]
    near = priors >= priors.max() - effort.margin
    values = (priors * effort.prior + desk.sums[0, :number]) / (effort.prior + tries) if tries else priors
    tried = np.where(near, values, -np.inf)
    return Finding((np.where(near, values, priors) * POINTS).tolist(), tries, int(tried.argmax()))
