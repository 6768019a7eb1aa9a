"""Who is away: a bot plays for them until they are back, or for good."""

import pytest
from msgspec import json

from protocol.absence import Absence, CameBack, Resign, Resigned, StoodIn
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.message import Seat
from protocol.tableview import TablePhase
from server.tables.absence import missed
from server.tables.chairs import Chair, resigned
from server.tables.clock import due
from server.tables.commands import Asked, Granted
from server.tables.heading import end_of, heading, is_open, players, record_of
from server.tables.log import TableClosed, Told
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import NOW, Desk, stored
from tests.server.tables.sandglass import DAY, playing, rest, step_away, tick, tick_done, wait, withdraw

ANN, BEN = Seat(0), Seat(1)


def ben(desk: Desk) -> Chair:
    """Give Ben's chair."""
    chair = desk.table.chairs[BEN]
    assert chair is not None
    return chair


def test_a_lost_connection_is_waited_for() -> None:
    """The others see at once that somebody has gone, and until when they are waited for."""
    desk = playing()
    desk.lose("ben")
    assert missed(desk.table) == {"ben"}
    wait(desk, 10, {"ben": 30.0})
    shown = table_view(desk.table, ANN).seats[BEN]
    assert shown is not None
    assert (shown.here, shown.away, shown.grace) == (False, False, NOW + 40)
    assert isinstance(tick(desk), Granted)


def test_after_the_grace_a_bot_plays_on() -> None:
    """A bot of the table's level plays for who does not come back; the seat stays theirs."""
    desk = playing()
    desk.lose("ben")
    wait(desk, 40, {"ben": 0.0})
    tick_done(desk)
    assert desk.steps[-1].event == StoodIn(BEN, "Ben", "plain", Absence.LOST)
    assert (ben(desk).account, ben(desk).bot) == ("ben", "plain")
    shown = table_view(desk.table, ANN).seats[BEN]
    assert shown is not None
    assert (shown.away, shown.grace) == (True, None)
    assert missed(desk.table) == frozenset()
    desk.done(desk.bot_move(BEN))


def test_who_is_back_in_time_keeps_the_seat() -> None:
    """Nothing comes of a grace that has run out for somebody who is here."""
    desk = playing()
    desk.lose("ben")
    desk.join("ben")
    wait(desk, 40, {"ben": 0.0})
    assert isinstance(tick(desk), Granted)


def test_coming_back() -> None:
    """Who comes back has the seat again at once, and everybody is told."""
    desk = playing()
    desk.lose("ben")
    wait(desk, 40, {"ben": 0.0})
    tick_done(desk)
    desk.join("ben")
    assert desk.steps[-1].event == CameBack(BEN, "Ben")
    desk.done(desk.move("ben", bid(1)))


def test_nobody_is_waited_for_at_a_table_that_sleeps() -> None:
    """With nobody connected, before the game, while it rests and where a move has days, no grace runs."""
    desk = playing()
    desk.lose("ben")
    desk.lose("ann")
    assert missed(desk.table) == frozenset()
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.done(rest(desk, "ben"))
    desk.lose("ben")
    assert missed(desk.table) == frozenset()
    desk = playing(DAY)
    desk.lose("ben")
    assert missed(desk.table) == frozenset()
    desk = Desk()
    desk.join("ben")
    desk.lose("ben")
    assert missed(desk.table) == frozenset()


def test_stepping_away() -> None:
    """Who steps away is stood in for; saying so twice changes nothing, and neither does being back twice."""
    desk = playing()
    gone = desk.done(step_away(desk, "ben"))
    assert gone.progress.steps[-1].event == StoodIn(BEN, "Ben", "plain", Absence.AWAY)
    desk.granted(step_away(desk, "ben"))
    here = desk.done(step_away(desk, "ben", away=False))
    assert here.progress.steps[-1].event == CameBack(BEN, "Ben")
    desk.granted(step_away(desk, "ben", away=False))


def test_stepping_away_needs_a_game() -> None:
    """Before the game and after it there is nothing to step away from."""
    desk = Desk()
    assert desk.denied(step_away(desk, "ann")).code is ErrorCode.NOT_NOW


def test_who_acts_is_back() -> None:
    """An action brings somebody back who had stepped away, in the same record."""
    desk = playing()
    desk.done(step_away(desk, "ben"))
    done = desk.done(desk.move("ben", bid(2)))
    assert [step.event for step in done.progress.steps] == [CameBack(BEN, "Ben"), Answered(BEN, bid(2).said)]
    assert not ben(desk).bot


def test_who_acts_wrongly_is_not_back() -> None:
    """What is refused changes nothing."""
    desk = playing()
    desk.done(step_away(desk, "ben"))
    assert desk.denied(desk.move("ben", bid(7))).code is ErrorCode.ILLEGAL_ACTION


