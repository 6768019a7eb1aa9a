"""A pause: everybody who is there agrees to it, and anybody ends it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.absence import Pause, Paused, Resumed
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.tableview import TablePhase
from server.tables.clock import PAUSE_SECONDS, due, next_alarm, table_time
from server.tables.commands import Command, Granted
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import NOW, Desk, stored
from tests.server.tables.sandglass import DAY, playing, rest, step_away, tick, tick_done, wait, withdraw

ANN, BEN = Seat(0), Seat(1)


def resting(seconds: float = 0) -> Desk:
    """Give a game that has been paused."""
    desk = playing(seconds)
    desk.done(rest(desk, "ann"))
    desk.done(rest(desk, "ben"))
    return desk


def test_a_pause_needs_everybody() -> None:
    """One asks, the other agrees: only then the game rests."""
    desk = playing()
    asked = desk.done(rest(desk, "ann"))
    assert not asked.progress.steps
    assert table_view(desk.table, None).pause == Pause((ANN,))
    assert due(desk.table)
    desk.granted(rest(desk, "ann"))
    desk.done(rest(desk, "ben"))
    assert desk.steps[-1].event == Paused((ANN, BEN))
    assert table_view(desk.table, None).pause == Pause((ANN, BEN), NOW, NOW + PAUSE_SECONDS)
    desk.granted(rest(desk, "ann"))


def test_who_is_not_there_is_not_asked() -> None:
    """Those who are connected agree among themselves."""
    desk = playing()
    desk.lose("ben")
    desk.done(rest(desk, "ann"))
    assert desk.steps[-1].event == Paused((ANN,))


def test_who_goes_is_asked_no_more() -> None:
    """When the last one who has not agreed loses the connection all who are there have: the game rests."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.go("ben")
    assert desk.steps[-1].event == Paused((ANN,))


@pytest.mark.parametrize("way", [step_away, withdraw, Desk.leave])
def test_who_gets_up_is_asked_no_more(way: Callable[[Desk, str], Command]) -> None:
    """The same where they step away, leave or resign, with the record that says so."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.done(way(desk, "ben"))
    assert desk.steps[-1].event == Paused((ANN,))
    assert len(desk.steps[-1].table.chairs) == 3


def test_who_is_idle_is_asked_no_more() -> None:
    """Nor does a pause wait for somebody who has let the time run out too often."""
    desk = playing(30)
    desk.done(rest(desk, "ben"))
    desk.done(desk.move("ben", bid(1)))
    desk.table = replace(desk.table, times=replace(desk.table.times, outs=(2, 0, 0)))
    wait(desk, 30)
    tick_done(desk)
    assert desk.steps[-1].event == Paused((BEN,))


def test_a_wish_counts_while_its_person_is_there() -> None:
    """Who has asked and goes has not asked as long as they are gone, and everybody sees that."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.go("ann")
    assert table_view(desk.table, None).pause is None
    desk.done(rest(desk, "ben"))
    assert desk.steps[-1].event == Paused((BEN,))
    assert table_view(desk.table, None).pause == Pause((BEN,), NOW, NOW + PAUSE_SECONDS)


def test_a_wish_outlives_a_moment_without_a_connection() -> None:
    """Who is back before a bot has played for them still wants it."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.go("ann")
    desk.join("ann")
    assert table_view(desk.table, None).pause == Pause((ANN,))


@pytest.mark.parametrize("way", [step_away, withdraw, Desk.leave])
def test_a_wish_ends_with_getting_up(way: Callable[[Desk, str], Command]) -> None:
    """Who steps away, leaves or resigns wants no pause any more, also when they, or another, sit there again."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.done(way(desk, "ann"))
    assert table_view(desk.table, None).pause is None
    assert desk.table.phase is TablePhase.PLAYING
    desk.join("cat" if way is withdraw else "ann")
    assert table_view(desk.table, None).pause is None
    desk.done(rest(desk, "ben"))
    assert table_view(desk.table, None).pause == Pause((BEN,))


