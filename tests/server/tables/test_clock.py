"""Clocks, what a table needs next, the pace of bots, and seats that may act together."""

from statistics import fmean, median

import pytest
from msgspec.structs import replace

from games.da_bai_fen.rules import DA_BAI_FEN
from games.kit.options import InvalidSetup
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.message import Seat
from protocol.setup import Clock
from protocol.table import Absence, StoodIn, TablePhase, TimedOut
from server.tables.chairs import bots_own
from server.tables.clock import (
    BREATH_SECONDS,
    CHECKPOINT_SECONDS,
    LONGEST_PACE,
    SHORTEST_PACE,
    TOGETHER,
    AskBot,
    AskSeed,
    bot_seconds,
    check_clock,
    due,
    lefts,
    next_alarm,
    table_time,
)
from server.tables.commands import Done, Granted
from server.tables.position import GameCourse, newest
from server.tables.table import Table
from tests.games.position import begin, play
from tests.server.lots import bid
from tests.server.tables.desk import DAY, NOW, Desk, playing, table_view, tick, tick_done, wait

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


def test_what_is_left_is_shown() -> None:
    """Everyone is told whose time runs, until when, and from when on the bank is used."""
    desk = playing(30, 60)
    desk.done(desk.bot_move(2))
    wait(desk, 4)
    time = table_view(desk.table, None).time
    assert time is not None
    assert (time.now, time.seats, time.left, time.banks) == (NOW + 4, (ANN, BEN), 86, (60, 60, 60))
    assert (time.deadline, time.bank_from) == (NOW + 90, NOW + 30)
    assert next_alarm(desk.table) == 86


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


def test_out_of_time() -> None:
    """The seat is acted for, and everyone is told that it was late."""
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
    """Give what someone is called."""
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
    assert due(desk.table) == (AskSeed(),)
    desk.done(desk.deal())
    assert (desk.table.times.breath, desk.table.times.banks) == (0, (60, 60, 60))


def test_without_anybody_the_clock_stands() -> None:
    """A table with no connected person has nothing to look at, however late someone would be."""
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


def test_awaited_bots_are_asked() -> None:
    """Every bot that is awaited is asked, and persons are not."""
    desk = Desk(bots=("keen", "plain"))
    desk.done(desk.start())
    desk.done(desk.deal())
    assert due(desk.table) == (AskBot(Seat(1), "keen"), AskBot(Seat(2), "plain"))
    desk.done(desk.bot_move(1))
    assert due(desk.table) == (AskBot(Seat(2), "plain"),)


def test_a_table_without_persons_sleeps() -> None:
    """No bot acts and nothing is dealt while nobody is there."""
    desk = Desk()
    desk.done(desk.start())
    desk.lose("ann")
    assert due(desk.table) == ()
    desk.join("ann")
    assert due(desk.table) == (AskSeed(),)


def begun(entropy: bytes = bytes(32)) -> Table:
    """Give a table with a bot that is to act."""
    desk = Desk(bots=("keen",))
    desk.done(desk.start())
    desk.done(desk.deal(entropy))
    desk.done(desk.move("ann", bid(1)))
    return desk.table


def test_most_often_short_and_now_and_then_long() -> None:
    """The mean is the pace, more than half are shorter, some take twice as long, and none takes very long."""
    table = begun()
    pace = table.opened.pace
    times = [bot_seconds(replace(table, moved=move), Seat(1)) / pace for move in range(5000)]
    assert 0.95 < fmean(times) < 1.05
    assert median(times) < 0.9
    assert 0.02 < sum(time > 2 for time in times) / len(times) < 0.15
    assert SHORTEST_PACE <= min(times) < SHORTEST_PACE + 0.01
    assert 3 < max(times) <= LONGEST_PACE


def test_the_time_follows_from_table_seat_and_move_alone() -> None:
    """Nothing of it depends on what is held, and chat does not change it."""
    table = begun()
    other = replace(begun(bytes([1]) * 32), seq=table.seq + 5)
    assert other.state.run.table.hands != table.state.run.table.hands
    assert bot_seconds(other, Seat(1)) == bot_seconds(table, Seat(1))
    moved = replace(table, moved=table.moved + 1)
    elsewhere = replace(table, opened=replace(table.opened, code="elsewhere"))
    assert len({bot_seconds(each, Seat(1)) for each in (table, moved, elsewhere)}) == 3
    assert bot_seconds(table, Seat(1)) != bot_seconds(table, Seat(2))


