"""Deals played on by the net: from a position as a seat knows it, and from the hands as they were dealt."""

from typing import Final, NamedTuple

import numpy as np

from games.chwech.kernel.compiling import Floats, Layers, Numbers, cells, compiled_loosely, luck, whole_numbers
from games.chwech.kernel.play import ENDED, MOST_ACTIONS, SEAT, act, actions, score_of
from games.chwech.kernel.tables import PLAYERS
from games.chwech.net.belief import deal_unseen, weigh
from games.chwech.net.net import POINTS, Net, evaluate
from games.chwech.net.search import Desk, highest, make_desk, play_on

_DEVIATION: Final = 0.1
"""The net's units by which an action seems at most better than it is, so that no two replays need be the same."""


class Trials(NamedTuple):
    """What is tried in rollouts."""

    actions: Numbers
    depth: int
    """How often the seat acts again before the net's value of its choice counts."""

    samples: Floats
    """A row for each deal, a column for each action, in the net's units."""


@compiled_loosely
def _roll(net: Layers, beliefs: Floats, table: Numbers, row: Numbers, trials: Trials, desk: Desk) -> None:
    """Play each action in many deals that fit what the seat to act knows, and fill in what it came to.

    The hands of the others are not read.
    """
    seat, unseen = row[SEAT], weigh(table, row, beliefs, desk.unseen)
    for index in range(len(trials.samples)):
        desk.known[:] = row
        deal_unseen(table, desk.known, desk.unseen, unseen, desk.state)
        for which in range(len(trials.actions)):
            desk.trial[:] = desk.known
            act(table, desk.trial, trials.actions[which])
            trials.samples[index, which] = play_on(net, table, desk, seat, trials.depth)


@compiled_loosely
def _replay(net: Layers, table: Numbers, deviation: float, desk: Desk) -> None:
    """Play the deal of a trial to its end, each seat by the net but for small deviations."""
    row, room = desk.trial, desk.room
    while not row[ENDED]:
        number, taken = actions(table, row, room.actions), 0
        if number > 1:
            evaluate(net, table, row, number, room)
            for index in range(number):
                room.values[index] += deviation * luck(desk.state)
            taken = highest(room.values, number)
        act(table, row, room.actions[taken])


class Rollouts:
    """A net with room to play on; the same seed gives the same numbers."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._layers, self._beliefs = net.weights

    def values(self, table: Numbers, row: Numbers) -> dict[int, float]:
        """Return each action of the seat to act with its value by the net, in points over the mean of the table."""
        found, desk = cells(MOST_ACTIONS), make_desk(self._layers, 1)
        number = actions(table, row, found)
        desk.room.actions[:] = found
        evaluate(self._layers, table, row, number, desk.room)
        return {int(found[index]): POINTS * float(desk.room.values[index]) for index in range(number)}

    def tried(
        self, table: Numbers, row: Numbers, tried: list[int], *, tries: int, depth: int, seed: int
    ) -> list[list[float]]:
        """Return what each action came to in each of the same deals, in points over the mean of the table.

        Args:
            table: the rules.
            row: the deal as the seat to act knows it.
            tried: the actions.
            tries: the number of deals.
            depth: how often the seat acts again before the net's value of its choice counts.
            seed: from 1 to 2 ** 32 - 1.
        """
        trials = Trials(whole_numbers(tried), depth, np.zeros((tries, len(tried))))
        _roll(self._layers, self._beliefs, table, row, trials, make_desk(self._layers, seed))
        points: list[list[float]] = (trials.samples.T * POINTS).tolist()
        return points

    def replayed(self, table: Numbers, row: Numbers, *, replays: int, seed: int) -> list[list[float]]:
        """Return the score of each seat over the mean of the table in each replay of a deal, all hands known."""
        desk, players = make_desk(self._layers, seed), int(table[PLAYERS])
        leads = []
        for _number in range(replays):
            desk.trial[:] = row
            _replay(self._layers, table, _DEVIATION, desk)
            scores = [int(score_of(desk.trial, seat)) for seat in range(players)]
            leads.append([score - sum(scores) / players for score in scores])
        return [[lead[seat] for lead in leads] for seat in range(players)]
