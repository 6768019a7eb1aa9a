"""A tournament from its first entrant to its last round, its standings, and duplicate ones."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.setup import Clock, Setup
from protocol.table import TablePhase
from protocol.tournaments import MOST_ENTRANTS, MOST_ROUNDS, TournamentForm, TournamentPlan
from server.tables.commands import Denied
from server.tournaments import (
    BOT,
    BREAK_SECONDS,
    Change,
    Entrant,
    Pairing,
    Result,
    Round,
    Tournament,
    TournamentScore,
    pair,
    seat,
    usual_rounds,
)

MAKER = Entrant("maker", "Mair")


def done(change: Change) -> Tournament:
    """Give what a change has made; it is not refused."""
    assert not isinstance(change, Denied), change
    return change


def gathered(entrants: int, seats: int, form: TournamentForm = TournamentForm.SWISS, rounds: int = 0) -> Tournament:
    """Give a tournament that so many people have entered."""
    plan = TournamentPlan("Cwpan", Setup("lots", seats), form, rounds)
    one = Tournament(1, plan, MAKER, "a lot")
    for number in range(entrants):
        one = done(one.enter(Entrant(f"a{number}", f"Player {number}")))
    return one


def begun(entrants: int, seats: int, form: TournamentForm = TournamentForm.SWISS, rounds: int = 0) -> Tournament:
    """Give such a tournament that has started."""
    return done(gathered(entrants, seats, form, rounds).start(MAKER.account))


def with_round(one: Tournament, now: float = 0.0) -> Tournament:
    """Give the tournament with its next round."""
    seats = seat(one, pair(one))
    codes = [f"t{len(one.rounds) + 1}-{table}" for table in range(len(seats))]
    return one.next_round(seats, codes, now)


def played(one: Tournament, random: Random, now: float = 0.0) -> Tournament:
    """Give the tournament after the results of its present round, which are drawn."""
    for table in one.open_tables():
        totals = tuple(random.randrange(5) for _seat in table.seats)
        one = one.collected(table.table, result(totals), now)
    return one


def result(totals: Sequence[int]) -> Result:
    """Give the result of a table where the greatest total wins."""
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Result(tuple(totals), winners)


DAY = 86_400.0


def code(change: object) -> ErrorCode:
    """Give why a change is refused."""
    assert isinstance(change, Denied), change
    return change.code


def test_people_enter_and_withdraw() -> None:
    """Before the start people come and go, each of them once."""
    one = gathered(2, 3)
    ann = one.entrants[0]
    assert one.enter(ann) == one
    fewer = done(one.withdraw(ann.account))
    assert [who.name for who in fewer.entrants] == ["Player 1"]
    assert fewer.withdraw(ann.account) == fewer


def test_a_full_tournament() -> None:
    """So many people take part, and nobody more."""
    assert code(gathered(MOST_ENTRANTS, 6).enter(Entrant("late", "Late"))) is ErrorCode.TOO_MANY


def test_after_the_start_nobody_comes_or_goes() -> None:
    """Once it has begun, a tournament keeps its people."""
    one = begun(3, 3)
    assert code(one.enter(Entrant("late", "Late"))) is ErrorCode.NOT_NOW
    assert code(one.withdraw("a0")) is ErrorCode.NOT_NOW


def test_who_may_start() -> None:
    """Only the maker starts a tournament, once, and with two people at least."""
    assert code(gathered(3, 3).start("a0")) is ErrorCode.NOT_NOW
    assert code(gathered(1, 3).start(MAKER.account)) is ErrorCode.NOT_NOW
    one = begun(3, 3)
    assert one.start(MAKER.account) == one
    over = done(one.call_off(MAKER.account))
    assert code(over.start(MAKER.account)) is ErrorCode.NOT_NOW


def test_calling_off() -> None:
    """Only the maker calls a tournament off, once."""
    one = begun(3, 3)
    assert code(one.call_off("a0")) is ErrorCode.NOT_NOW
    over = done(one.call_off(MAKER.account))
    assert over.phase is TablePhase.OVER
    assert over.call_off(MAKER.account) == over
    assert over.round_due() is None
    assert over.open_tables() == ()


def test_rounds_follow_one_another() -> None:
    """A round ends with its last result; the last round ends the tournament."""
    one = begun(4, 2, rounds=2)
    assert one.round_due() == 0.0
    one = with_round(one, 10.0)
    assert one.round_due() is None
    first, second = one.open_tables()
    one = one.collected(first.table, result((1, 0)), 20.0)
    assert one.open_tables() == (second,)
    assert one.rounds[0].ended_at is None
    one = one.collected(second.table, Result(), 30.0)
    assert one.rounds[0].ended_at == 30.0
    assert one.round_due() == 30.0 + BREAK_SECONDS
    one = played(with_round(one, 40.0), Random(1), 50.0)
    assert one.phase is TablePhase.OVER
    assert len(one.rounds) == 2


def test_a_result_stays() -> None:
    """The first result of a table counts."""
    one = with_round(begun(4, 2), 0.0)
    table = one.open_tables()[0]
    once = one.collected(table.table, result((1, 0)), 1.0)
    assert once.collected(table.table, result((0, 1)), 2.0) == once


def test_correspondence() -> None:
    """Where a move has days there is no break between rounds, and a round may have a last day."""
    one = begun(2, 2)
    one = with_round(replace(one, plan=replace(one.plan, clock=Clock(DAY), days=10)), 5.0)
    assert one.deadline() == 5.0 + 10 * DAY
    one = played(one, Random(1), 7.0)
    assert one.deadline() is None
    assert one.round_due() == 7.0


@pytest.mark.parametrize(
    ("form", "entrants", "seats", "rounds"),
    [
        (TournamentForm.LEAGUE, 12, 6, 3),
        (TournamentForm.LEAGUE, 4, 2, 3),
        (TournamentForm.LEAGUE, 2, 6, 1),
        (TournamentForm.SWISS, 5, 6, 3),
        (TournamentForm.SWISS, 32, 4, 5),
    ],
)
def test_the_usual_number_of_rounds(form: TournamentForm, entrants: int, seats: int, rounds: int) -> None:
    """A league lasts until everyone can have met everyone; a Swiss tournament until one can have beaten all."""
    assert usual_rounds(form, entrants, seats) == rounds
    assert begun(entrants, seats, form).plan.rounds == rounds


def test_the_number_of_rounds_has_a_bound() -> None:
    """No league is longer than a tournament may be."""
    assert usual_rounds(TournamentForm.LEAGUE, 60, 2) == MOST_ROUNDS


def test_what_everybody_may_know() -> None:
    """A tournament is shown with its standings and the tables of any round, and never with an account."""
    one = played(with_round(begun(3, 3, rounds=3)), Random(1), 1.0)
    one = with_round(one, 2.0)
    last, first = one.shown(7, "a0"), one.shown(7, "", 1)
    assert (last.round, first.round, one.shown(7, "", 9).round) == (2, 1, 2)
    assert [table.done for table in last.tables + first.tables] == [False, True]
    assert [standing.you for standing in last.standings].count(True) == 1
    assert not any(standing.you for standing in first.standings)
    assert last.tournament.entered
    assert not first.tournament.entered
    assert not one.entry("").yours
    assert one.entry(MAKER.account).yours
    assert set(last.tables[0].names) == {who.name for who in one.entrants}


def test_before_the_start() -> None:
    """Before the start people are shown in the order of entering, and no tables."""
    before = gathered(3, 3).shown(7, "a1")
    assert [(standing.name, standing.you) for standing in before.standings] == [
        ("Player 0", False),
        ("Player 1", True),
        ("Player 2", False),
    ]
    assert (before.round, before.tables, before.deadline) == (0, (), None)


def test_a_table_with_bots_names_them_not() -> None:
    """The name of a bot's seat is empty."""
    one = with_round(begun(2, 3))
    assert sorted(one.shown(1, "").tables[0].names) == ["", "Player 0", "Player 1"]


