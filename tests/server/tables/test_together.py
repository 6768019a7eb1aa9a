"""Several seats that are awaited at once: none is robbed of its action by another's, by a bot or by a clock."""

from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.message import Seat
from server.tables.clock import TOGETHER, AskBot, bot_seconds, due, lefts
from tests.server.lots import bid
from tests.server.tables.desk import Desk
from tests.server.tables.sandglass import playing, tick, wait


def test_an_action_stands_while_others_act() -> None:
    """Who was awaited all the while is heard, though the action answers the state before somebody else's."""
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
    """An action for somebody whose time is over is their own: what they send then is stale."""
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
