"""The scores of a duplicate tournament, in which all tables of a round have the same deals and the same first dealer.

So whoever sits in one seat of several tables has held the same cards, and only what they made of them is compared.
"""

from collections.abc import Iterator

from server.rules.deck import derive
from server.tournaments.score import Score
from server.tournaments.tournament import BOT, Round, Tournament


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