def with_tables(*tables: Pairing) -> Tournament:
    """Give a tournament of three whose one round had these tables."""
    return replace(begun(3, 3), rounds=(Round(tables, 0.0, 1.0),))


def test_points_are_players_beaten() -> None:
    """Everyone gets a point for each player who did worse, bots too, and half for each who did as well."""
    one = with_tables(Pairing("t", (1, BOT, 0), Result((30, 10, 30), (0, 2))), Pairing("u", (2, BOT, BOT), Result()))
    assert one.scores() == (TournamentScore(1.5, 1.5, 10.0), TournamentScore(1.5, 1.5, 10.0), TournamentScore())
    assert [(place, entrant) for place, entrant, _ in one.ranked()] == [(1, 0), (1, 1), (3, 2)]


def test_the_winner_is_best_whatever_was_scored() -> None:
    """Where the rules name a winner with a lower total, nobody at the table did better."""
    one = with_tables(Pairing("t", (0, 1, 2), Result((30, 45, 20), (2,))))
    assert [score.points for score in one.scores()] == [0.0, 1.0, 2.0]


def test_partners_are_not_compared() -> None:
    """Partners share their result, and get points for their adversaries only."""
    one = with_tables(Pairing("t", (0, 1, 2, BOT), Result((45, 20, 45, 20), (0, 2), (0, 1, 0, 1))))
    assert [(score.points, score.margin) for score in one.scores()] == [(2.0, 25.0), (0.0, -25.0), (2.0, 25.0)]