def test_no_wish_outlives_an_empty_table() -> None:
    """When everybody goes nobody wants a pause any more: who comes back another day has to ask again."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.go("ann")
    desk.go("ben")
    assert not desk.table.times.wishes
    desk.join("ann")
    assert table_view(desk.table, None).pause is None


def test_a_wish_can_be_taken_back() -> None:
    """Who has asked may think better of it; the next deal forgets who has asked."""
    desk = playing()
    desk.granted(rest(desk, "ann", paused=False))
    desk.done(rest(desk, "ann"))
    desk.done(rest(desk, "ann", paused=False))
    assert table_view(desk.table, None).pause is None
    desk.done(rest(desk, "ann"))
    for account in ("ann", "ben"):
        desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    for account in ("ann", "ben"):
        desk.done(desk.agree(account))
    desk.done(desk.deal())
    assert table_view(desk.table, None).pause is None


def test_nobody_acts_meanwhile() -> None:
    """Persons, bots and chance are refused, and nothing is due."""
    desk = resting()
    assert due(desk.table) == ()
    assert desk.denied(desk.move("ann", bid(1))).text == "the game is paused: end the pause first"
    assert desk.denied(desk.bot_move(2)).code is ErrorCode.NOT_NOW


def test_nobody_agrees_meanwhile() -> None:
    """Between two deals a pause holds up the next one."""
    desk = playing()
    for account in ("ann", "ben"):
        desk.done(desk.move(account, bid(1)))
    desk.done(desk.bot_move(2))
    desk.done(rest(desk, "ann"))
    desk.done(rest(desk, "ben"))
    assert desk.denied(desk.agree("ann")).code is ErrorCode.NOT_NOW
    desk.lose("ann")
    desk.lose("ben")
    assert desk.denied(desk.deal()).code is ErrorCode.NOT_NOW


def test_anybody_ends_it() -> None:
    """One who is there is enough, and the game goes on as it was."""
    desk = resting()
    desk.done(rest(desk, "ben", paused=False))
    assert desk.steps[-1].event == Resumed(BEN)
    assert table_view(desk.table, None).pause is None
    desk.done(desk.move("ann", bid(1)))


def test_it_ends_by_itself() -> None:
    """After half an hour the game goes on."""
    desk = resting()
    wait(desk, PAUSE_SECONDS - 1)
    assert next_alarm(desk.table) == 1
    assert isinstance(tick(desk), Granted)
    wait(desk, 1)
    tick_done(desk)
    assert desk.steps[-1].event == Resumed()


def test_the_clock_stands_meanwhile() -> None:
    """A pause takes nothing from anybody's time."""
    desk = playing(30)
    wait(desk, 10)
    desk.done(rest(desk, "ann"))
    desk.done(rest(desk, "ben"))
    wait(desk, 1000)
    time = table_time(desk.table)
    assert time is not None
    assert (time.left, time.deadline) == (20, None)
    desk.done(rest(desk, "ben", paused=False))
    assert next_alarm(desk.table) == 20


def test_a_pause_lasts_while_nobody_is_there() -> None:
    """What is left of a pause is left when somebody comes back; until then nobody knows when it ends."""
    desk = resting()
    wait(desk, 100)
    desk.go("ann")
    wait(desk, 100)
    desk.go("ben")
    assert desk.table.times.rest == 200
    desk.table = replace(desk.table, moment=replace(desk.table.moment, going=False))
    assert next_alarm(desk.table) is None
    pause = table_view(desk.table, None).pause
    assert pause is not None
    assert (pause.since, pause.until) == (NOW, None)


def test_when_there_is_no_pause() -> None:
    """Without a game, and where a move has days, there is nothing to pause."""
    desk = Desk()
    assert desk.denied(rest(desk, "ann")).code is ErrorCode.NOT_NOW
    desk = playing(DAY)
    assert desk.denied(rest(desk, "ann")).code is ErrorCode.NOT_NOW


def test_the_log_tells_of_a_pause() -> None:
    """The fold of a log with a pause is the table."""
    desk = resting(30)
    wait(desk, 100)
    desk.done(rest(desk, "ben", paused=False))
    wait(desk, 5)
    desk.done(desk.move("ann", bid(1)))
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
