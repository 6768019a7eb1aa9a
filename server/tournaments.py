"""A tournament as a value, and every change of it; a refusal is a result.

Which tables a round has is decided and stored before the first of them is opened, so that a server that was killed goes
on where it was.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from math import ceil, log2
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive, shuffle
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.setup import DAY
from protocol.tableview import TablePhase
from protocol.tournaments import (
    MOST_ENTRANTS,
    MOST_ROUNDS,
    Form,
    Standing,
    TournamentEntry,
    TournamentPlan,
    TournamentShown,
    TournamentTable,
)
from server.tables.commands import Denied, not_now

BOT: Final = -1
"""Stands for a bot among the places of entrants."""

LEAST_ENTRANTS: Final = 2

BREAK_SECONDS: Final = 60.0
"""Seconds between two rounds of a live tournament, in which people can have a look at the standings."""


class Entrant(Struct, frozen=True, gc=False):
    """A person who takes part."""

    account: str
    name: str


class Result(Struct, frozen=True, gc=False):
    """How a table has ended, by seat; without totals it was not played to the end."""

    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


class Pairing(Struct, frozen=True, gc=False):
    """One table of a round."""

    table: str
    """The code of the table."""

    seats: tuple[int, ...]
    """The place of the entrant in each seat, counted from 0, or ``BOT``."""

    result: Result | None = None
    """How it ended; None while it is played."""


class Round(Struct, frozen=True, gc=False):
    """One round."""

    tables: tuple[Pairing, ...]
    began_at: float
    """In seconds since 1970."""

    ended_at: float | None = None
    """When the last result came in; None before."""


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True):
    """A tournament."""

    number: int
    plan: TournamentPlan
    maker: Entrant
    lot: str
    """A random text that decides who sits where, and in which order equal people are taken."""

    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    phase: TablePhase = TablePhase.GATHERING
    making: int = 0
    """The id of the command that made it, by which a repetition is recognised."""

    asked: int = 0
    """The checksum of what that command asked for."""


Change = Tournament | Denied
"""What a command makes of a tournament."""

_BEGUN: Final = not_now(sentence("the tournament has begun: watch its tables, or enter another one"))
_OVER: Final = not_now(sentence("the tournament is over: make another one"))
_NOT_YOURS: Final = not_now(sentence("only who made the tournament can do that: ask them"))


def place_of(tournament: Tournament, account: str) -> int | None:
    """Return the place of an account among the entrants, counted from 0; None if it does not take part."""
    return next((place for place, one in enumerate(tournament.entrants) if one.account == account), None)


def is_live(plan: TournamentPlan) -> bool:
    """True if a move has seconds and no days."""
    return plan.clock.seconds < DAY


def enter(tournament: Tournament, who: Entrant) -> Change:
    """Let a person take part; who does already stays as they are."""
    if place_of(tournament, who.account) is not None:
        return tournament
    if tournament.phase is not TablePhase.GATHERING:
        return _BEGUN
    if len(tournament.entrants) >= MOST_ENTRANTS:
        return Denied(ErrorCode.TOO_MANY, sentence("{n} people take part already, which is the limit", n=MOST_ENTRANTS))
    return replace(tournament, entrants=(*tournament.entrants, who))


def withdraw(tournament: Tournament, account: str) -> Change:
    """Let a person take part no longer."""
    if place_of(tournament, account) is None:
        return tournament
    if tournament.phase is not TablePhase.GATHERING:
        return not_now(sentence("the tournament has begun: where you do not play, a bot does"))
    return replace(tournament, entrants=tuple(one for one in tournament.entrants if one.account != account))


def start(tournament: Tournament, account: str) -> Change:
    """Begin the tournament: nobody can enter or withdraw any more, and the number of rounds is settled.

    One that has begun stays as it is.
    """
    if account != tournament.maker.account:
        return _NOT_YOURS
    if tournament.phase is not TablePhase.GATHERING:
        return tournament if tournament.phase is TablePhase.PLAYING else _OVER
    if len(tournament.entrants) < LEAST_ENTRANTS:
        return not_now(sentence("a tournament needs two people: wait until more have entered"))
    plan = tournament.plan
    rounds = plan.rounds or usual_rounds(plan.form, len(tournament.entrants), plan.setup.players)
    return replace(tournament, phase=TablePhase.PLAYING, plan=replace(plan, rounds=rounds))


def call_off(tournament: Tournament, account: str) -> Change:
    """End the tournament before its time; one that is over stays as it is."""
    if account != tournament.maker.account:
        return _NOT_YOURS
    return replace(tournament, phase=TablePhase.OVER)


def usual_rounds(form: Form, entrants: int, seats: int) -> int:
    """Return the number of rounds that suits so many people at tables of so many seats.

    In a league everybody can have met everybody by then; in a Swiss tournament one person can have beaten all others.
    """
    if form is Form.LEAGUE:
        rounds = ceil((entrants - 1) / (seats - 1))
    else:
        rounds = max(3, ceil(log2(entrants)))
    return min(rounds, MOST_ROUNDS)


def next_round(tournament: Tournament, seats: Sequence[Sequence[int]], codes: Sequence[str], now: float) -> Tournament:
    """Return the tournament with another round, given who sits where and the codes of the tables."""
    tables = tuple(Pairing(code, tuple(places)) for code, places in zip(codes, seats, strict=True))
    return replace(tournament, rounds=(*tournament.rounds, Round(tables, now)))


def collected(tournament: Tournament, table: str, result: Result, now: float) -> Tournament:
    """Return the tournament with the result of a table of the present round; the last result of all ends it."""
    *before, present = tournament.rounds
    tables = tuple(replace(one, result=one.result or result) if one.table == table else one for one in present.tables)
    ended = present.ended_at is None and all(one.result is not None for one in tables)
    rounds = (*before, replace(present, tables=tables, ended_at=now if ended else present.ended_at))
    last = rounds[-1].ended_at is not None and len(rounds) >= tournament.plan.rounds
    return replace(tournament, rounds=rounds, phase=TablePhase.OVER if last else tournament.phase)


def open_tables(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the tables whose result the tournament waits for."""
    if tournament.phase is not TablePhase.PLAYING or not tournament.rounds:
        return ()
    return tuple(one for one in tournament.rounds[-1].tables if one.result is None)


