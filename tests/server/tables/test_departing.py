"""Nobody gains or loses time by going: a clock stands where it stood when somebody comes back."""

from collections.abc import Callable

import pytest

from protocol.message import Seat
from server.tables.clock import lefts, next_alarm
from server.tables.commands import Command, Done, Granted
from server.tables.table import fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import Desk, stored
from tests.server.tables.sandglass import DAY, playing, step_away, wait, withdraw

ANN, BEN = Seat(0), Seat(1)


def test_what_was_used_is_written_down_when_the_last_one_goes() -> None:
    """A table falls asleep with a record of the time that has run, and wakes with what was left."""
    desk = playing(30, 60)
    wait(desk, 10)
    assert isinstance(desk.go("ann"), Granted)
    wait(desk, 12)
    outcome = desk.go("ben")
    assert isinstance(outcome, Done)
    assert (outcome.record.facts, outcome.record.spent, outcome.progress.steps) == ((), 22, ())
    assert next_alarm(desk.table) is None
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
    desk.join("ann")
    assert lefts(desk.table) == {ANN: 68, BEN: 68}


def test_nothing_is_written_where_no_time_has_run() -> None:
    """A table without a clock, or whose clock has not moved, falls asleep without a word."""
    for desk in (playing(), playing(30)):
        desk.go("ann")
        assert isinstance(desk.go("ben"), Granted)
        assert isinstance(desk.go("ben"), Granted)


def test_what_is_not_playing_does_not_sleep() -> None:
    """Before the game there is nothing to write down, nor where a move has days."""
    assert isinstance(Desk().go("ann"), Granted)
    desk = playing(2 * DAY)
    wait(desk, 1000)
    desk.go("ann")
    assert isinstance(desk.go("ben"), Granted)
    assert desk.table.moment.lapsed == 1000


def test_a_breath_is_not_taken_anew() -> None:
    """Also the minute between two deals is used up once."""
    desk = playing(30)
    for account in ("ann", "ben"):
        desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    wait(desk, 40)
    desk.go("ann")
    desk.go("ben")
    desk.join("ann")
    assert lefts(desk.table) == {ANN: 20}


@pytest.mark.parametrize("way", [step_away, Desk.leave])
def test_going_away_and_back_wins_no_time(way: Callable[[Desk, str], Command]) -> None:
    """Who steps away or leaves, and is back before the bot has acted, has what was left."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(way(desk, "ann"))
    desk.done(desk.sit("ann"))
    assert lefts(desk.table) == {ANN: 50, BEN: 50}
    assert desk.table.times.banks == (60, 60, 60)


def test_time_does_not_run_for_who_is_away() -> None:
    """While a bot plays for somebody none of their time is used."""
    desk = playing(30, 60)
    wait(desk, 10)
    desk.done(step_away(desk, "ann"))
    wait(desk, 20)
    desk.done(desk.sit("ann"))
    assert lefts(desk.table) == {ANN: 80, BEN: 60}


def test_what_a_bot_does_for_somebody_ends_their_move() -> None:
    """Then the time beyond that for a move is paid from the bank, and the next move has all its time."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(step_away(desk, "ann"))
    desk.done(desk.bot_move(ANN))
    desk.done(desk.sit("ann"))
    assert desk.table.times.banks == (50, 60, 60)
    assert desk.table.times.used == (0, 40, 0)


def test_what_another_bot_does_ends_nobody_s_move() -> None:
    """Only whose move it was has a new one."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(step_away(desk, "ann"))
    desk.done(desk.bot_move(2))
    desk.done(desk.sit("ann"))
    assert lefts(desk.table) == {ANN: 50, BEN: 50}


def test_a_seat_that_is_given_up_has_a_new_move() -> None:
    """Who takes over the seat of somebody who has resigned does not pay for them but what is gone from the bank."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(withdraw(desk, "ann"))
    desk.join("cat")
    assert desk.table.times.banks == (50, 60, 60)
    assert lefts(desk.table) == {ANN: 80, BEN: 50}
