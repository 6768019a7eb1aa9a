"""Pauses, lost connections, stepping away, resigning, and what is left of the time of who goes."""

from collections.abc import Callable

import pytest
from msgspec import json
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.message import Seat
from protocol.table import Absence, CameBack, Pause, Paused, Resign, Resigned, Resumed, StoodIn, TablePhase
from server.tables.chairs import Chair, resigned
from server.tables.clock import PAUSE_SECONDS, due, lefts, missed, next_alarm, table_time
from server.tables.commands import Asked, Command, Done, Granted
from server.tables.heading import end_of, heading, is_open, players, record_of
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import (
    DAY,
    NOW,
    Desk,
    fold,
    playing,
    rest,
    step_away,
    stored,
    table_view,
    tick,
    tick_done,
    wait,
    withdraw,
)

ANN, BEN = Seat(0), Seat(1)


def ben(desk: Desk) -> Chair:
    """Give Ben's chair."""
    chair = desk.table.chairs[BEN]
    assert chair is not None
    return chair


def test_a_lost_connection_is_waited_for() -> None:
    """The others see at once that someone has gone, and until when they are waited for."""
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


def test_coming_back() -> None:
    """Who comes back has the seat again at once, and everyone is told."""
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
    """An action brings someone back who had stepped away, in the same record."""
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


def test_resigning() -> None:
    """Who resigns has no seat any more; a bot plays it under the same name."""
    desk = playing()
    done = desk.done(withdraw(desk, "ben"))
    assert desk.steps[-1].event == Resigned(BEN, "Ben", "plain")
    assert done.record.facts[-1] == Resigned(BEN, "Ben", "plain")
    assert (ben(desk).name, ben(desk).account, ben(desk).bot) == ("Ben", "", "plain")
    assert resigned(desk.table.chairs, "ben")
    assert desk.denied(desk.sit("ben")).code is ErrorCode.NOT_NOW
    assert desk.denied(desk.move("ben", bid(1))).code is ErrorCode.NOT_SEATED
    assert table_view(desk.table, None).seats[BEN].away is False
    desk.join("cat")
    assert (ben(desk).name, ben(desk).account, ben(desk).resigned) == ("Cat", "cat", "")


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
    assert json.decode(record_of(end, "1", "now"))["names"] == ["Ann", "Ben (left)", "Megan (bot)"]
    assert players(end) == {"ann", "ben"}


def test_what_was_used_is_written_down_when_the_last_one_goes() -> None:
    """A table falls asleep with a record of the time that has run, and wakes with what was left."""
    desk = playing(30, 60)
    wait(desk, 10)
    assert isinstance(desk.go("ann"), Granted)
    wait(desk, 12)
    outcome = desk.go("ben")
    assert isinstance(outcome, Done)
    assert (outcome.record.facts, outcome.record.spent, outcome.progress.steps) == ((), 22, ())
    assert next_alarm(desk.table) is None
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
    desk.join("ann")
    assert lefts(desk.table) == {ANN: 68, BEN: 68}


def test_what_is_not_playing_does_not_sleep() -> None:
    """Before the game there is nothing to write down, nor where a move has days."""
    assert isinstance(Desk().go("ann"), Granted)
    desk = playing(2 * DAY)
    wait(desk, 1000)
    desk.go("ann")
    assert isinstance(desk.go("ben"), Granted)
    assert desk.table.moment.lapsed == 1000


@pytest.mark.parametrize("way", [step_away, Desk.leave])
def test_going_away_and_back_wins_no_time(way: Callable[[Desk, str], Command]) -> None:
    """Who steps away or leaves, and is back before the bot has acted, has what was left."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(way(desk, "ann"))
    desk.done(desk.sit("ann"))
    assert lefts(desk.table) == {ANN: 50, BEN: 50}
    assert desk.table.times.banks == (60, 60, 60)


def test_what_a_bot_does_for_somebody_ends_their_move() -> None:
    """Then the time beyond that for a move is paid from the bank, and the next move has all its time."""
    desk = playing(30, 60)
    wait(desk, 40)
    desk.done(step_away(desk, "ann"))
    desk.done(desk.bot_move(ANN))
    desk.done(desk.sit("ann"))
    assert desk.table.times.banks == (50, 60, 60)
    assert desk.table.times.used == (0, 40, 0)


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


def test_a_wish_counts_while_its_person_is_there() -> None:
    """Who has asked and goes has not asked as long as they are gone, and everyone sees that."""
    desk = playing()
    desk.done(rest(desk, "ann"))
    desk.go("ann")
    assert table_view(desk.table, None).pause is None
    desk.done(rest(desk, "ben"))
    assert desk.steps[-1].event == Paused((BEN,))
    assert table_view(desk.table, None).pause == Pause((BEN,), NOW, NOW + PAUSE_SECONDS)


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
    """When everyone goes nobody wants a pause any more: who comes back another day has to ask again."""
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
    """What is left of a pause is left when someone comes back; until then nobody knows when it ends."""
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
