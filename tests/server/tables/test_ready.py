"""When a game begins by itself."""

from protocol.errors import ErrorCode
from protocol.meeting import Readied
from protocol.seating import Began
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.commands import Fill, Ready, Remove, Sit
from server.tables.told import table_view
from tests.server.tables.desk import Desk


def ready(desk: Desk, account: str, *, wanted: bool = True) -> Ready:
    """Give what somebody says of themselves."""
    return Ready(desk.cause(account), wanted)


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


def test_a_table_with_free_seats_waits() -> None:
    """All may be ready: as long as somebody else could come, only the host begins."""
    desk = Desk()
    desk.join("ben")
    desk.done(ready(desk, "ann"))
    desk.done(ready(desk, "ben"))
    assert not begun(desk)


def test_bots_are_always_ready() -> None:
    """When bots take the last free seats at a table of ready people, the game begins."""
    desk = Desk()
    desk.join("ben")
    desk.done(ready(desk, "ann"))
    desk.done(ready(desk, "ben"))
    desk.done(Fill(desk.cause("ann")))
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
    desk.done(Remove(desk.cause("ann"), Seat(1)))
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