def test_nobody_reads_from_the_time_who_may_annul_a_deal() -> None:
    """In Da Bai Fen a hand without a trump may act unasked, and only its holder knows that."""
    table, times = Desk(4, bots=("keen",) * 3).table, []
    for card, free in (("AC", (Seat(0),)), ("3H", ())):
        run = begin(DA_BAI_FEN, dealer=1, hands={1: "2H", 0: f"3C 4C 5C 6C 7C 8C 9C 10C JC QC KC {card}"})
        play(run, "1: expose 2H")
        course = GameCourse(run)
        course.add_seed("5e" * 32)
        state = newest(course)
        assert state.view(Seat(0)).free == free
        one = replace(table, state=state)
        times.append([bot_seconds(replace(one, moved=move), Seat(1)) for move in range(50)])
    assert times[0] == times[1]
    assert min(times[0]) < TOGETHER


def test_an_action_stands_while_others_act() -> None:
    """Who was awaited all the while is heard, though the action answers the state before someone else's."""
    desk = playing()
    seen = desk.table.seq
    desk.done(desk.move("ann", bid(1), seen))
    desk.done(desk.bot_move(2))
    desk.done(desk.move("ben", bid(2), seen))
    assert desk.table.standing == {}


def test_ones_own_action_makes_the_next_one_stale() -> None:
    """Nobody acts twice on what they saw once; nor on a state before they were awaited."""
    desk = playing()
    seen = desk.table.seq
    desk.done(desk.move("ann", bid(1), seen))
    assert desk.denied(desk.move("ann", bid(1), seen)).code is ErrorCode.STALE
    assert desk.denied(desk.move("ben", bid(1), seen - 1)).code is ErrorCode.STALE
    assert desk.table.standing == {Seat(1): seen, Seat(2): seen}


def test_a_late_seat_has_acted() -> None:
    """An action for someone whose time is over is their own: what they send then is stale."""
    desk = playing(30)
    seen = desk.table.seq
    wait(desk, 31)
    tick(desk)
    assert desk.denied(desk.move("ann", bid(1), seen)).code is ErrorCode.STALE
    desk.done(desk.move("ben", bid(1), seen))


def test_nobody_waits_for_a_seat_that_need_not_act() -> None:
    """It has no clock, and a bot there is not asked; but its person may act, and its clock starts when it is asked."""
    desk = playing(30, waits="patient")
    assert lefts(desk.table) == {0: 30}
    assert due(desk.table) == ()
    wait(desk, 20)
    desk.done(desk.move("ann", bid(1)))
    assert lefts(desk.table) == {1: 30}
    wait(desk, 20)
    desk.done(desk.move("ben", bid(1)))
    assert due(desk.table) == (AskBot(Seat(2), "plain"),)
    early = playing(waits="patient")
    early.done(early.move("ben", bid(2)))
    assert early.table.state.run.table.bids == [None, 2, None]


def test_a_bot_uses_a_right_that_lapses() -> None:
    """It is asked though nobody waits for it, and people on such seats are not."""
    desk = playing(waits="hasty")
    assert due(desk.table) == (AskBot(Seat(2), "plain"),)
    desk.done(desk.bot_move(2))
    assert due(desk.table) == ()


def test_a_bot_gives_people_two_seconds() -> None:
    """Where a person may act too; among themselves, and at a table in a hurry, bots are as quick as ever."""
    desk = playing()
    leisurely = replace(desk.table, opened=replace(desk.table.opened, pace=2.0))
    times = {bot_seconds(replace(leisurely, moved=move), Seat(2)) for move in range(300)}
    assert min(times) == TOGETHER < max(times)
    hurried = replace(desk.table, opened=replace(desk.table.opened, pace=0))
    assert bot_seconds(hurried, Seat(2)) == 0
    desk.done(desk.move("ann", bid(1)))
    desk.done(desk.move("ben", bid(1)))
    assert min(bot_seconds(replace(desk.table, moved=move), Seat(2)) for move in range(300)) < TOGETHER
    alone = Desk(bots=("keen",))
    alone.done(alone.start())
    alone.done(alone.deal())
    alone.done(alone.move("ann", bid(1)))
    assert min(bot_seconds(replace(alone.table, moved=move), Seat(1)) for move in range(300)) < TOGETHER