def round_due(tournament: Tournament) -> float | None:
    """Return when the next round begins, in seconds since 1970; None if that is not known yet."""
    if tournament.phase is not TablePhase.PLAYING:
        return None
    if not tournament.rounds:
        return 0.0
    ended = tournament.rounds[-1].ended_at
    return None if ended is None else ended + (BREAK_SECONDS if is_live(tournament.plan) else 0.0)


def deadline(tournament: Tournament) -> float | None:
    """Return when bots play on at the tables of the present round, in seconds since 1970; None for never."""
    if not tournament.plan.days or not open_tables(tournament):
        return None
    return tournament.rounds[-1].began_at + tournament.plan.days * DAY


def is_done(tournament: Tournament, table: str) -> bool:
    """True if all tables of the round of a table are done, or the tournament is over."""
    rounds = (one for one in tournament.rounds if any(each.table == table for each in one.tables))
    return tournament.phase is TablePhase.OVER or all(one.ended_at is not None for one in rounds)


def games(tournament: Tournament) -> Iterator[Pairing]:
    """Iterate over all tables of all rounds."""
    return (one for each in tournament.rounds for one in each.tables)


class Score(Struct, frozen=True, gc=False, order=True):
    """What somebody has, compared in this order."""

    points: float = 0.0
    opponents: float = 0.0
    """The first tie-break: for each round, the mean of the points of the people met, added up."""

    margin: float = 0.0
    """The second tie-break: for each round, one's own total less the mean of the other totals, added up."""


def duplicate_scores(tournament: Tournament) -> tuple[Score, ...]:
    """Return what every entrant has, in the order of entering; a round counts when all its tables are done."""
    points = [0.0] * len(tournament.entrants)
    for one in tournament.rounds:
        if one.ended_at is not None:
            for entrant, margin in _margins(one):
                points[entrant] += margin
    return tuple(Score(round(each, 2)) for each in points)


def round_seed(tournament: Tournament) -> str:
    """Return the secret text from which all deals of the present round are derived."""
    return derive(f"{tournament.lot} deals", len(tournament.rounds), 0).hex()


def _margins(one: Round) -> Iterator[tuple[int, float]]:
    """Yield each entrant of a round, with how much more they scored than the mean of their seat at all tables."""
    played = [(table.seats, table.result.totals) for table in one.tables if table.result and table.result.totals]
    for seats, totals in played:
        for seat, entrant in enumerate(seats):
            if entrant != BOT:
                mean = sum(others[seat] for _seats, others in played) / len(played)
                yield entrant, totals[seat] - mean


