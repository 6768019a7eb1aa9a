"""The clock of a table: how much time is left, and what happens when none is."""

import pytest
from msgspec.structs import replace

from protocol.absence import Absence, StoodIn, TimedOut
from protocol.game import Answered
from protocol.message import Seat
from protocol.setup import Clock
from protocol.tableview import TablePhase
from server.rules.values import InvalidSetup
from server.tables.chairs import bots_own
from server.tables.clock import (
    BREATH_SECONDS,
    CHECKPOINT_SECONDS,
    AskSeed,
    check_clock,
    due,
    lefts,
    next_alarm,
    table_time,
)
from server.tables.commands import Done, Granted
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import NOW, Desk, stored
from tests.server.tables.sandglass import DAY, playing, tick, tick_done, wait

ANN, BEN, BOT = Seat(0), Seat(1), Seat(2)


@pytest.mark.parametrize("clock", [Clock(), Clock(10), Clock(300, 3600), Clock(37.5, 0.5), Clock(DAY), Clock(14 * DAY)])
def test_clocks_that_there_are(clock: Clock) -> None:
    """No clock, seconds with a bank or without, and whole days."""
    check_clock(clock)


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        (Clock(9), "a move cannot have 9 seconds: choose 0 for no clock, 10 to 300 seconds, or 1 to 14 whole days"),
        (Clock(301), "a move cannot have 301 seconds"),
        (Clock(1.5 * DAY), "a move cannot have 129600 seconds"),
        (Clock(15 * DAY), "a move cannot have"),
        (Clock(-10), "a move cannot have -10 seconds"),
        (Clock(float("nan")), "a move cannot have nan seconds"),
        (Clock(30, 3601), "a bank cannot have 3601 seconds: choose 0 to 3600"),
        (Clock(30, float("inf")), "a bank cannot have inf seconds"),
        (Clock(0, 60), "a bank needs a clock with seconds for a move"),
        (Clock(DAY, 60), "a bank needs a clock with seconds for a move"),
    ],
)
def test_clocks_that_there_are_not(clock: Clock, why: str) -> None:
    """Everything else is refused, with what would be right."""
    with pytest.raises(InvalidSetup, match=why):
        check_clock(clock)


def test_a_table_is_not_opened_with_a_wrong_clock() -> None:
    """The clock is looked at before a table is made."""
    with pytest.raises(InvalidSetup, match="a move cannot have 5 seconds"):
        playing(5)


def test_without_a_clock_nobody_hurries() -> None:
    """Nothing runs out, and nothing is shown."""
    desk = playing()
    wait(desk, 10 * DAY)
    assert isinstance(tick(desk), Granted)
    assert next_alarm(desk.table) is None
    assert table_time(desk.table) is None


def test_what_is_left_is_shown() -> None:
    """Everybody is told whose time runs, until when, and from when on the bank is used."""
    desk = playing(30, 60)
    desk.done(desk.bot_move(2))
    wait(desk, 4)
    time = table_view(desk.table, None).time
    assert time is not None
    assert (time.now, time.seats, time.left, time.banks) == (NOW + 4, (ANN, BEN), 86, (60, 60, 60))
    assert (time.deadline, time.bank_from) == (NOW + 90, NOW + 30)
    assert next_alarm(desk.table) == 86


def test_a_clock_that_stands_still_has_no_deadline() -> None:
    """While the host does not count, what is left is shown and no moment at which it ends."""
    desk = playing(30, 60)
    desk.table = replace(desk.table, moment=replace(desk.table.moment, going=False))
    time = table_view(desk.table, None).time
    assert time is not None
    assert (time.now, time.left, time.deadline, time.bank_from) == (NOW, 90, None, None)


def test_each_seat_has_its_own_time() -> None:
    """Who acts early keeps the bank; who acts late pays from it what went beyond the time for a move."""
    desk = playing(30, 60)
    wait(desk, 10)
    desk.done(desk.move("ann", bid(1)))
    wait(desk, 40)
    desk.done(desk.move("ben", bid(1)))
    assert desk.table.times.banks == (60, 40, 60)
    assert desk.table.times.used == (0, 0, 0)
    assert [record.spent for record in desk.log[-2:]] == [10, 40]


def test_a_bot_has_no_clock() -> None:
    """No time runs for a bot's seat."""
    desk = playing(30)
    desk.done(desk.move("ann", bid(1)))
    desk.done(desk.move("ben", bid(1)))
    assert table_time(desk.table) is None
    assert next_alarm(desk.table) is None


def test_nobody_is_late_before_the_time() -> None:
    """The table looks at the time and finds nothing due."""
    desk = playing(30, 60)
    wait(desk, 89.9)
    assert isinstance(tick(desk), Granted)


