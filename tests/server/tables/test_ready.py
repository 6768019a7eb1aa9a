"""When a game begins by itself."""

import pytest

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.seating import Began, FillSeats, Readied, RemoveSeat, SeatTaken, SetReady
from protocol.setup import Arrangement
from protocol.tableview import TablePhase
from server.tables.commands import Asked, Sit
from server.tables.projection import table_view
from server.tables.table import arrive
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk


def ready(desk: Desk, account: str, *, wanted: bool = True) -> Asked:
    """Give what somebody says of themselves."""
    return asked(desk.cause(account), SetReady, wanted)


def begun(desk: Desk) -> bool:
    """Say whether the game is on."""
    return desk.table.phase is TablePhase.PLAYING


def test_people_say_that_they_are_ready() -> None:
    """Everybody sees who is ready, and who has taken it back."""
    desk = Desk()
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    assert desk.steps[-1].event == Readied(Seat(1), ready=True)
    assert [occupant.ready for occupant in table_view(desk.table, None).seats if occupant] == [False, True]
    desk.granted(ready(desk, "ben"))
    desk.done(ready(desk, "ben", wanted=False))
    assert desk.steps[-1].event == Readied(Seat(1), ready=False)
    assert desk.table.gathering.ready == frozenset()


def test_a_full_table_of_ready_people_begins() -> None:
    """Once every seat is taken and the last one is ready, the game begins with that."""
    desk = Desk(2)
    desk.done(ready(desk, "ann"))
    desk.join("ben")
    assert not begun(desk)
    desk.done(ready(desk, "ben"))
    assert desk.steps[-1].event == Began()
    assert begun(desk)
    assert desk.table.gathering.ready == frozenset()
    assert desk.denied(ready(desk, "ben")).code is ErrorCode.NOT_NOW


def test_ready_people_need_not_be_a_full_table() -> None:
    """Once all who have come are ready, and there are two of them, bots take the free seats and the game begins."""
    desk = Desk(4)
    desk.join("ben")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    desk.done(ready(desk, "ben"))
    assert begun(desk)
    assert [step.event.__class__ for step in desk.steps[-4:]] == [Readied, SeatTaken, SeatTaken, Began]
    assert [bool(chair and chair.bot) for chair in desk.table.chairs] == [False, False, True, True]


def test_who_comes_a_second_late_takes_over_a_bot() -> None:
    """The invitation is good after the beginning, too."""
    desk = Desk(3)
    desk.join("ben")
    for account in ("ann", "ben"):
        desk.done(ready(desk, account))
    desk.join("cat")
    assert [chair and chair.account for chair in desk.table.chairs] == ["ann", "ben", "cat"]


def test_nobody_begins_alone() -> None:
    """One person waits for others, however ready."""
    desk = Desk(3)
    desk.done(ready(desk, "ann"))
    assert not begun(desk)


def test_where_bots_keep_their_seats_the_free_ones_are_waited_for() -> None:
    """Nobody could sit down there any more: as long as somebody else could come, only the host begins."""
    desk = Desk(3, arrangement=Arrangement(takeover=False))
    desk.join("ben")
    for account in ("ann", "ben"):
        desk.done(ready(desk, account))
    assert not begun(desk)
    desk.done(asked(desk.cause("ann"), FillSeats))
    assert begun(desk)


@pytest.mark.parametrize("way", ["leaves", "is removed"])
def test_who_goes_is_not_waited_for(way: str) -> None:
    """When the only one who is not ready has got up, all the others are ready."""
    desk = Desk(4)
    desk.join("ben")
    desk.join("cat")
    for account in ("ann", "ben"):
        desk.done(ready(desk, account))
    desk.done(desk.leave("cat") if way == "leaves" else asked(desk.cause("ann"), RemoveSeat, Seat(2)))
    assert begun(desk)


def test_who_is_back_is_not_waited_for() -> None:
    """A ready person whose connection was gone is the last one, once they are there again."""
    desk = Desk(3)
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    desk.lose("ben")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    desk.join("ben")
    assert begun(desk)


def test_bots_are_always_ready() -> None:
    """When a bot takes the last free seat at a table of ready people, the game begins."""
    desk = Desk(2, arrangement=Arrangement(takeover=False))
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    desk.done(asked(desk.cause("ann"), FillSeats))
    assert begun(desk)


def test_who_is_not_here_is_not_ready() -> None:
    """A person whose connection is gone is waited for, whatever they have said."""
    desk = Desk(2)
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    desk.lose("ben")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)


def test_who_comes_is_not_ready_yet() -> None:
    """A seat that changes hands does not keep what its person has said."""
    desk = Desk(2)
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    desk.done(asked(desk.cause("ann"), RemoveSeat, Seat(1)))
    desk.join("cat")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    assert desk.table.gathering.ready == {0}


def test_who_comes_can_be_ready_at_once() -> None:
    """Who sits down and is ready with it can be the one who was waited for; in the game it means nothing."""
    desk = Desk(2)
    desk.done(ready(desk, "ann"))
    desk.join("ben")
    desk.done(desk.leave("ben"))
    desk.done(Sit(desk.cause("ben"), "Ben", ready=True))
    assert begun(desk)
    running = Desk(2)
    running.done(running.start())
    running.done(Sit(running.cause("ben"), "Ben", ready=True))
    assert running.table.gathering.ready == frozenset()


def test_a_beginning_is_nobody_s_command() -> None:
    """Whoever is back by an old command does not make newer ones look spent, nor this one."""
    desk = Desk(3)
    desk.join("ben")
    old = desk.sit("ben")
    desk.done(ready(desk, "ben"))
    desk.lose("ben")
    desk.done(ready(desk, "ann"))
    desk.table = arrive(desk.table, "ben")
    assert desk.done(old).record.cause is None
    assert begun(desk)
    desk.granted(old)
