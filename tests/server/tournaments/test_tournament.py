"""The life of a tournament: people enter, rounds follow one another, and it ends."""

from random import Random

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.setup import Clock
from protocol.tableview import TablePhase
from protocol.tournaments import MOST_ENTRANTS, MOST_ROUNDS, Form
from server.tables.commands import Denied
from server.tournaments.standings import entry, shown
from server.tournaments.tournament import (
    BREAK_SECONDS,
    Entrant,
    Result,
    call_off,
    collected,
    deadline,
    enter,
    open_tables,
    round_due,
    start,
    usual_rounds,
    withdraw,
)
from tests.server.tournaments.field import MAKER, begun, done, gathered, played, result, with_round

DAY = 86_400.0


def code(change: object) -> ErrorCode:
    """Give why a change is refused."""
    assert isinstance(change, Denied), change
    return change.code


def test_people_enter_and_withdraw() -> None:
    """Before the start people come and go, each of them once."""
    one = gathered(2, 3)
    ann = one.entrants[0]
    assert enter(one, ann) == one
    fewer = done(withdraw(one, ann.account))
    assert [who.name for who in fewer.entrants] == ["Player 1"]
    assert withdraw(fewer, ann.account) == fewer


def test_a_full_tournament() -> None:
    """So many people take part, and nobody more."""
    assert code(enter(gathered(MOST_ENTRANTS, 6), Entrant("late", "Late"))) is ErrorCode.TOO_MANY


def test_after_the_start_nobody_comes_or_goes() -> None:
    """Once it has begun, a tournament keeps its people."""
    one = begun(3, 3)
    assert code(enter(one, Entrant("late", "Late"))) is ErrorCode.NOT_NOW
    assert code(withdraw(one, "a0")) is ErrorCode.NOT_NOW


def test_who_may_start() -> None:
    """Only the maker starts a tournament, once, and with two people at least."""
    assert code(start(gathered(3, 3), "a0")) is ErrorCode.NOT_NOW
    assert code(start(gathered(1, 3), MAKER.account)) is ErrorCode.NOT_NOW
    one = begun(3, 3)
    assert start(one, MAKER.account) == one
    over = done(call_off(one, MAKER.account))
    assert code(start(over, MAKER.account)) is ErrorCode.NOT_NOW


def test_calling_off() -> None:
    """Only the maker calls a tournament off, once."""
    one = begun(3, 3)
    assert code(call_off(one, "a0")) is ErrorCode.NOT_NOW
    over = done(call_off(one, MAKER.account))
    assert over.phase is TablePhase.OVER
    assert call_off(over, MAKER.account) == over
    assert round_due(over) is None
    assert open_tables(over) == ()


def test_rounds_follow_one_another() -> None:
    """A round ends with its last result; the last round ends the tournament."""
    one = begun(4, 2, rounds=2)
    assert round_due(one) == 0.0
    one = with_round(one, 10.0)
    assert round_due(one) is None
    first, second = open_tables(one)
    one = collected(one, first.table, result((1, 0)), 20.0)
    assert open_tables(one) == (second,)
    assert one.rounds[0].ended_at is None
    one = collected(one, second.table, Result(), 30.0)
    assert one.rounds[0].ended_at == 30.0
    assert round_due(one) == 30.0 + BREAK_SECONDS
    one = played(with_round(one, 40.0), Random(1), 50.0)
    assert one.phase is TablePhase.OVER
    assert len(one.rounds) == 2


def test_a_result_stays() -> None:
    """The first result of a table counts."""
    one = with_round(begun(4, 2), 0.0)
    table = open_tables(one)[0]
    once = collected(one, table.table, result((1, 0)), 1.0)
    assert collected(once, table.table, result((0, 1)), 2.0) == once


def test_correspondence() -> None:
    """Where a move has days there is no break between rounds, and a round may have a last day."""
    one = begun(2, 2)
    one = with_round(replace(one, plan=replace(one.plan, clock=Clock(DAY), days=10)), 5.0)
    assert deadline(one) == 5.0 + 10 * DAY
    one = played(one, Random(1), 7.0)
    assert deadline(one) is None
    assert round_due(one) == 7.0


@pytest.mark.parametrize(
    ("form", "entrants", "seats", "rounds"),
    [
        (Form.LEAGUE, 12, 6, 3),
        (Form.LEAGUE, 4, 2, 3),
        (Form.LEAGUE, 2, 6, 1),
        (Form.SWISS, 5, 6, 3),
        (Form.SWISS, 32, 4, 5),
    ],
)
def test_the_usual_number_of_rounds(form: Form, entrants: int, seats: int, rounds: int) -> None:
    """A league lasts until everybody can have met everybody; a Swiss tournament until one can have beaten all."""
    assert usual_rounds(form, entrants, seats) == rounds
    assert begun(entrants, seats, form).plan.rounds == rounds


def test_the_number_of_rounds_has_a_bound() -> None:
    """No league is longer than a tournament may be."""
    assert usual_rounds(Form.LEAGUE, 60, 2) == MOST_ROUNDS


def test_what_everybody_may_know() -> None:
    """A tournament is shown with its standings and the tables of any round, and never with an account."""
    one = played(with_round(begun(3, 3, rounds=3)), Random(1), 1.0)
    one = with_round(one, 2.0)
    last, first = shown(7, one, "a0"), shown(7, one, "", 1)
    assert (last.round, first.round, shown(7, one, "", 9).round) == (2, 1, 2)
    assert [table.done for table in last.tables + first.tables] == [False, True]
    assert [standing.you for standing in last.standings].count(True) == 1
    assert not any(standing.you for standing in first.standings)
    assert last.tournament.entered
    assert not first.tournament.entered
    assert not entry(one, "").yours
    assert entry(one, MAKER.account).yours
    assert set(last.tables[0].names) == {who.name for who in one.entrants}


def test_before_the_start() -> None:
    """Before the start people are shown in the order of entering, and no tables."""
    before = shown(7, gathered(3, 3), "a1")
    assert [(standing.name, standing.you) for standing in before.standings] == [
        ("Player 0", False),
        ("Player 1", True),
        ("Player 2", False),
    ]
    assert (before.round, before.tables, before.deadline) == (0, (), None)


def test_a_table_with_bots_names_them_not() -> None:
    """The name of a bot's seat is empty."""
    one = with_round(begun(2, 3))
    assert sorted(shown(1, one, "").tables[0].names) == ["", "Player 0", "Player 1"]
