"""What those who run the server may do to any table."""

from protocol.absence import Resigned
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.seating import FillSeats, HostGiven
from protocol.tableview import TablePhase
from server.tables.commands import CloseTable, ResetSeat
from server.tables.log import Told
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk


def a_game() -> Desk:
    """Give a table at which Ann and Ben play with a bot."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    return desk


def test_a_table_is_closed() -> None:
    """A table is closed wherever its game stands, and once is enough."""
    for desk in (Desk(), a_game()):
        desk.done(CloseTable())
        assert desk.table.closed
        desk.granted(CloseTable())


def test_a_finished_game_is_not_closed() -> None:
    """Where the game has ended nothing is left to close, and no seat to take."""
    desk = Desk(options={"deals": 1})
    desk.done(desk.start())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    assert desk.denied(CloseTable()).code is ErrorCode.NOT_NOW
    assert desk.denied(ResetSeat(Seat(0))).code is ErrorCode.NOT_NOW


def test_a_seat_before_the_game_is_freed() -> None:
    """Whoever has it leaves the seat and may come back, and the next person runs the table."""
    desk = Desk()
    desk.join("ben")
    done = desk.done(ResetSeat(Seat(0)))
    assert Told(HostGiven(Seat(1), "Ben")) in done.record.facts
    assert desk.table.chairs[0] is None
    desk.join("ann")
    assert desk.table.chairs[0] is not None


def test_the_last_person_of_a_table_before_the_game() -> None:
    """A table that nobody is left at is closed."""
    desk = Desk()
    desk.done(ResetSeat(Seat(0)))
    assert desk.table.closed
    assert desk.denied(ResetSeat(Seat(0))).code is ErrorCode.NOT_NOW


def test_a_bot_before_the_game_is_removed() -> None:
    """A seat that a bot has is free again; one that is free, or that there is not, stays as it is."""
    desk = Desk()
    desk.done(asked(desk.cause("ann"), FillSeats, Seat(2)))
    desk.done(ResetSeat(Seat(2)))
    assert desk.table.chairs[2] is None
    for seat in (2, 9):
        assert desk.denied(ResetSeat(Seat(seat))).code is ErrorCode.NOT_NOW


def test_a_seat_in_a_game_is_a_bots() -> None:
    """Whoever had it has left for good; the seat of a bot stays a bot's."""
    desk = a_game()
    done = desk.done(ResetSeat(Seat(1)))
    assert any(isinstance(fact, Told) and isinstance(fact.event, Resigned) for fact in done.record.facts)
    chair = desk.table.chairs[1]
    assert chair is not None
    assert chair.bot
    assert not chair.account
    for seat in (1, 2, 9):
        assert desk.denied(ResetSeat(Seat(seat))).code is ErrorCode.NOT_NOW
