"""Deals played to learn from: in each some seats are the net's, and what they saw and did is kept with what it brought."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from server.bots.chwech.evaluate import evaluate
from server.bots.chwech.features import MOST_ROWS, describe_action
from server.kernel.chwech.play import ENDED, HAND, HANDS, MOST_ACTIONS, ROW, SEAT, act, actions, begin, score_of
from server.kernel.chwech.tables import PLAYERS, SUITS
from server.kernel.compiling import compiled, compiled_loosely
from server.training.chwech.steady import hope

LEARNER: Final = 0
FORMER: Final = 1
STEADY: Final = 2
RANDOM: Final = 3


class Samples(NamedTuple):
    """What decisions were like, and what the deal brought their seats."""

    rows: NDArray[np.uint16]
    lengths: NDArray[np.int64]
    targets: NDArray[np.float32]


def room(wide: int, narrow: int) -> Any:
    """Return what values are worked out in."""
    return (
        np.zeros(MOST_ROWS, np.int64),
        np.zeros(SUITS, np.int64),
        np.zeros(wide, np.float32),
        np.zeros((MOST_ACTIONS, wide), np.float32),
        np.zeros((MOST_ACTIONS, narrow), np.float32),
    )


@compiled
def chance(state: Any) -> float:
    """Return a number from 0 to below 1, and move the generator on (xorshift64*)."""
    word = state[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[0] = word
    return float((word * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) / 9007199254740992.0


@compiled
def deal(table: Any, row: Any, order: Any, state: Any) -> None:
    """Shuffle and deal."""
    players = table[PLAYERS]
    cards = players * HAND
    for place in range(cards):
        order[place] = place
    for place in range(cards - 1, 0, -1):
        other = int(chance(state) * (place + 1))
        order[place], order[other] = order[other], order[place]
    for seat in range(players):
        row[HANDS + seat] = 0
    for index in range(cards):
        row[HANDS + index % players] |= 1 << order[index]
    begin(table, row, int(chance(state) * players))


@compiled_loosely
def best(values: Any, number: int) -> int:
    """Return the number of the highest value."""
    found = 0
    for index in range(1, number):
        if values[index] > values[found]:
            found = index
    return found


@compiled_loosely
def score_all(table: Any, row: Any, scores: Any) -> float:
    """Fill in the score of each seat; return their mean."""
    total = 0.0
    for seat in range(table[PLAYERS]):
        scores[seat] = score_of(row, seat)
        total += scores[seat]
    return total / table[PLAYERS]


@compiled
def sit(players: int, kinds: Any, state: Any) -> None:
    """Choose who plays: mostly the learner alone, otherwise it meets its former self, ``steady`` and chance."""
    company = chance(state)
    for seat in range(players):
        kinds[seat] = LEARNER
        luck = chance(state)
        if company < 0.35:
            kinds[seat] = LEARNER if luck < 0.3 else STEADY
        elif company < 0.5:
            kinds[seat] = LEARNER if luck < 0.3 else FORMER if luck < 0.65 else STEADY if luck < 0.95 else RANDOM
    kinds[int(chance(state) * players)] = LEARNER


@compiled_loosely
def choose(
    kind: int, nets: Any, table: Any, row: Any, found: Any, number: int, space: Any, values: Any, state: Any
) -> int:
    """Return the number of the action that a seat of this kind takes."""
    if kind == RANDOM:
        return int(chance(state) * number)
    if kind == STEADY:
        for index in range(number):
            values[index] = hope(table, row, found[index])
        return best(values, number)
    evaluate(nets[kind], table, row, found, number, space, values)
    return best(values, number)


@compiled_loosely
def play_block(
    nets: Any, tables: Any, shares: Any, explores: float, space: Any, state: Any, rows: Any, lengths: Any, targets: Any
) -> int:
    """Play deals until the samples are full; return how many deals were played.

    Args:
        nets: the learner's net and a former one.
        tables: the tables, a row each.
        shares: for each table, the share of deals up to and with it.
        explores: the share of the learner's decisions that are left to chance.
        space: what values are worked out in.
        state: the generator.
        rows, lengths, targets: the samples to fill.
    """
    row, found = np.zeros(ROW, np.int64), np.zeros(MOST_ACTIONS, np.int64)
    order, kinds = np.zeros(63, np.int64), np.zeros(7, np.int64)
    values, scores = np.zeros(MOST_ACTIONS, np.float64), np.zeros(7, np.float64)
    owners = np.zeros(512, np.int64)
    filled, deals = 0, 0
    while filled + 512 < len(targets):
        luck, which = chance(state), 0
        while luck >= shares[which]:
            which += 1
        table = tables[which]
        deal(table, row, order, state)
        sit(table[PLAYERS], kinds, state)
        start = filled
        while not row[ENDED]:
            number = actions(table, row, found)
            taken, seat = 0, row[SEAT]
            if number > 1:
                kind = kinds[seat]
                if kind == LEARNER:
                    shared = evaluate(nets[0], table, row, found, number, space, values)
                    taken = best(values, number)
                    if chance(state) < explores:
                        taken = int(chance(state) * number)
                    whole = describe_action(table, row, space[1], found[taken], space[0], shared)
                    for index in range(whole):
                        rows[filled, index] = space[0][index]
                    lengths[filled] = whole
                    owners[filled - start] = seat
                    filled += 1
                else:
                    taken = choose(kind, nets, table, row, found, number, space, values, state)
            act(table, row, found[taken])
        mean = score_all(table, row, scores)
        for index in range(start, filled):
            targets[index] = (scores[owners[index - start]] - mean) / 10
        deals += 1
    return deals


@compiled_loosely
def contest(nets: Any, kinds: Any, table: Any, deals: int, space: Any, state: Any, leads: Any) -> int:
    """Play duplicate deals, the first kind once on each seat; fill in its lead over the mean of the rest, a deal each.

    Returns:
        How many times the first kind was alone in front, shared places counted in parts, times 60.
    """
    row, found = np.zeros(ROW, np.int64), np.zeros(MOST_ACTIONS, np.int64)
    order, values, scores = np.zeros(63, np.int64), np.zeros(MOST_ACTIONS, np.float64), np.zeros(7, np.float64)
    start, players, firsts = np.zeros(ROW, np.int64), table[PLAYERS], 0
    for number in range(deals):
        deal(table, start, order, state)
        leads[number] = 0
        for place in range(players):
            row[:] = start
            while not row[ENDED]:
                choices, taken = actions(table, row, found), 0
                if choices > 1:
                    kind = kinds[(row[SEAT] - place) % players]
                    taken = choose(kind, nets, table, row, found, choices, space, values, state)
                act(table, row, found[taken])
            mean = score_all(table, row, scores)
            leads[number] += (scores[place] - mean) * players / (players - 1) / players
            top, shared = scores[:players].max(), 0
            for seat in range(players):
                shared += scores[seat] == top
            if scores[place] == top:
                firsts += 60 // shared
    return firsts
