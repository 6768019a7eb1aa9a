"""Who meets whom: laws of every round, of any tournament."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.tournaments import TournamentForm
from server.tournaments import BOT, Costs, Tournament, pair, seat, sizes
from tests.server.tournaments.test_tournament import begun, played, result, with_round


def some_rounds(entrants: int, seats: int, form: TournamentForm, rounds: int, seed: int) -> Tournament:
    """Give a tournament after so many rounds."""
    one, random = begun(entrants, seats, form, rounds), Random(seed)
    for _round in range(rounds):
        one = played(with_round(one), random)
    return one


def costs_of(one: Tournament) -> Costs:
    """Give what has been, and what the seatings of the next round cost."""
    people = len(one.entrants)
    return Costs(one, range(people), sizes(people, one.plan.setup.players))


tournaments = st.builds(
    some_rounds,
    entrants=st.integers(2, 16),
    seats=st.integers(2, 7),
    form=st.sampled_from(TournamentForm),
    rounds=st.integers(1, 5),
    seed=st.integers(0, 100),
)


@given(tournaments)
@settings(deadline=None, max_examples=60)
def test_everybody_has_one_seat_in_every_round(one: Tournament) -> None:
    """Each entrant has one seat a round; every table is full, there are as few as can be, and bots are spread."""
    seats = one.plan.setup.players
    for each in one.rounds:
        places = [place for table in each.tables for place in table.seats if place != BOT]
        assert sorted(places) == list(range(len(one.entrants)))
        assert {len(table.seats) for table in each.tables} == {seats}
        assert (len(each.tables) - 1) * seats < len(one.entrants)
        bots = [table.seats.count(BOT) for table in each.tables]
        assert max(bots) - min(bots) <= 1


@given(tournaments)
@settings(deadline=None, max_examples=60)
def test_nobody_is_alone_again_while_others_were_not(one: Tournament) -> None:
    """Playing with bots only, which stands for a bye, comes to everyone once before it comes to anybody twice."""
    alone = costs_of(one).alone
    assert max(alone) - min(alone) <= 1 or not any(alone)


@given(tournaments)
@settings(deadline=None, max_examples=40)
def test_no_exchange_makes_people_meet_more_rarely(one: Tournament) -> None:
    """No two people could change places so that people who have met would meet more rarely, or nobody alone."""
    costs, tables = costs_of(one), pair(one)
    least = costs.of_all(tables)
    for here, there in combinations(range(len(tables)), 2):
        for first in tables[here]:
            for second in tables[there]:
                other = [list(table) for table in tables]
                other[here][other[here].index(first)] = second
                other[there][other[there].index(second)] = first
                assert costs.of_all(other) >= least


@given(tournaments)
@settings(deadline=None, max_examples=20)
def test_the_same_tournament_pairs_the_same(one: Tournament) -> None:
    """What is drawn follows from the tournament: a server that starts again finds the same tables."""
    assert pair(one) == pair(one)
    assert seat(one, pair(one)) == seat(one, pair(one))


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"), [(6, 3, 1), (9, 3, 4), (8, 2, 4), (16, 4, 3), (12, 3, 3), (36, 6, 2)]
)
def test_nobody_meets_again_where_that_can_be(entrants: int, seats: int, rounds: int) -> None:
    """In fields that can be paired without two people meeting twice, nobody does."""
    for form in TournamentForm:
        one = some_rounds(entrants, seats, form, rounds, 7)
        assert max(max(row) for row in costs_of(one).meetings) == 1


@pytest.mark.parametrize(("entrants", "seats", "spread"), [(12, 6, 2), (12, 4, 2), (8, 4, 2), (10, 5, 3), (7, 6, 2)])
def test_a_league_is_even(entrants: int, seats: int, spread: int) -> None:
    """After twelve rounds of a league nobody has met anybody much more often than anybody else."""
    meetings = costs_of(some_rounds(entrants, seats, TournamentForm.LEAGUE, 12, 3)).meetings
    counts = [meetings[one][other] for one, other in combinations(range(entrants), 2)]
    assert max(counts) - min(counts) <= spread


def test_people_with_the_same_points_meet() -> None:
    """In a Swiss tournament winners meet winners in the second round, where they have not met before."""
    one = with_round(begun(16, 4))
    for table in one.open_tables():
        one = one.collected(table.table, result((3, 2, 1, 0)), 1.0)
    found = [score.points for score in one.scores()]
    assert [{found[who] for who in table} for table in pair(one)] == [{3.0}, {2.0}, {1.0}, {0.0}]


def test_sizes() -> None:
    """People are spread over as few tables as can be."""
    assert sizes(13, 6) == (5, 4, 4)
    assert sizes(12, 6) == (6, 6)
    assert sizes(2, 6) == (2,)
    assert sizes(2, 6, 2) == (1, 1)
    assert sizes(13, 6, 2) == (5, 4, 4)
