"""People who are called as bots of the house are: at one table no two have the same name."""

from msgspec.structs import replace

from protocol.absence import Resign, SetAway
from protocol.message import Seat
from protocol.seating import Event, FillSeats, SeatTaken
from protocol.setup import Arrangement
from server.tables.chairs import Chair, Gathering
from server.tables.commands import Sit
from server.tables.heading import entry, heading
from server.tables.table import arrive, fold
from tests.server.lots import LOTS
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk


def names(desk: Desk) -> list[str]:
    """Give the names of the seats."""
    return [chair.name if chair else "" for chair in desk.table.chairs]


def told(desk: Desk, count: int) -> list[Event]:
    """Give the last events."""
    return [step.event for step in desk.steps[-count:]]


def comes(desk: Desk, name: str, account: str = "her") -> None:
    """Let somebody of this name come and sit down."""
    desk.table = arrive(desk.table, account)
    desk.done(Sit(desk.cause(account), name))


def with_bots(players: int, seat: int | None = None) -> Desk:
    """Give a table with one bot, or bots on all other seats."""
    desk = Desk(players)
    desk.done(asked(desk.cause("ann"), FillSeats, None if seat is None else Seat(seat)))
    return desk


def test_a_bot_gives_its_name_to_a_person() -> None:
    """Before the game the bot is called otherwise, and everybody is told; the log tells the same again."""
    desk = with_bots(3, seat=2)
    comes(desk, "MEGAN")
    assert names(desk) == ["Ann", "MEGAN", "Dylan"]
    assert told(desk, 2) == [SeatTaken(Seat(2), "Dylan", "plain", "Megan"), SeatTaken(Seat(1), "MEGAN")]
    progress = fold({"lots": LOTS}, desk.log)
    assert progress is not None
    assert progress.table.chairs == desk.table.chairs


def test_a_bot_that_comes_later_takes_another_name() -> None:
    """Neither that of somebody there, nor of somebody for whom a seat is kept, nor of one who watches."""
    desk = Desk(4)
    comes(desk, "Megan")
    kept = Gathering(kept=(None, None, Chair("Dylan", account="dylan"), None))
    desk.table = replace(desk.table, gathering=kept, watchers=("Cerys",))
    desk.done(asked(desk.cause("ann"), FillSeats))
    assert names(desk) == ["Ann", "Megan", "", "Owain"]


def test_in_a_game_a_person_takes_over_the_bot_of_that_name() -> None:
    """So no other bot need be called otherwise."""
    desk = with_bots(4)
    desk.done(desk.start())
    assert names(desk) == ["Ann", "Megan", "Dylan", "Cerys"]
    comes(desk, "Dylan")
    assert names(desk) == ["Ann", "Megan", "Dylan", "Cerys"]
    assert told(desk, 1) == [SeatTaken(Seat(2), "Dylan", was="Dylan")]


def test_somebody_who_comes_back_with_a_new_name_has_it_alone() -> None:
    """Whoever plays on their own machine may change their name; the bot that had it is called otherwise, even then."""
    desk = with_bots(3)
    desk.done(desk.start())
    desk.done(asked(desk.cause("ann"), SetAway, away=True))
    desk.done(Sit(desk.cause("ann"), "Dylan"))
    assert names(desk) == ["Dylan", "Megan", "Cerys"]


def test_who_has_left_keeps_the_name() -> None:
    """Their bot is no bot of the house; somebody else of that name sits down in its place."""
    desk = Desk(3)
    comes(desk, "Ben", "ben")
    desk.done(desk.start())
    desk.done(asked(desk.cause("ben"), Resign))
    assert entry(heading(desk.table), "").names == ("Ann", "Ben (left)", "Megan (bot)")
    comes(desk, "Ben", "another")
    assert names(desk) == ["Ann", "Ben", "Megan"]
    assert entry(heading(desk.table), "").names == ("Ann", "Ben", "Megan (bot)")


def test_without_takeover_nobody_comes_and_nothing_changes() -> None:
    """A person who is refused takes no name away."""
    desk = Desk(3, arrangement=Arrangement(takeover=False))
    desk.done(desk.start())
    desk.denied(Sit(desk.cause("her"), "Megan"))
    assert names(desk) == ["Ann", "Megan", "Dylan"]
