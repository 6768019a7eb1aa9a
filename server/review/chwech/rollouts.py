"""Deals played on by the net: from a position as a seat knows it, and from the hands as they were dealt."""

from typing import Any, Final

import numpy as np

from server.bots.chwech.belief import SIGNS, deal_unseen, weigh
from server.bots.chwech.evaluate import evaluate, make_room
from server.bots.chwech.net import POINTS, Net
from server.bots.chwech.search import follow, highest
from server.kernel.chance import draw
from server.kernel.chwech.play import ENDED, MOST_ACTIONS, ROW, SEAT, act, actions, score_of
from server.kernel.chwech.tables import MOST_CARDS, PLAYERS, Numbers
from server.kernel.compiling import COMPILED, cells, compiled_loosely, whole_numbers

_SEATS: Final = 7
_DEVIATION: Final = 0.1
"""The net's units by which an action seems at most better than it is, so that no two replays need be the same."""


@compiled_loosely
def _roll(
    net: Any,
    belief: Any,
    table: Numbers,
    row: Numbers,
    tried: Numbers,
    counts: Numbers,
    space: Any,
    state: Any,
    samples: Any,
) -> None:
    """Play each action in many deals that fit what the seat to act knows, and fill in what it came to.

    Args:
        net: the layers.
        belief: what each sign says about a card.
        table: the rules.
        row: the deal; the hands of the others are not read.
        tried: the actions.
        counts: how many there are, the number of deals, and how often the seat acts again (see ``tried``).
        space: what it is worked out in.
        state: the generator.
        samples: filled with a row for each deal, in the net's units.
    """
    room, cards, order, weights, known, trial, found, values = space
    number, tries, depth = counts[0], counts[1], counts[2]
    seat = row[SEAT]
    unseen = weigh(table, row, belief, cards, weights)
    for index in range(tries):
        known[:] = row
        deal_unseen(table, known, cards, weights, unseen, order, state)
        for which in range(number):
            trial[:] = known
            act(table, trial, tried[which])
            samples[index * number + which] = follow(net, table, trial, seat, depth, found, room, values)


@compiled_loosely
def _replay(net: Any, table: Numbers, row: Numbers, deviation: float, space: Any, state: Any, scores: Any) -> None:
    """Play a deal to its end, each seat by the net but for small deviations; fill in the scores."""
    room, _cards, _order, _weights, _known, _trial, found, values = space
    while not row[ENDED]:
        number, taken = actions(table, row, found), 0
        if number > 1:
            evaluate(net, table, row, found, number, room, values)
            for index in range(number):
                values[index] += deviation * draw(state, 1024) / 1024
            taken = highest(values, number)
        act(table, row, found[taken])
    for seat in range(table[PLAYERS]):
        scores[seat] = score_of(row, seat)


class Rollouts:
    """A net with room to play on; the same seed gives the same numbers."""

    def __init__(self, net: Net) -> None:
        self._layers = net.layers
        self._belief = _numbers(SIGNS)
        self._belief[:] = [1.0] * SIGNS
        self._room = make_room(len(net.layers[1]), len(net.layers[3]))
        sizes = cells(MOST_CARDS), cells(MOST_CARDS), _numbers(MOST_CARDS * _SEATS), cells(ROW), cells(ROW)
        self._space = (self._room, *sizes, cells(MOST_ACTIONS), _numbers(MOST_ACTIONS))

    def values(self, table: Numbers, row: Numbers) -> dict[int, float]:
        """Return each action of the seat to act with its value by the net, in points over the mean of the table."""
        found, values = cells(MOST_ACTIONS), _numbers(MOST_ACTIONS)
        number = actions(table, row, found)
        evaluate(self._layers, table, row, found, number, self._room, values)
        return {int(found[index]): POINTS * float(values[index]) for index in range(number)}

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
        samples, counts = _numbers(tries * len(tried)), whole_numbers((len(tried), tries, depth))
        _roll(
            self._layers,
            self._belief,
            table,
            row,
            whole_numbers(tried),
            counts,
            self._space,
            _generator(seed),
            samples,
        )
        points = [POINTS * float(value) for value in samples]
        return [points[which :: len(tried)] for which in range(len(tried))]

    def replayed(self, table: Numbers, row: Numbers, *, replays: int, seed: int) -> list[list[float]]:
        """Return the score of each seat over the mean of the table in each replay of a deal, all hands known."""
        state, players = _generator(seed), int(table[PLAYERS])
        leads = []
        for _number in range(replays):
            trial, scores = cells(ROW), cells(_SEATS)
            trial[:] = row
            _replay(self._layers, table, trial, _DEVIATION, self._space, state, scores)
            mean = sum(int(score) for score in scores) / players
            leads.append([int(score) - mean for score in scores[:players]])
        return [[lead[seat] for lead in leads] for seat in range(players)]


def _numbers(size: int) -> Any:
    """Return so many zeros that may become fractions."""
    return np.zeros(size) if COMPILED else [0.0] * size


def _generator(seed: int) -> Any:
    """Return the state of a generator."""
    return np.array([seed], dtype=np.int64) if COMPILED else [seed]
