"""Duplicate tournaments: whoever sits in the same seat of another table is compared."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from server.tournaments.standings import Score, ranked, round_seed, scores
from server.tournaments.tournament import BOT, Pairing, Result, Round, Tournament, is_done
from tests.server.tournaments.field import begun, played, with_round


def duplicate(entrants: int, seats: int) -> Tournament:
    """Give a duplicate tournament that has started."""
    one = begun(entrants, seats)
    return replace(one, plan=replace(one.plan, duplicate=True))


FIRST = Round(
    (
        Pairing("t", (1, BOT, 0), Result((30, 10, 40), (2,))),
        Pairing("u", (2, BOT, BOT), Result((60, 20, 10), (0,))),
        Pairing("v", (3, BOT, BOT), Result()),
    ),
    0.0,
    1.0,
)
"""A round of which one table was not played to the end."""


def test_the_score_is_the_difference_to_the_mean_of_the_seat() -> None:
    """Bots in the same seat count in the mean; a table that was not played counts for nobody."""
    one = replace(duplicate(4, 3), rounds=(FIRST,))
    assert scores(one) == (Score(15.0), Score(-15.0), Score(15.0), Score())
    assert [(place, entrant) for place, entrant, _ in ranked(one)] == [(1, 0), (1, 2), (3, 3), (4, 1)]


def test_rounds_add_up_and_one_that_goes_on_does_not_count() -> None:
    """As long as a table of a round is played, the means of the round are not known."""
    going = replace(FIRST, ended_at=None)
    assert scores(replace(duplicate(4, 3), rounds=(FIRST, going)))[0] == Score(15.0)
    assert scores(replace(duplicate(4, 3), rounds=(FIRST, FIRST)))[0] == Score(30.0)


@settings(max_examples=20)
@given(st.integers(2, 14), st.integers(2, 6), st.integers(0, 1000))
def test_every_round_has_tables_to_compare(entrants: int, seats: int, seed: int) -> None:
    """There are two tables at the least, with every entrant once; where no bot plays, all points add up to nothing."""
    one = duplicate(entrants, seats)
    for _round in range(2):
        one = with_round(one)
        tables = one.rounds[-1].tables
        assert len(tables) >= 2
        assert sorted(place for table in tables for place in table.seats if place != BOT) == list(range(entrants))
        one = played(one, Random(seed), 1.0)
    if not entrants % seats and entrants > seats:
        assert abs(sum(score.points for score in scores(one))) < 0.01 * entrants * 2


def test_each_round_has_deals_of_its_own() -> None:
    """The deals follow from the secret lot and the number of the round, and from nothing that is told."""
    one = with_round(duplicate(4, 2))
    two = with_round(one)
    other = replace(one, lot="another")
    assert len({round_seed(one), round_seed(two), round_seed(other)}) == 3


def test_a_round_is_done_when_its_last_table_is() -> None:
    """Then others may read its games; and of a tournament that is called off, at once."""
    one = with_round(duplicate(4, 2))
    code = one.rounds[0].tables[0].table
    assert not is_done(one, code)
    assert is_done(one, "elsewhere")
    done = with_round(played(one, Random(1), 1.0))
    assert is_done(done, code)
    assert not is_done(done, done.rounds[1].tables[0].table)
