"""What signs say about unseen cards, counted in games of the net: the likelier the holder, the greater the weight."""

from typing import Final

import numpy as np

from games.chwech.kernel.compiling import Floats, Layers, Numbers, compiled_loosely, count, generator
from games.chwech.kernel.layout import ABOVE, BITS, DONE, ENDED, HANDS, PLAYERS, SEAT
from games.chwech.kernel.play import act, actions
from games.chwech.net.net import evaluate
from games.chwech.net.search import SIGNS, highest, sign, unseen_cards
from games.chwech.rules import HAND
from lab.training.chwech.selfplay import Desk, deal, make_desk

PACES: Final = (0.03, 0.01, 0.003)  # The lengths of the steps, one after the other.


@compiled_loosely
def _learn_position(table: Numbers, row: Numbers, strengths: Floats, pace: float, likely: Floats) -> float:
    """Take a step for each card that the seat to act has not seen; return the log-likelihood of where they were."""
    viewer, whole = row[SEAT], 0.0
    rest = every = unseen_cards(table, row)
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        above, total = count(every & table[ABOVE + place]), 0.0
        for seat in range(table[PLAYERS]):
            likely[seat] = 0.0
            if seat != viewer:
                left = HAND - count(row[DONE + seat])
                likely[seat] = left * np.exp(strengths[sign(table, row, place, above, seat)])
            total += likely[seat]
        for seat in range(table[PLAYERS]):
            if seat != viewer:
                holds = 1.0 if row[HANDS + seat] & lowest else 0.0
                whole += holds * np.log(likely[seat] / total) if holds else 0.0
                strengths[sign(table, row, place, above, seat)] += pace * (holds - likely[seat] / total)
    return whole


@compiled_loosely
def learn_deal(net: Layers, table: Numbers, strengths: Floats, pace: float, desk: Desk, state: Numbers) -> float:
    """Learn from a deal among nets; return the log-likelihood of where the unseen cards were at each decision."""
    row, whole, room = desk.row, 0.0, desk.room
    deal(table, row, desk.order, state)
    while not row[ENDED]:
        choices, taken = actions(table, row, room.actions), 0
        if choices > 1:
            whole += _learn_position(table, row, strengths, pace, desk.scores)
            evaluate(net, table, row, choices, room)
            taken = highest(room.values, choices)
        act(table, row, room.actions[taken])
    return whole


def learn_beliefs(net: Layers, every: Numbers, deals: int, seed: int) -> Floats:
    """Return the weight of each sign, counted in so many deals, at each table in turn."""
    strengths, state, desk = np.zeros(SIGNS), generator(seed), make_desk(net)
    for pace in PACES:
        for number in range(deals // len(PACES)):
            learn_deal(net, every[number % len(every)], strengths, pace, desk, state)
    return np.exp(strengths).astype(np.float32)