def scores(tournament: Tournament) -> tuple[Score, ...]:
    """Return what every entrant has, in the order of entering."""
    if tournament.plan.duplicate:
        return duplicate_scores(tournament)
    points = [0.0] * len(tournament.entrants)
    margins = [0.0] * len(tournament.entrants)
    for one in games(tournament):
        for seat, place in _played(one):
            assert one.result is not None
            points[place] += _beaten(one.result, seat)
            margins[place] += _margin(one.result, seat)
    met = [0.0] * len(tournament.entrants)
    for one in games(tournament):
        for _seat, place in _played(one):
            others = [points[other] for other in one.seats if other not in (BOT, place)]
            met[place] += sum(others) / len(others) if others else 0.0
    return tuple(
        Score(*values)
        for values in zip(points, (round(n, 2) for n in met), (round(n, 2) for n in margins), strict=True)
    )


def ranked(tournament: Tournament) -> Iterator[tuple[int, int, Score]]:
    """Yield the place in the ranking, the entrant and what they have, the best first; equal people share a place."""
    found = scores(tournament)
    order = sorted(range(len(found)), key=lambda entrant: found[entrant], reverse=True)
    ahead = 0
    for score, group in groupby(order, key=lambda entrant: found[entrant]):
        equal = list(group)
        for entrant in equal:
            yield ahead + 1, entrant, score
        ahead += len(equal)


def _played(one: Pairing) -> Iterator[tuple[int, int]]:
    """Yield the seat and the entrant of everybody at a table that was played to the end."""
    if one.result is not None and one.result.totals:
        yield from ((seat, place) for seat, place in enumerate(one.seats) if place != BOT)


def _beaten(result: Result, seat: int) -> float:
    own = _key(result, seat)
    others = [_key(result, other) for other in _against(result, seat)]
    return sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others)


def _margin(result: Result, seat: int) -> float:
    others = [result.totals[other] for other in _against(result, seat)]
    return result.totals[seat] - sum(others) / len(others) if others else 0.0


def _against(result: Result, seat: int) -> list[int]:
    """Return the seats that somebody plays against: all but their own and those of their side."""
    sides = result.sides or tuple(range(len(result.totals)))
    return [other for other, side in enumerate(sides) if side != sides[seat]]


def _key(result: Result, seat: int) -> tuple[bool, int]:
    """Return what decides who did better: a game may have a winner who has not scored most."""
    return seat in result.winners, result.totals[seat]


def entry(one: Tournament, reader: str) -> TournamentEntry:
    """Return a tournament as a list shows it to an account; the empty account is nobody's."""
    return TournamentEntry(
        number=one.number,
        plan=one.plan,
        phase=one.phase,
        maker=one.maker.name,
        entrants=len(one.entrants),
        round=len(one.rounds),
        entered=place_of(one, reader) is not None,
        yours=one.maker.account == reader,
    )


def shown(id: int, one: Tournament, reader: str, number: int = 0) -> TournamentShown:
    """Return a tournament with its standings and the tables of a round; 0, and a round to come, mean the last."""
    last = len(one.rounds)
    number = number if 0 < number <= last else last
    tables = one.rounds[number - 1].tables if number else ()
    return TournamentShown(
        id=id,
        tournament=entry(one, reader),
        standings=_standings(one, reader),
        round=number,
        tables=tuple(_table(one, table) for table in tables),
        deadline=deadline(one),
    )


def _standings(one: Tournament, reader: str) -> tuple[Standing, ...]:
    if one.phase is TablePhase.GATHERING:
        return tuple(Standing(who.name, 1, 0.0, you=who.account == reader) for who in one.entrants)
    return tuple(
        Standing(
            one.entrants[entrant].name,
            place,
            score.points,
            score.opponents,
            score.margin,
            you=one.entrants[entrant].account == reader,
        )
        for place, entrant, score in ranked(one)
    )


def _table(one: Tournament, table: Pairing) -> TournamentTable:
    names = tuple("" if place == BOT else one.entrants[place].name for place in table.seats)
    result = table.result
    return TournamentTable(table.table, names, result.totals if result else (), done=result is not None)


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