def test_the_first_tie_break_is_whom_one_met() -> None:
    """Of two people with the same points the one who has met stronger people is ahead, whatever the margin."""
    first = Round(
        (Pairing("t", (0, 2, BOT), Result((9, 8, 0), (0,))), Pairing("u", (1, BOT, BOT), Result((99, 0, 0), (0,)))),
        0,
        1,
    )
    one = replace(begun(3, 3), rounds=(first,))
    found = one.scores()
    assert found[0].points == found[1].points
    assert found[1].margin > found[0].margin
    assert [entrant for _, entrant, _ in one.ranked()] == [0, 1, 2]


def test_a_table_that_was_not_played_counts_for_nobody() -> None:
    """Without a result nobody gets points, and nobody has been met."""
    assert with_tables(Pairing("t", (0, 1, 2), Result())).scores() == (
        TournamentScore(),
        TournamentScore(),
        TournamentScore(),
    )


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
    assert one.scores() == (TournamentScore(15.0), TournamentScore(-15.0), TournamentScore(15.0), TournamentScore())
    assert [(place, entrant) for place, entrant, _ in one.ranked()] == [(1, 0), (1, 2), (3, 3), (4, 1)]


def test_rounds_add_up_and_one_that_goes_on_does_not_count() -> None:
    """As long as a table of a round is played, the means of the round are not known."""
    going = replace(FIRST, ended_at=None)
    assert replace(duplicate(4, 3), rounds=(FIRST, going)).scores()[0] == TournamentScore(15.0)
    assert replace(duplicate(4, 3), rounds=(FIRST, FIRST)).scores()[0] == TournamentScore(30.0)


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
        assert abs(sum(score.points for score in one.scores())) < 0.01 * entrants * 2


def test_each_round_has_deals_of_its_own() -> None:
    """The deals follow from the secret lot and the number of the round, and from nothing that is told."""
    one = with_round(duplicate(4, 2))
    two = with_round(one)
    other = replace(one, lot="another")
    assert len({one.round_seed(), two.round_seed(), other.round_seed()}) == 3


def test_a_round_is_done_when_its_last_table_is() -> None:
    """Then others may read its games; and of a tournament that is cancelled, at once."""
    one = with_round(duplicate(4, 2))
    code = one.rounds[0].tables[0].table
    assert not one.is_done(code)
    assert one.is_done("elsewhere")
    done = with_round(played(one, Random(1), 1.0))
    assert done.is_done(code)
    assert not done.is_done(done.rounds[1].tables[0].table)
