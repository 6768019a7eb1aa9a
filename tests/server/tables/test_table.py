"""The fold that makes a table from its log."""

import pytest
from msgspec.structs import replace

from protocol.game import Answered
from protocol.message import Seat
from protocol.seating import Began
from protocol.setup import Setup
from server.tables.log import DamagedLog, LogRecord, Opened, PersonLeft, Told
from server.tables.table import advance, fold
from tests.server.lots import LOTS
from tests.server.tables.desk import Desk, stored

GAMES = {"lots": LOTS}


def record(*facts: Opened | Told | PersonLeft) -> LogRecord:
    """Give a record of these facts."""
    return LogRecord(facts, 0.0)


def test_the_log_gives_the_table() -> None:
    """A table folded from its log is the table, and every event has its number."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    desk.play_a_deal()
    folded = fold(GAMES, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
    assert [step.table.seq for step in folded.steps] == list(range(1, desk.table.seq + 1))
    assert [step.event for step in folded.steps] == [step.event for step in desk.steps]


def test_an_empty_log_is_no_table() -> None:
    """A name that was never used folds to nothing."""
    assert fold(GAMES, ()) is None


def test_a_step_shows_the_table_after_its_event() -> None:
    """Each event of a record comes with the table just after it, not with the last one."""
    desk = Desk()
    done = desk.done(desk.start())
    assert [len([chair for chair in step.table.chairs if chair]) for step in done.progress.steps] == [2, 3, 3]
    assert done.progress.steps[-1].event == Began()


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([record()], "does not open a table"),
        ([record(Told(Began()))], "does not open a table"),
        ([record(Opened("a", Setup("whist", 4), (), "ann"))], "'whist', a game that this server does not have"),
        ([record(Opened("a", Setup("lots", 9), (), "ann"))], "a setup that the game refuses"),
        ([record(Opened("a", Setup("lots", 3), (), "ann"), PersonLeft(Seat(1)))], "seat 1, where nobody sits"),
        ([record(Opened("a", Setup("lots", 3), (), "ann"), PersonLeft(Seat(7)))], "seat 7, where nobody sits"),
    ],
)
def test_a_damaged_log_says_so(log: list[LogRecord], why: str) -> None:
    """What no table has written is refused in words."""
    with pytest.raises(DamagedLog, match=why):
        fold(GAMES, log)


def test_a_newer_record_is_refused() -> None:
    """A record of a version that is not known is not guessed at."""
    desk = Desk()
    newer = replace(desk.log[0], version=99)
    with pytest.raises(DamagedLog, match="version 99; this server reads 1"):
        fold(GAMES, [newer])
    with pytest.raises(DamagedLog, match="version 99"):
        advance(desk.table, newer)


def test_the_state_is_the_fold_of_the_game() -> None:
    """The game's state at the table is what its events make of it."""
    desk = Desk()
    desk.done(desk.start())
    desk.play_a_deal()
    state = LOTS.start(desk.table.opened.setup)
    for step in desk.steps:
        if isinstance(step.event, Answered):
            state = LOTS.evolve(state, step.event)
    assert stored(replace(desk.table, state=state)) == stored(desk.table)