def test_who_agrees_is_back() -> None:
    """So does the agreement to the next deal."""
    desk = playing()
    desk.done(step_away(desk, "ben"))
    desk.done(desk.move("ann", bid(1)))
    for seat in (1, 2):
        desk.done(desk.bot_move(seat))
    desk.done(desk.agree("ben"))
    assert not ben(desk).bot
    assert desk.table.agreed == {BEN}


def test_when_all_have_stepped_away_the_table_sleeps() -> None:
    """Bots do not play among themselves."""
    desk = playing()
    desk.done(step_away(desk, "ben"))
    assert due(desk.table)
    desk.done(step_away(desk, "ann"))
    assert due(desk.table) == ()


def test_resigning() -> None:
    """Who resigns has no seat any more; a bot plays it under the same name."""
    desk = playing()
    done = desk.done(withdraw(desk, "ben"))
    assert desk.steps[-1].event == Resigned(BEN, "Ben", "plain")
    assert done.record.facts[-1] == Told(Resigned(BEN, "Ben", "plain"))
    assert (ben(desk).name, ben(desk).account, ben(desk).bot) == ("Ben", "", "plain")
    assert resigned(desk.table.chairs, "ben")
    assert desk.denied(desk.sit("ben")).code is ErrorCode.NOT_NOW
    assert desk.denied(desk.move("ben", bid(1))).code is ErrorCode.NOT_SEATED
    assert table_view(desk.table, None).seats[BEN].away is False  # type: ignore[union-attr]  # somebody sits there
    desk.join("cat")
    assert (ben(desk).name, ben(desk).account, ben(desk).resigned) == ("Cat", "cat", "")


def test_resigning_while_a_bot_plays() -> None:
    """Who is away can leave for good without coming back first."""
    desk = playing()
    desk.done(step_away(desk, "ben"))
    desk.done(withdraw(desk, "ben"))
    assert desk.steps[-1].event == Resigned(BEN, "Ben", "plain")


def test_the_last_person_resigns() -> None:
    """A game of bots alone is broken off."""
    desk = playing()
    desk.done(withdraw(desk, "ben"))
    done = desk.done(withdraw(desk, "ann"))
    assert done.record.facts[-1] == TableClosed()
    assert due(desk.table) == ()
    assert desk.denied(desk.sit("ann")).code is ErrorCode.UNKNOWN_TABLE


@pytest.mark.parametrize("begun", [True, False], ids=["in the game", "before the game"])
def test_a_game_of_one_s_own_is_given_up(begun: bool) -> None:
    """It closes, bots or not, and nobody can come back to it."""
    desk = Desk()
    if begun:
        desk.done(desk.start())
    desk.done(Asked(desk.cause("ann"), Resign(0, alone=True)))
    assert desk.table.closed
    assert not is_open(heading(desk.table))


@pytest.mark.parametrize("begun", [True, False], ids=["in the game", "before the game"])
def test_a_game_of_others_is_not_given_up(begun: bool) -> None:
    """Where another person has a seat, also one who is away, nothing changes, and the refusal says what to do."""
    desk = Desk()
    desk.join("ben")
    if begun:
        desk.done(desk.start())
        desk.lose("ben")
        desk.done(desk.leave("ben"))
    before = desk.table
    denied = desk.denied(Asked(desk.cause("ann"), Resign(0, alone=True)))
    assert "another person has a seat" in denied.text
    assert desk.table.chairs == before.chairs
    assert not desk.table.closed


def test_resigning_before_and_after_the_game() -> None:
    """Before the game it is leaving; after it nothing is left to give up."""
    desk = Desk()
    desk.join("ben")
    desk.done(withdraw(desk, "ben"))
    assert desk.table.chairs[BEN] is None
    desk = playing(deals=1)
    for account in ("ann", "ben"):
        desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    assert desk.table.phase is TablePhase.OVER
    desk.granted(withdraw(desk, "ben"))


def test_the_record_says_who_left_for_good() -> None:
    """The name of the seat stays, with a mark; the game is still among those that the person played."""
    desk = playing(deals=1)
    desk.done(withdraw(desk, "ben"))
    desk.done(desk.move("ann", bid(1)))
    for seat in (1, 2):
        desk.done(desk.bot_move(seat))
    progress = fold({"lots": LOTS}, desk.log)
    assert progress is not None
    assert stored(progress.table) == stored(desk.table)
    end = end_of(progress)
    assert end is not None
    assert json.decode(record_of(progress, end, "1", "now"))["names"] == ["Ann", "Ben (left)", "Megan (bot)"]
    assert players(end) == {"ann", "ben"}


def test_the_log_tells_of_absence() -> None:
    """The fold of a log with absences is the table."""
    desk = playing()
    done = desk.done(step_away(desk, "ben"))
    assert done.record.facts == (Told(StoodIn(BEN, "Ben", "plain", Absence.AWAY)),)
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
