"""What is said at a table: who hears it, and what it leaves alone."""

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.tableview import TablePhase
from protocol.talk import Line, Said
from server.tables.commands import Granted, Speak
from server.tables.handle import handle
from server.tables.projection import happened, table_view
from server.tables.table import WHISPERS, fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import NOW, Desk, stored


def said(desk: Desk, account: str, text: str = "well, well", phrase: int | None = None) -> Speak:
    """Give the wish of somebody to say something."""
    return Speak(desk.cause(account), account.title(), text, phrase)


def playing() -> Desk:
    """Give a table of Ann, Ben and a bot, dealt."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.deal())
    return desk


def test_players_are_heard_by_all() -> None:
    """What a player says is an event with a number, told to every seat and to those who watch."""
    desk = playing()
    before = desk.table.seq
    done = desk.done(said(desk, "ben", "Good luck!", 1))
    (step,) = done.progress.steps
    assert step.event == Said("Ben", "Good luck!", Seat(1), 1)
    assert step.table.seq == desk.table.seq == before + 1
    told = {viewer: happened([step], viewer)[0].event for viewer in (None, Seat(0), Seat(1))}
    assert set(map(id, told.values())) == {id(step.event)}


def test_who_looks_on_is_heard_by_their_like_during_the_game() -> None:
    """While the game is on, what somebody without a seat says is no event and changes nothing that players see."""
    desk = playing()
    before = table_view(desk.table, Seat(0))
    done = desk.done(said(desk, "eve", "she has the high lot"))
    assert done.progress.steps == ()
    assert desk.table.whispers == (Line(1, "Eve", "she has the high lot", NOW),)
    assert table_view(desk.table, Seat(0)) == before


def test_before_and_after_the_game_all_are_heard_by_all() -> None:
    """Who watches while people gather, or when the game has ended, talks with everybody."""
    desk = Desk()
    desk.done(said(desk, "eve", "hello"))
    assert desk.steps[-1].event == Said("Eve", "hello", None, None)
    desk = playing()
    desk.table = replace(desk.table, phase=TablePhase.OVER)
    desk.done(said(desk, "eve", "a good game"))
    assert desk.steps[-1].event == Said("Eve", "a good game", None, None)


def test_talk_is_in_the_log() -> None:
    """After a crash the table has every word again, and its numbers go on."""
    desk = playing()
    desk.done(said(desk, "ann"))
    for number in range(WHISPERS + 5):
        desk.done(said(desk, "eve", f"line {number}"))
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
    lines = folded.table.whispers
    assert [line.number for line in lines] == list(range(6, WHISPERS + 6))
    assert folded.table.spoken == WHISPERS + 6


def test_talk_makes_no_action_stale() -> None:
    """Whoever acts on the state before somebody spoke is not refused; an action of an earlier state is."""
    desk = playing()
    seen = desk.table.seq
    desk.done(said(desk, "ben"))
    desk.done(desk.move("ann", bid(1), seen))
    assert desk.denied(desk.move("ann", bid(1), seen)).code is ErrorCode.STALE
    assert desk.denied(desk.move("ben", bid(1), desk.table.seq + 1)).code is ErrorCode.STALE
    desk.done(desk.move("ben", bid(1)))
    desk.done(desk.bot_move(2))
    seen = desk.table.seq
    desk.done(said(desk, "ben"))
    desk.done(desk.agree("ann", seen))
    desk.done(desk.agree("ben", seen))


def test_a_repeated_line_is_said_once() -> None:
    """The same command again gets the recorded answer; a spent id is refused."""
    desk = playing()
    first = said(desk, "ann")
    desk.done(first)
    number = desk.table.seq
    desk.done(said(desk, "ben"))
    assert desk.granted(first).seq == number
    assert handle(desk.table, first, NOW) == Granted(number)
    spent = Speak(replace(first.cause, verb="Else"), "Ann", "again")
    assert desk.denied(spent).code is ErrorCode.STALE


def test_talk_at_one_table_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log takes in only so many lines, and from those who watch only half as many: nobody is silenced by them."""
    monkeypatch.setattr("server.tables.handle.LINES", 4)
    desk = playing()
    for account in ("ann", "eve"):
        desk.done(said(desk, account))
    assert desk.denied(said(desk, "eve")).code is ErrorCode.TOO_MANY
    for account in ("ann", "ann"):
        desk.done(said(desk, account))
    assert desk.denied(said(desk, "ann")).code is ErrorCode.TOO_MANY
    desk.done(desk.move("ann", bid(1)))
