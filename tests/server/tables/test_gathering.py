"""What the log tells of people who meet."""

import pytest

from protocol.absence import Absence, Resigned, StoodIn, TimedOut
from protocol.message import Seat
from protocol.seating import Event, HostGiven, Readied, RematchOffered, Removed
from server.tables.chairs import Chair, Gathering, reseat
from server.tables.log import DamagedLog, LogRecord, PersonLeft, SeatKept, Told
from server.tables.table import advance
from tests.server.tables.desk import NOW, Desk


def about(seat: int) -> list[Event]:
    """Give every event of the log about somebody at a seat."""
    place = Seat(seat)
    return [
        HostGiven(place, ""),
        Removed(place, ""),
        Readied(place, ready=True),
        RematchOffered("x", place),
        StoodIn(place, "", "plain", Absence.LOST),
        Resigned(place, "", "plain"),
        TimedOut(place, ""),
    ]


@pytest.mark.parametrize("event", [event for seat in (-1, 1, 3) for event in about(seat)], ids=repr)
def test_an_event_about_nobody_is_damage(event: Event) -> None:
    """A log that tells of somebody where nobody sits was not written by a table."""
    with pytest.raises(DamagedLog, match="where nobody sits"):
        advance(Desk().table, LogRecord((Told(event),), NOW))


def test_nobody_leaves_a_seat_that_is_free() -> None:
    """A log in which somebody gets up where nobody sits was not written by a table."""
    with pytest.raises(DamagedLog, match="somebody at seat 1, where nobody sits"):
        advance(Desk().table, LogRecord((PersonLeft(Seat(1)),), NOW))


def test_a_kept_seat_out_of_reach_is_damage() -> None:
    """A seat that the table does not have cannot be kept for anybody."""
    with pytest.raises(DamagedLog, match="seat 3"):
        advance(Desk().table, LogRecord((SeatKept(Seat(3), "ben", "Ben"),), NOW))


def test_the_role_of_a_bot_is_nobodys() -> None:
    """Where a log gives the role to a bot, the table is its maker's again."""
    chairs = (Chair("Ann", account="ann"), None, Chair("Megan", bot="plain"))
    assert reseat(Gathering(host="ann"), chairs, HostGiven(Seat(2), "Megan"))[0].host == ""
