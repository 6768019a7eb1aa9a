"""The standings of a tournament, and what everybody may know of it as messages have it."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from games.kit.deck import derive
from protocol.tableview import TablePhase
from protocol.tournaments import Standing, TournamentEntry, TournamentShown, TournamentTable
from server.tournaments.tournament import BOT, Pairing, Result, Round, Tournament, deadline, games, place_of


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