def test_out_of_time() -> None:
    """The seat is acted for, and everybody is told that it was late."""
    desk = playing(30, 60)
    desk.done(desk.move("ann", bid(2)))
    wait(desk, 90)
    tick_done(desk)
    assert [step.event for step in desk.steps[-2:]] == [TimedOut(BEN, "Ben"), Answered(BEN, bid(0).said)]
    assert desk.table.times.banks == (60, 0, 60)
    assert isinstance(tick(desk), Granted)


def test_one_seat_after_the_other() -> None:
    """Where several are late, each is acted for in a record of its own."""
    desk = playing(30)
    wait(desk, 30)
    for seat in (ANN, BEN):
        tick_done(desk)
        assert desk.steps[-2].event == TimedOut(seat, seat_name(desk, seat))
    assert isinstance(tick(desk), Granted)


def seat_name(desk: Desk, seat: Seat) -> str:
    """Give what somebody is called."""
    chair = desk.table.chairs[seat]
    assert chair is not None
    return chair.name


def late(desk: Desk, account: str = "ann") -> None:
    """Let Ann bid in time and Ben be late, whatever is to be done besides for the next deal."""
    desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    wait(desk, 30)
    tick_done(desk)
    if desk.table.phase is TablePhase.OVER:
        return
    wait(desk, BREATH_SECONDS)
    tick_done(desk)
    desk.done(desk.deal())


def test_three_times_in_a_row() -> None:
    """Who runs out of time three times in a row is away: a bot plays until they are back."""
    desk = playing(30, deals=5)
    for _ in range(2):
        late(desk)
        assert bots_own(desk.table.chairs) == (BOT,)
    desk.done(desk.move("ann", bid(1)))
    desk.done(desk.bot_move(2))
    wait(desk, 30)
    tick_done(desk)
    assert desk.steps[-1].event == StoodIn(BEN, "Ben", "plain", Absence.IDLE)
    assert desk.table.times.outs == (0, 0, 0)


def test_not_in_a_row() -> None:
    """Whoever acts in between is not away."""
    desk = playing(30, deals=5)
    late(desk)
    late(desk)
    desk.done(desk.move("ann", bid(1)))
    desk.done(desk.move("ben", bid(1)))
    assert desk.table.times.outs == (0, 0, 0)


def test_late_with_the_last_action() -> None:
    """Nobody is made absent from a game that is over."""
    desk = playing(30, deals=3)
    for _ in range(3):
        late(desk)
    assert desk.table.phase is TablePhase.OVER
    assert not any(isinstance(step.event, StoodIn) for step in desk.steps)
    assert table_time(desk.table) is None
    assert isinstance(tick(desk), Granted)


def test_between_deals_people_are_not_waited_for_for_ever() -> None:
    """With a clock, who does not agree to the next deal is taken to have agreed after a minute, and pays nothing."""
    desk = playing(30, 60)
    for account in ("ann", "ben"):
        desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    wait(desk, 20)
    desk.done(desk.agree("ann"))
    time = table_time(desk.table)
    assert time is not None
    assert (time.seats, time.left, time.deadline, time.bank_from) == ((BEN,), 40, NOW + 40, NOW + 40)
    wait(desk, 40)
    tick_done(desk)
    assert due(desk.table) == (AskSeed(2),)
    desk.done(desk.deal())
    assert (desk.table.times.breath, desk.table.times.banks) == (0, (60, 60, 60))


def test_without_anybody_the_clock_stands() -> None:
    """A table with no connected person has nothing to look at, however late somebody would be."""
    desk = playing(30)
    desk.lose("ann")
    desk.lose("ben")
    wait(desk, 1000)
    assert next_alarm(desk.table) is None
    assert isinstance(tick(desk), Granted)


def test_correspondence_never_sleeps() -> None:
    """Where a move has days, time runs out with nobody connected, and bots play on."""
    desk = playing(2 * DAY)
    desk.lose("ann")
    desk.lose("ben")
    assert len(due(desk.table)) == 1
    assert next_alarm(desk.table) == CHECKPOINT_SECONDS
    wait(desk, 2 * DAY)
    assert next_alarm(desk.table) == 0
    tick_done(desk)
    assert desk.steps[-2].event == TimedOut(ANN, "Ann")


def test_long_times_are_written_down_now_and_then() -> None:
    """What has passed of days is kept with no event, so that a start of the server gives back a few hours at most."""
    desk = playing(2 * DAY)
    wait(desk, CHECKPOINT_SECONDS)
    outcome = tick(desk)
    assert isinstance(outcome, Done)
    assert (outcome.record.facts, outcome.record.spent) == ((), CHECKPOINT_SECONDS)
    assert lefts(desk.table)[ANN] == 2 * DAY - CHECKPOINT_SECONDS


def test_the_log_tells_the_same_times() -> None:
    """The fold of a log with clocks is the table."""
    desk = playing(30, 10, deals=5)
    wait(desk, 33.25)
    late(desk)
    wait(desk, 12.125)
    desk.done(desk.move("ben", bid(1)))
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
