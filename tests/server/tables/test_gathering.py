"""What the log tells of people who meet."""

import pytest

from protocol.vocabulary import Seat
from server.tables.chairs import Chair, Gathering, gather, gathering_event
from server.tables.log import DamagedLog, HostGiven, Meeting, ReadySet, RematchMade, SeatFreed, SeatKept

CHAIRS = (Chair("Ann", account="ann"), None, Chair("Megan", bot="plain"))


def told(seat: int) -> list[Meeting]:
    """Give every fact about somebody at a seat."""
    place = Seat(seat)
    return [HostGiven(place), SeatFreed(place), ReadySet(place, ready=True), RematchMade("x", place)]


@pytest.mark.parametrize("fact", [fact for seat in (-1, 1, 3) for fact in told(seat)])
def test_a_fact_about_nobody_is_damage(fact: Meeting) -> None:
    """A log that tells of somebody where nobody sits was not written by a table."""
    with pytest.raises(DamagedLog, match=f"somebody at seat {fact.seat}, where nobody sits"):
        gathering_event(Gathering(), CHAIRS, fact)


def test_a_kept_seat_out_of_reach_is_damage() -> None:
    """A seat that the table does not have cannot be kept for anybody."""
    with pytest.raises(DamagedLog, match="seat 3"):
        gathering_event(Gathering(), CHAIRS, SeatKept(Seat(3), "ben", "Ben"))


def test_only_the_keeping_of_a_seat_is_told_to_nobody() -> None:
    """That a seat is kept belongs to how a table is made; all else is an event."""
    assert all(gathering_event(Gathering(), CHAIRS, fact) is not None for fact in (*told(0), *told(2)))
    assert gathering_event(Gathering(), CHAIRS, SeatKept(Seat(1), "ben", "Ben")) is None


def test_the_role_of_a_bot_is_nobodys() -> None:
    """Where a log gives the role to a bot, the table is its maker's again."""
    assert gather(Gathering(host="ann"), CHAIRS, HostGiven(Seat(2)))[0].host == ""
