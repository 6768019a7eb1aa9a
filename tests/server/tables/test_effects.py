"""What a table needs from outside."""

from protocol.message import Seat
from server.tables.clock import AskBot, AskSeed, due
from tests.server.lots import bid
from tests.server.tables.desk import Desk


def test_a_gathering_table_needs_nothing() -> None:
    """Before the game nothing happens by itself."""
    assert due(Desk().table) == ()


def test_a_game_that_begins_needs_a_seed() -> None:
    """The first deal is asked for at once."""
    desk = Desk()
    desk.done(desk.start())
    assert due(desk.table) == (AskSeed(1),)


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
    assert due(desk.table) == (AskSeed(1),)


def test_a_stand_in_alone_keeps_nobody_awake() -> None:
    """A table whose persons have all got up sleeps, though bots play for them."""
    desk = Desk(2)
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.deal())
    desk.done(desk.leave("ann"))
    assert due(desk.table) == (AskBot(Seat(0), "plain"),)
    desk.done(desk.leave("ben"))
    assert due(desk.table) == ()


def test_between_deals_people_are_waited_for() -> None:
    """The next seed is asked for once all who are here have agreed."""
    desk = Desk()
    desk.done(desk.start())
    desk.play_a_deal()
    assert due(desk.table) == ()
    desk.done(desk.agree())
    assert due(desk.table) == (AskSeed(2),)


def test_a_finished_game_needs_nothing() -> None:
    """After the game all is quiet."""
    desk = Desk(options={"deals": 1})
    desk.done(desk.start())
    desk.play_a_deal()
    assert due(desk.table) == ()


def test_nothing_is_due_while_persons_think() -> None:
    """Where only persons are awaited the table waits."""
    desk = Desk()
    desk.done(desk.start())
    desk.done(desk.deal())
    for seat in (1, 2):
        desk.done(desk.bot_move(seat))
    assert due(desk.table) == ()
    desk.done(desk.move("ann", bid(0)))
