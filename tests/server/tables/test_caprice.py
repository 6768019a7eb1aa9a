"""How often one person may change their mind at a table, so that nobody makes its log grow without end."""

from collections.abc import Callable, Iterator

import pytest

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.table import FillSeats, GiveHost, RemoveSeat, Resign, SetAway, SetPause, SetReady
from server.tables.commands import Command, Denied, Granted, Speak
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import Desk, asked, fold

FEW = 4  # How often, in these tests.


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be enough soon."""
    monkeypatch.setattr("server.tables.log.CHANGES", FEW)


def gathering() -> Desk:
    """Give a table where Ann and Ben are, before the game."""
    desk = Desk(4)
    desk.join("ben")
    return desk


def playing() -> Desk:
    """Give a table where Ann and Ben play."""
    desk = gathering()
    desk.done(desk.start())
    desk.done(desk.deal())
    return desk


def get_ready(desk: Desk) -> Iterator[Command]:
    """Be ready, and not."""
    yield asked(desk.cause("ben"), SetReady, ready=True)
    yield asked(desk.cause("ben"), SetReady, ready=False)


def come_and_go(desk: Desk) -> Iterator[Command]:
    """Get up, and sit down."""
    yield desk.leave("ben")
    yield desk.sit("ben")


def see_to_bots(desk: Desk) -> Iterator[Command]:
    """Let bots come, and go."""
    yield asked(desk.cause("ann"), FillSeats, Seat(2))
    yield asked(desk.cause("ann"), RemoveSeat, Seat(2))


def pass_the_role(desk: Desk) -> Iterator[Command]:
    """Hand the role to and fro."""
    yield asked(desk.cause("ann"), GiveHost, Seat(1))
    yield asked(desk.cause("ben"), GiveHost, Seat(0))


def step_away(desk: Desk) -> Iterator[Command]:
    """Step away, and be back."""
    yield asked(desk.cause("ben"), SetAway, away=True)
    yield asked(desk.cause("ben"), SetAway, away=False)


def wish_for_a_pause(desk: Desk) -> Iterator[Command]:
    """Ask for a pause, and think better of it."""
    yield asked(desk.cause("ben"), SetPause, paused=True)
    yield asked(desk.cause("ben"), SetPause, paused=False)


@pytest.mark.parametrize(
    ("scene", "whim"),
    [
        (gathering, get_ready),
        (gathering, come_and_go),
        (gathering, see_to_bots),
        (gathering, pass_the_role),
        (playing, step_away),
        (playing, wish_for_a_pause),
        (playing, come_and_go),
    ],
    ids=lambda made: made.__name__,
)
def test_nobody_fills_a_log(scene: Callable[[], Desk], whim: Callable[[Desk], Iterator[Command]]) -> None:
    """However often people change their minds, the log does not grow beyond so much; then it is enough."""
    desk = scene()
    before = len(desk.log)
    answers = [desk.send(command) for _ in range(5 * FEW) for command in whim(desk)]
    assert len(desk.log) - before <= 2 * FEW + 1
    assert {answer.code for answer in answers if isinstance(answer, Denied)} <= {
        ErrorCode.TOO_MANY,
        ErrorCode.NOT_NOW,
        ErrorCode.NOT_SEATED,
    }
    assert not isinstance(answers[0], Denied)
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert folded.table.changes == desk.table.changes


def test_whoever_has_had_enough_plays_on() -> None:
    """Acting, being back, letting the game go on and leaving for good are never refused for that."""
    desk = playing()
    for _ in range(2 * FEW):
        for command in step_away(desk):
            desk.send(command)
    assert desk.denied(asked(desk.cause("ben"), SetAway, away=True)).code is ErrorCode.TOO_MANY
    desk.done(desk.move("ben", bid(1)))
    desk.done(asked(desk.cause("ann"), SetPause, paused=True))
    assert isinstance(desk.send(asked(desk.cause("ben"), SetPause, paused=True)), Denied)
    assert isinstance(desk.send(desk.leave("ben")), Granted)
    desk.lose("ben")
    assert isinstance(desk.join("ben"), Granted)
    desk.done(asked(desk.cause("ben"), Resign))


def test_whoever_has_had_enough_is_back_all_the_same() -> None:
    """Who is away when it is enough is not kept away, nor is a pause kept up."""
    desk = playing()
    # To sit down was the first time.
    for number in range(FEW - 1):
        desk.done(asked(desk.cause("ben"), SetAway, away=not number % 2))
    desk.done(asked(desk.cause("ben"), SetAway, away=False))
    desk.done(asked(desk.cause("ann"), SetPause, paused=True))
    assert desk.denied(asked(desk.cause("ben"), SetPause, paused=True)).code is ErrorCode.TOO_MANY
    desk.go("ben")
    desk.join("ben")
    desk.done(asked(desk.cause("ben"), SetPause, paused=False))


def test_playing_and_talking_are_no_caprices() -> None:
    """However long a game is, and whatever is said, nobody has had enough by it."""
    desk = Desk(2, options={"deals": 2 * FEW})
    desk.done(desk.start())
    for _ in range(2 * FEW - 1):
        desk.play_a_deal()
        desk.done(Speak(desk.cause("ann"), "Ann", "well"))
        desk.done(desk.agree())
    assert not desk.table.changes
