"""A search: actions are tried in many deals that fit what is known, everyone going on as the net would.

A seat that wanted nothing more and passed held no card that would have lost, or it would mostly have played it. How
much each such sign says about each unseen card was counted in the net's own games, and so the likelier hands are dealt
more often. A deal is followed until the seat is to act again, so many times as the depth says, and its value is then
what the net gives its best action; or to its end, where the score is known.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import (
    Floats,
    Layers,
    Numbers,
    cells,
    compiled,
    compiled_loosely,
    count,
    draw,
    generator,
    luck,
)
from games.chwech.kernel.play import act, actions, score_of
from games.chwech.net.net import POINTS, Room, Weights, evaluate, make_room
from games.chwech.rules import HAND

SIGNS: Final = 2 * 2 * 4 * 4 * 6 * 3  # How many kinds of signs there are.


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
    unseen: Numbers
    """The cards that the seat to act has not seen."""
    order: Numbers
    weights: Floats
    """How likely each of them is to be with each seat."""
    generator: Numbers


def make_desk(net: Layers, seed: int) -> Desk:
    """Return what a search of a net needs; the seed is a number from 1 to 2 ** 32 - 1."""
    import numpy as np

    return Desk(
        make_room(net),
        cells(at.MOST_ACTIONS),
        np.zeros(at.MOST_ACTIONS),
        np.zeros(at.MOST_ACTIONS),
        cells(at.MOST_ACTIONS),
        cells(at.MOST_ACTIONS),
        cells(at.ROW),
        cells(at.ROW),
        cells(at.MOST_CARDS),
        cells(at.MOST_CARDS),
        np.zeros((at.MOST_CARDS, at.SEATS)),
        generator(seed),
    )


@compiled
def sign(table: Numbers, row: Numbers, place: int, above: int, seat: int) -> int:
    """Return the kind of what a seat has shown about a card, of whose suit so many unseen cards are higher."""
    suit, held = table[at.SUIT_OF + place], HAND - count(row[at.DONE + seat])
    stage = 0 if held > 6 else 1 if held > 3 else 2
    if suit == at.JOKER:
        passes = 0
        for other in range(at.SUITS):
            passes += row[at.PASSES + seat * at.SUITS + other]
        return (stage * 6 + 5) * 64 + min(7, passes)
    height = 0 if above == 0 else 1 if above < 3 else 2 if above < 6 else 3 if above < 9 else 4
    number = stage * 6 + height
    number = number * 4 + min(3, row[at.PASSES + seat * at.SUITS + suit])
    number = number * 4 + min(3, count(row[at.DONE + seat] & table[at.PARTS + suit]))
    number = number * 2 + (row[at.DENIED + seat] >> place & 1)
    return number * 2 + (row[at.DECLINED + seat] >> place & 1)


@compiled
def unseen_cards(table: Numbers, row: Numbers) -> int:
    """Return the cards that the seat to act has not seen: those in the hands of the others."""
    return table[at.EVERYTHING] & ~row[at.GONE] & ~row[at.HANDS + row[at.SEAT]]


@compiled_loosely
def weigh(table: Numbers, row: Numbers, beliefs: Floats, desk: Desk) -> int:
    """Fill in the unseen cards, and the weight of each for each seat; return how many cards there are."""
    rest = every = unseen_cards(table, row)
    number = 0
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[at.BITS + lowest % 67]
        above = count(every & table[at.ABOVE + place])
        desk.unseen[number] = place
        for seat in range(table[at.PLAYERS]):
            desk.weights[number, seat] = beliefs[sign(table, row, place, above, seat)]
        number += 1
    return number


@compiled_loosely
def room_of(row: Numbers, seat: int) -> int:
    """Return how many more cards a seat is to be dealt."""
    return HAND - count(row[at.DONE + seat]) - count(row[at.HANDS + seat])


@compiled_loosely
def deal_unseen(table: Numbers, row: Numbers, number: int, desk: Desk) -> None:
    """Deal the unseen cards, so many, to the other seats: each to one that has room, by its weights and by chance."""
    viewer, players, order, state = row[at.SEAT], table[at.PLAYERS], desk.order, desk.generator
    for seat in range(players):
        if seat != viewer:
            row[at.HANDS + seat] = 0
    for index in range(number):
        order[index] = index
    for index in range(number):
        other = index + draw(state, number - index)
        order[index], order[other] = order[other], order[index]
        card, whole, chosen = order[index], 0.0, viewer
        for seat in range(players):
            if seat != viewer:
                whole += room_of(row, seat) * desk.weights[card, seat]
        share = luck(state) * whole
        for seat in range(players):
            left = 0 if seat == viewer else room_of(row, seat)
            if left == 0 or (share < 0 and chosen != viewer):
                continue
            chosen = seat
            share -= left * desk.weights[card, seat]
        row[at.HANDS + chosen] |= 1 << desk.unseen[card]


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
    for other in range(table[at.PLAYERS]):
        total += score_of(row, other)
    return (score_of(row, seat) - total / table[at.PLAYERS]) / POINTS


@compiled_loosely
def _deviate(values: Floats, number: int, deviation: float, state: Numbers) -> None:
    for index in range(number):
        values[index] += deviation * luck(state)


@compiled_loosely
def play_on(net: Layers, table: Numbers, desk: Desk, seat: int, depth: int, deviation: float) -> float:
    """Play the deal of a trial on as the net would; return what it is then worth to a seat, in the net's units.

    With a deviation actions seem better than they are, by so much at most; with a negative depth the deal is played to
    its end.
    """
    row, room = desk.trial, desk.room
    while not row[at.ENDED]:
        number, taken = actions(table, row, room.actions), 0
        if number > 1:
            evaluate(net, table, row, number, room)
            if deviation:
                _deviate(room.values, number, deviation, desk.generator)
            taken = highest(room.values, number)
            depth -= row[at.SEAT] == seat
            if depth == 0:
                return float(room.values[taken])
        act(table, row, room.actions[taken])
    return lead_of(table, row, seat)


@compiled_loosely
def try_deal(net: Layers, table: Numbers, row: Numbers, unseen: int, depth: int, desk: Desk) -> None:
    """Deal the unseen cards, so many, and try every action once that is still tried."""
    desk.known[:] = row
    deal_unseen(table, desk.known, unseen, desk)
    for index in range(at.MOST_ACTIONS):
        if desk.tried[index]:
            desk.trial[:] = desk.known
            act(table, desk.trial, desk.actions[index])
            desk.sums[index] += play_on(net, table, desk, row[at.SEAT], depth, 0.0)
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
def try_actions(weights: Weights, table: Numbers, row: Numbers, effort: Effort, desk: Desk) -> int:
    """Try the actions near the net's best, then the better half of them, and so on; return the place of the best.

    All that are tried at a time are tried in the same deals. The later in the deal, the shorter and the more trials.
    Filled in are the desk's actions, their values in the net's units, tries and sums.
    """
    net, beliefs = weights
    number = actions(table, row, desk.room.actions)
    evaluate(net, table, row, number, desk.room)
    desk.actions[:number], desk.values[:number] = desk.room.actions[:number], desk.room.values[:number]
    best, kept, rounds = highest(desk.values, number), 0, 0
    for index in range(at.MOST_ACTIONS):
        desk.sums[index], desk.tries[index] = 0, 0
        desk.tried[index] = index < number and desk.values[index] >= desk.values[best] - effort.margin
        kept += desk.tried[index]
    if kept < 2:
        return best
    while kept > 1 << rounds:
        rounds += 1
    unseen = weigh(table, row, beliefs, desk)
    trials = effort.trials * HAND * table[at.PLAYERS] // max(1, unseen + count(row[at.HANDS + row[at.SEAT]]))
    while kept > 1:
        for _ in range(trials // rounds // kept):
            try_deal(net, table, row, unseen, effort.depth, desk)
        kept = drop_worse(desk, effort, number, kept)
    return highest(desk.tried, number)


def search(weights: Weights, table: Numbers, row: Numbers, effort: Effort, seed: int) -> int:
    """Return the place of the best action of the seat to act; the hands of the others are not read."""
    return int(try_actions(weights, table, row, effort, make_desk(weights.layers, seed)))


@compiled_loosely
def _sample(weights: Weights, table: Numbers, row: Numbers, depth: int, desk: Desk, samples: Floats) -> None:
    """Fill in a row for each deal: what every action that is tried came to in it, in the net's units."""
    unseen, number = weigh(table, row, weights.beliefs, desk), samples.shape[1]
    for deal in range(len(samples)):
        desk.sums[:number] = 0
        try_deal(weights.layers, table, row, unseen, depth, desk)
        samples[deal] = desk.sums[:number]


