"""What is kept of a game that has ended."""

from msgspec import json
from msgspec.structs import replace

from protocol.archive import GameEntry
from protocol.message import Seat
from protocol.setup import Setup
from server.rules.values import Over
from server.tables.heading import end_of, game_entry, heading, players, record_of
from server.tables.table import Progress, fold
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import NOW, Desk, stored


def folded(desk: Desk) -> Progress:
    """Give what the log of the desk tells."""
    progress = fold({"lots": LOTS}, desk.log)
    assert progress is not None
    return progress


def played() -> Desk:
    """Give a table where Ann and Ben have played a game of one deal with a bot."""
    desk = Desk(options={"deals": 1})
    desk.join("ben")
    desk.done(desk.start())
    desk.play_a_deal()
    return desk


def test_no_end_before_the_end() -> None:
    """A table where people gather, play, or have gone has no finished game."""
    desk = Desk()
    assert end_of(folded(desk)) is None
    desk.done(desk.start())
    desk.play_a_deal()
    assert end_of(folded(desk)) is None
    desk = Desk()
    desk.done(desk.leave("ann"))
    assert end_of(folded(desk)) is None


def test_the_end_stays_as_it_was() -> None:
    """Whatever happens at the table later, its end is the moment when the last deal was scored."""
    desk = Desk(options={"deals": 1})
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.leave("ben"))
    desk.play_a_deal()
    end = end_of(folded(desk))
    assert end is not None
    assert isinstance(LOTS.awaits(end.state), Over)
    assert end.seq == desk.steps[-1].table.seq
    assert end.changed_at == NOW
    assert end.settled
    desk.join("ben")
    assert desk.table.seq == end.seq + 1
    again = end_of(folded(desk))
    assert again is not None
    assert stored(again) == stored(end)


def test_who_played() -> None:
    """The accounts that have a seat at the end played; a bot has none."""
    end = end_of(folded(played()))
    assert end is not None
    assert players(end) == {"ann", "ben"}


def test_the_record_has_the_whole_game() -> None:
    """The record holds every answer of the game in full, who played, which game and when."""
    desk = played()
    end = end_of(folded(desk))
    assert end is not None
    record = json.decode(record_of(folded(desk), end, "17", "then"))
    assert (record["id"], record["played_at"], record["names"]) == ("17", "then", ["Ann", "Ben", "Megan (bot)"])
    assert record["deals"][0]["actions"] == [[0, bid(2).said], [1, bid(2).said], [2, bid(1).said]]


def test_the_record_says_who_had_hints() -> None:
    """The seats with hints are told to the game, which writes them down."""
    desk = played()
    end = end_of(folded(desk))
    assert end is not None
    record = json.decode(record_of(folded(desk), replace(end, hinted=frozenset({Seat(1), Seat(0)})), "17", "then"))
    assert record["hinted"] == [0, 1]


def test_a_line_for_the_list() -> None:
    """A reader who played sees their own seat; everybody else sees the same line without one."""
    end = end_of(folded(played()))
    assert end is not None
    line = game_entry(17, NOW, heading(end), "ben")
    names = ("Ann", "Ben", "Megan (bot)")
    setup = Setup("lots", 3, {"deals": 1}, end.opened.setup.first_dealer)
    assert line == GameEntry(17, "bodega", NOW, setup, names, LOTS.totals(end.state), Seat(1))
    assert game_entry(17, NOW, heading(end), "eve").seat is None
