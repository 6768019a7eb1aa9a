"""The clocks of a table: what they show, and when they show something else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table, seated
from chwech_tui.model.ink import plain
from chwech_tui.model.question import starting
from chwech_tui.model.times import absences, banks, clock_line, duration, next_change
from protocol.message import Seat
from protocol.setup import Arrangement, TableTime
from protocol.table import Occupant, Pause, TablePhase
from tests.chwech_tui.values import EMPTY, KIND, table

NOW = 1_000_000.0


def shown(now: Table, moment: float = NOW) -> str:
    """Give what the clock of a table shows."""
    return plain(clock_line(boards.changed(EMPTY, now), moment)).strip()


def timed(seconds: float, bank: float = 0.0) -> Table:
    """Give a table where so many seconds are left for a move, and then the bank."""
    whole = seconds + bank
    time = TableTime(NOW, (Seat(0),), whole, (bank,) * 4, NOW + whole, NOW + seconds)
    return replace(table(), time=time)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (-3, "0:00"),
        (8.2, "0:09"),
        (247, "4:07"),
        (3600, "1 h 00 min"),
        (11_100, "3 h 05 min"),
        (86_400, "1 d 0 h"),
        (2 * 86_400 + 3 * 3600 + 1, "2 d 3 h"),
    ],
)
def test_how_long_something_lasts_is_short_to_read(seconds: float, text: str) -> None:
    """Minutes and seconds, then hours, then days."""
    assert duration(seconds) == text


def test_a_move_counts_down_and_then_its_bank() -> None:
    """The reserve is named once it is all that is left."""
    now = timed(20, 90)
    assert [shown(now, NOW + passed) for passed in (0, 19.5, 20, 50, 200)] == [
        "0:20",
        "0:01",
        "bank 1:30",
        "bank 1:00",
        "0:00",
    ]
    assert shown(timed(20), NOW + 15) == "0:05"


def test_a_clock_shows_what_is_left() -> None:
    """Nothing counts down without a deadline, before the game or after it; a pause does in place of a move."""
    still = replace(table(), time=TableTime(NOW, (Seat(0),), 12.0, (0.0,) * 4))
    assert shown(still, NOW + 100) == "0:12"
    assert next_change(boards.changed(EMPTY, still), NOW) is None
    paused = replace(timed(20), pause=Pause((Seat(0),), NOW, NOW + 1800))
    assert shown(paused, NOW + 60) == "29:00"
    assert next_change(boards.changed(EMPTY, paused), NOW) == pytest.approx(1.0)
    assert shown(table()) == ""
    assert clock_line(Board(), NOW) == ()
    assert shown(replace(timed(20), phase=TablePhase.OVER)) == ""
    assert next_change(Board(), NOW) is None
    assert next_change(boards.changed(EMPTY, replace(timed(20), phase=TablePhase.OVER)), NOW) is None
    assert starting(Board()) == ""


def test_absence_is_a_word_for_each_kind() -> None:
    """Not at the table and waited for, not at the table, and away with a bot in between."""
    seats = (
        Occupant("Megan"),
        Occupant("Owain", here=False, grace=NOW + 31),
        Occupant("Rhys", "steady", away=True),
        Occupant("Nia", here=False),
        None,
    )
    now = boards.changed(EMPTY, replace(table(), seats=seats))
    assert absences(now, NOW) == ("", "away 0:31", "away: bot", "away", "")
    assert next_change(now, NOW) == pytest.approx(1.0)
    alone = replace(table(), seats=(Occupant("Megan", "steady", away=True), *(Occupant("Rhys", "steady"),) * 3))
    assert absences(boards.changed(EMPTY, alone), NOW)[0] == "away"
    assert absences(Board(), NOW) == ()
    assert absences(boards.changed(EMPTY, replace(table(), seats=seats, phase=TablePhase.OVER)), NOW) == ()


@given(st.floats(0.01, 200_000))
@example(86_400.0)
@example(17_220.0)
@example(3600.0)
def test_the_clock_is_looked_at_when_it_changes(seconds: float) -> None:
    """Until then it shows the same; after it, where there is time left, something else or as little."""
    now = timed(seconds)
    change = next_change(boards.changed(EMPTY, now), NOW)
    assert change is not None
    assert change > 0
    assert shown(now, NOW + change / 2) == shown(now, NOW + min(change, 0.001) / 2)
    assert change <= 60.001


def test_the_banks_are_those_of_the_prompt() -> None:
    """The bank in use runs in the column as in the prompt; the others stand still, as do all without a deadline."""
    now = timed(20, 90)
    own = [banks(boards.changed(EMPTY, now), NOW + passed)[0] for passed in (0, 20, 20.5, 50, 200)]
    assert own == ["1:30", "1:30", "1:30", "1:00", "0:00"]
    assert banks(boards.changed(EMPTY, now), NOW + 50)[1:] == ("1:30", "1:30", "1:30")
    still = replace(now, time=TableTime(NOW, (Seat(0),), 50.0, (90.0, 61.0, 90.0, 90.0)))
    assert banks(boards.changed(EMPTY, still), NOW + 200) == ("0:50", "1:01", "1:30", "1:30")
    assert banks(Board(), NOW) == banks(boards.changed(EMPTY, table()), NOW) == ()


ANN = Occupant("Ann", ready=True)
BEN = Occupant("Ben")
BOT = Occupant("Dylan", bot="steady")


def gathering(*seats: Occupant | None, **changes: object) -> Table:
    """Give a table of these people before the game, as the first of them sees it."""
    return replace(table(None, TablePhase.GATHERING), seats=seats, **changes)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (
            gathering(ANN, BEN, None, None),
            (
                "Not ready yet: Ben. The game begins when all are ready, with 2 bots in the free seats; "
                "latecomers take them over."
            ),
        ),
        (
            gathering(BEN, ANN, BOT, None),
            (
                "You are not ready yet. The game begins when all are ready, with 1 bot in the free seat; "
                "latecomers take it over."
            ),
        ),
        (
            gathering(BEN, replace(ANN, here=False), BOT),
            "Not ready yet: Ann and you. The game begins when all are ready.",
        ),
        (
            gathering(ANN, None, BOT),
            "The game begins when others have come and all are ready, or when the host begins.",
        ),
        (
            gathering(ANN, ANN, None, arrangement=Arrangement(takeover=False)),
            "The game begins when every seat is taken and all are ready, or when the host begins.",
        ),
        (
            gathering(ANN, ANN, None, kept=("", "", "Cat")),
            "The game begins when everyone with a kept seat has come, or when the host begins it.",
        ),
    ],
)
def test_what_the_game_waits_for(there: Table, said: str) -> None:
    """Who is not ready, and what becomes of the free seats."""
    assert starting(seated(Board(), there, KIND)) == said