def outcomes(
    weights: Weights, known: tuple[Numbers, Numbers], tried: Sequence[int], tries: int, depth: int, seed: int
) -> list[list[float]]:
    """Return what each of some actions came to in each of the same deals, in points over the mean of the table.

    The table and the deal are those that the seat to act knows: the hands of the others are not read.
    """
    import numpy as np

    desk, samples = make_desk(weights.layers, seed), np.zeros((tries, len(tried)))
    for index, action in enumerate(tried):
        desk.actions[index], desk.tried[index] = action, 1
    _sample(weights, *known, depth, desk, samples)
    points: list[list[float]] = (samples.T * POINTS).tolist()
    return points


_DEVIATION: Final = 0.1
"""The net's units by which an action seems at most better than it is, so that no two replays need be the same."""


def replayed(weights: Weights, table: Numbers, row: Numbers, replays: int, seed: int) -> list[tuple[float, ...]]:
    """Return the score of each seat over the mean of the table in each replay of a deal, all hands known."""
    desk, seats, leads = make_desk(weights.layers, seed), range(table[at.PLAYERS]), []
    for _ in range(replays):
        desk.trial[:] = row
        play_on(weights.layers, table, desk, 0, -1, _DEVIATION)
        leads.append([POINTS * float(lead_of(table, desk.trial, seat)) for seat in seats])
    return [*zip(*leads, strict=True)]
