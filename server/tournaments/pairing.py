"""Who meets whom in the next round, and who sits where.

Every seating has a cost, and one is found that no exchange of two people makes cheaper. In this order it weighs: nobody
is alone with bots again while others have not been; people meet again as rarely as can be; the bots of tables that are
not full go round; and in a Swiss tournament, people with the same number of points meet.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil
from typing import Final

from msgspec import Struct

from games.kit.deck import derive, shuffle
from protocol.tournaments import Form
from server.tournaments.standings import Score, scores
from server.tournaments.tournament import BOT, Tournament, games

_POINTS: Final = 1
_BOTS: Final = 10**8
_MEETING: Final = 10**12
_ALONE: Final = 10**16

TRIES: Final = 12
"""Drawn seatings from which a cheap one is sought, besides the one by rank."""

LARGE: Final = 24
"""From so many people on, only a third of the tries: the server waits for this."""


class History(Struct, frozen=True):
    """What has been in earlier rounds."""

    meetings: tuple[tuple[int, ...], ...]
    """How often each entrant has met each other one."""

    short: tuple[int, ...]
    """How often each entrant was at a table with fewer people than others had."""

    alone: tuple[int, ...]
    """How often each entrant had no other person at the table."""


Tables = tuple[tuple[int, ...], ...]
"""The entrants at each table."""


def history(tournament: Tournament) -> History:
    """Return what has been in all rounds so far."""
    size = len(tournament.entrants)
    meetings = [[0] * size for _one in range(size)]
    short, alone = [0] * size, [0] * size
    for one in tournament.rounds:
        present = [[place for place in table.seats if place != BOT] for table in one.tables]
        most = max(map(len, present))
        for people in present:
            for place in people:
                short[place] += len(people) < most
                alone[place] += len(people) == 1
    for table in games(tournament):
        for first, second in combinations([place for place in table.seats if place != BOT], 2):
            meetings[first][second] += 1
            meetings[second][first] += 1
    return History(tuple(map(tuple, meetings)), tuple(short), tuple(alone))


def sizes(entrants: int, seats: int, least: int = 1) -> tuple[int, ...]:
    """Return how many people are at each table: as few tables as can be, none with two people fewer than another.

    Args:
        entrants: how many people there are.
        seats: how many seats a table has.
        least: how many tables there are at least.
    """
    tables = max(least, ceil(entrants / seats))
    return tuple(entrants // tables + (number < entrants % tables) for number in range(tables))


def pair(tournament: Tournament) -> Tables:
    """Return the people at each table of the next round, the table of the leaders first."""
    entrants, number = len(tournament.entrants), len(tournament.rounds) + 1
    found = scores(tournament)
    drawn = shuffle(derive(tournament.lot, number, 0), entrants)
    order = sorted(drawn, key=lambda entrant: found[entrant], reverse=True)
    points = [_weight(tournament, found[entrant], order.index(entrant)) for entrant in range(entrants)]
    costs = _Costs(tournament, history(tournament), points)
    shape = sizes(entrants, tournament.plan.setup.players, 2 if tournament.plan.duplicate else 1)
    tries = TRIES if entrants < LARGE else TRIES // 3
    starts = [order, *(shuffle(derive(tournament.lot, number, place + 1), entrants) for place in range(tries))]
    best = min((_improved(costs, start, shape) for start in starts), key=costs.of)
    rank = {entrant: place for place, entrant in enumerate(order)}
    tables = (tuple(sorted(table, key=rank.__getitem__)) for table in best)
    return tuple(sorted(tables, key=lambda table: rank[table[0]]))


def _weight(tournament: Tournament, score: Score, rank: int) -> float:
    """Return by what people of a Swiss tournament are near to one another.

    In a duplicate tournament it is the place: points there can be so far apart that they weigh more than meetings.
    """
    return float(-rank) if tournament.plan.duplicate else score.points


def seat(tournament: Tournament, tables: Tables) -> Tables:
    """Return who has each seat of each table, ``BOT`` for a bot; who sits where is drawn."""
    seats, number = tournament.plan.setup.players, len(tournament.rounds) + 1
    seated = []
    for place, people in enumerate(tables, start=1):
        filled = (*people, *(BOT,) * (seats - len(people)))
        seated.append(tuple(filled[who] for who in shuffle(derive(f"{tournament.lot} seats", number, place), seats)))
    return tuple(seated)


class _Costs:
    """The cost of a seating: of each pair at a table, and of each person at a table of a size."""

    def __init__(self, tournament: Tournament, before: History, points: Sequence[float]) -> None:
        swiss = tournament.plan.form is Form.SWISS
        people = range(len(points))
        self.pairs = [
            [
                # Each further meeting costs more than the one before, so that meetings are spread evenly.
                _MEETING * 2 * before.meetings[one][other]
                + (_POINTS * round(2 * (points[one] - points[other])) ** 2 if swiss else 0)
                for other in people
            ]
            for one in people
        ]
        self._before = before

    def person(self, who: int, size: int, most: int) -> int:
        """Return the cost of a person at a table with so many people, if the fullest has ``most``."""
        short = _BOTS * (2 * self._before.short[who] + 1) if size < most else 0
        return short + (_ALONE * (2 * self._before.alone[who] + 1) if size == 1 else 0)

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the cost of a seating."""
        most = max(map(len, tables))
        persons = sum(self.person(who, len(table), most) for table in tables for who in table)
        return persons + sum(self.pairs[one][other] for table in tables for one, other in combinations(table, 2))


def _improved(costs: _Costs, order: Sequence[int], shape: Sequence[int]) -> Tables:
    """Return a seating that no exchange of two people makes cheaper, found from one by the given order."""
    hall = _Hall(costs, order, shape)
    while sum(hall.exchange(*places) for places in _exchanges(shape)):
        pass
    return tuple(map(tuple, hall.tables))


def _exchanges(shape: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield every two places at two tables."""
    for here, there in combinations(range(len(shape)), 2):
        yield from ((here, place, there, other) for place in range(shape[here]) for other in range(shape[there]))


class _Hall:
    """A seating that changes, with what each person would cost at each table."""

    def __init__(self, costs: _Costs, order: Sequence[int], shape: Sequence[int]) -> None:
        people = iter(order)
        self.tables = [[next(people) for _one in range(size)] for size in shape]
        self._costs = costs
        self._shape = shape
        self._near = [
            [sum(costs.pairs[who][other] for other in table) for table in self.tables] for who in sorted(order)
        ]

    def exchange(self, here: int, place: int, there: int, other: int) -> bool:
        """Let two people change places if that is cheaper, and return True if it is."""
        one, two = self.tables[here][place], self.tables[there][other]
        if self._gain(one, here, two, there) <= 0:
            return False
        self.tables[here][place], self.tables[there][other] = two, one
        for costs, row in zip(self._costs.pairs, self._near, strict=True):
            change = costs[two] - costs[one]
            row[here] += change
            row[there] -= change
        return True

    def _gain(self, one: int, here: int, two: int, there: int) -> int:
        """Return by how much the seating gets cheaper if two people change places."""
        near, costs, most = self._near, self._costs, max(self._shape)
        apart = costs.pairs[one][two]
        pairs = near[one][here] + near[two][there] - near[one][there] - near[two][here] + 2 * apart
        now = costs.person(one, self._shape[here], most) + costs.person(two, self._shape[there], most)
        then = costs.person(one, self._shape[there], most) + costs.person(two, self._shape[here], most)
        return pairs + now - then
