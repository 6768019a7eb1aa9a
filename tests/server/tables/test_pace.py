"""How long a bot takes: as a person would, and the same whatever it holds."""

from statistics import fmean, median
from typing import Final

from msgspec.structs import replace

from games.da_bai_fen.rules import DA_BAI_FEN
from protocol.message import Seat
from server.rules.course import Course
from server.rules.game import Game
from server.tables.clock import LONGEST_PACE, SHORTEST_PACE, TOGETHER, bot_seconds
from server.tables.table import Table
from tests.games.position import begin, play
from tests.server.lots import bid
from tests.server.tables.desk import Desk

GAME: Final = Game(DA_BAI_FEN)


def begun(entropy: bytes = bytes(32)) -> Table:
    """Give a table with a bot that is to act."""
    desk = Desk(bots=("keen",))
    desk.done(desk.start())
    desk.done(desk.deal(entropy))
    desk.done(desk.move("ann", bid(1)))
    return desk.table


def test_most_often_short_and_now_and_then_long() -> None:
    """The mean is the pace, more than half are shorter, some take twice as long, and none takes very long."""
    table = begun()
    pace = table.opened.pace
    times = [bot_seconds(replace(table, moved=move), Seat(1)) / pace for move in range(5000)]
    assert 0.95 < fmean(times) < 1.05
    assert median(times) < 0.9
    assert 0.02 < sum(time > 2 for time in times) / len(times) < 0.15
    assert SHORTEST_PACE <= min(times) < SHORTEST_PACE + 0.01
    assert 3 < max(times) <= LONGEST_PACE


def test_a_table_in_a_hurry_waits_for_no_bot() -> None:
    """A pace of nothing is nothing, whoever acts."""
    table = begun()
    table = replace(table, opened=replace(table.opened, pace=0))
    assert {bot_seconds(replace(table, moved=move), Seat(1)) for move in range(50)} == {0}


def test_the_time_follows_from_table_seat_and_move_alone() -> None:
    """Nothing of it depends on what is held, and chat does not change it."""
    table = begun()
    other = replace(begun(bytes([1]) * 32), seq=table.seq + 5)
    assert other.state.run.table.hands != table.state.run.table.hands
    assert bot_seconds(other, Seat(1)) == bot_seconds(table, Seat(1))
    moved = replace(table, moved=table.moved + 1)
    elsewhere = replace(table, opened=replace(table.opened, code="elsewhere"))
    assert len({bot_seconds(each, Seat(1)) for each in (table, moved, elsewhere)}) == 3
    assert bot_seconds(table, Seat(1)) != bot_seconds(table, Seat(2))


def test_nobody_reads_from_the_time_who_may_annul_a_deal() -> None:
    """In Da Bai Fen a hand without a trump may act unasked, and only its holder knows that."""
    table, times = Desk(4, bots=("keen",) * 3).table, []
    for card, free in (("AC", (Seat(0),)), ("3H", ())):
        run = begin(DA_BAI_FEN, dealer=1, hands={1: "2H", 0: f"3C 4C 5C 6C 7C 8C 9C 10C JC QC KC {card}"})
        play(run, "1: expose 2H")
        course = Course(run)
        course.add_seed("5e" * 32)
        state = GAME._position(course, ())
        assert GAME.view(state, Seat(0)).free == free
        one = replace(table, game=GAME, state=state)
        times.append([bot_seconds(replace(one, moved=move), Seat(1)) for move in range(50)])
    assert times[0] == times[1]
    assert min(times[0]) < TOGETHER
