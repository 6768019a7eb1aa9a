"""A tournament in which somebody wins, for tests without tables."""

from collections.abc import Sequence
from random import Random

from protocol.setup import Setup
from protocol.tournaments import Form, TournamentPlan
from server.tables.commands import Denied
from server.tournaments.pairing import pair, seat
from server.tournaments.tournament import (
    Change,
    Entrant,
    Result,
    Tournament,
    collected,
    enter,
    next_round,
    open_tables,
    start,
)

MAKER = Entrant("maker", "Mair")


def done(change: Change) -> Tournament:
    """Give what a change has made; it is not refused."""
    assert not isinstance(change, Denied), change
    return change


def gathered(entrants: int, seats: int, form: Form = Form.SWISS, rounds: int = 0) -> Tournament:
    """Give a tournament that so many people have entered."""
    plan = TournamentPlan("Cwpan", Setup("lots", seats), form, rounds)
    one = Tournament(1, plan, MAKER, "a lot")
    for number in range(entrants):
        one = done(enter(one, Entrant(f"a{number}", f"Player {number}")))
    return one


def begun(entrants: int, seats: int, form: Form = Form.SWISS, rounds: int = 0) -> Tournament:
    """Give such a tournament that has started."""
    return done(start(gathered(entrants, seats, form, rounds), MAKER.account))


def with_round(one: Tournament, now: float = 0.0) -> Tournament:
    """Give the tournament with its next round."""
    seats = seat(one, pair(one))
    codes = [f"t{len(one.rounds) + 1}-{table}" for table in range(len(seats))]
    return next_round(one, seats, codes, now)


def played(one: Tournament, random: Random, now: float = 0.0) -> Tournament:
    """Give the tournament after the results of its present round, which are drawn."""
    for table in open_tables(one):
        totals = tuple(random.randrange(5) for _seat in table.seats)
        one = collected(one, table.table, result(totals), now)
    return one


def result(totals: Sequence[int]) -> Result:
    """Give the result of a table where the greatest total wins."""
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Result(tuple(totals), winners)
