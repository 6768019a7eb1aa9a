"""The line of a table in the list."""

from msgspec.structs import replace

from protocol.absence import Resign
from protocol.message import Seat
from protocol.messages import LeaveTable
from protocol.seating import RemoveSeat
from protocol.setup import Arrangement, Clock
from protocol.tableview import TablePhase
from server.tables.clock import CHECKPOINT_SECONDS
from server.tables.commands import Sit
from server.tables.heading import accounts, entry, heading, invites, is_open, last_played
from server.tables.log import Cause
from tests.server.lots import LOTS, bid
from tests.server.tables.asking import asked
from tests.server.tables.desk import NOW, Desk
from tests.server.tables.sandglass import DAY, playing, wait


def test_a_gathering_table_is_open_to_all() -> None:
    """Before the game everybody sees the table while it has a free seat."""
    desk = Desk()
    brief = heading(desk.table)
    assert is_open(brief)
    assert brief.opened_at == NOW
    assert invites(brief)
    line = entry(brief, "ben")
    assert (line.names, line.summary, line.yours, line.total) == (("Ann", "", ""), "1 of 3 seats taken", False, None)


def test_a_full_table_is_for_its_own() -> None:
    """A table without a place for anybody else concerns those who sit there, and its maker."""
    desk = Desk(2)
    desk.join("ben")
    brief = heading(desk.table)
    assert not invites(brief)
    assert accounts(brief) == {"ann", "ben"}
    assert entry(brief, "ben").yours
    desk.done(desk.leave("ann"))
    assert accounts(heading(desk.table)) == {"ann", "ben"}


def test_a_game_with_bots_is_open() -> None:
    """In the game the table is open to others while a bot has a seat of its own; its reader sees their score."""
    desk = Desk(options={"deals": 2})
    desk.done(desk.start())
    desk.play_a_deal()
    brief = heading(desk.table)
    assert invites(brief)
    own, other = entry(brief, "ann"), entry(brief, "ben")
    assert own.summary == "deal 2 of 2"
    assert own.total == LOTS.totals(desk.table.state)[0]
    assert other.total is None


def test_the_list_says_when_one_has_played_last() -> None:
    """Those with a seat are told, to ten minutes, so that not every move changes the line; nobody else is."""
    desk = Desk()
    brief = heading(desk.table)
    assert entry(brief, "ann").played_at == NOW // 600 * 600
    assert entry(brief, "ben").played_at is None
    later = replace(desk.table, changed_at=NOW // 600 * 600 + 599.9)
    assert heading(later) == brief
    assert last_played(heading(replace(desk.table, changed_at=NOW + 600))) > last_played(brief)


def test_by_correspondence_the_list_says_whose_turn_it_is() -> None:
    """Those who play there read who is to act and how long they have; nobody else does, nor is it said of others."""
    desk = playing(2 * DAY)
    wait(desk, 1000)
    desk.done(desk.move("ann", bid(1)))
    brief = heading(desk.table)
    assert brief.left == 2 * DAY - 1000
    own, other, stranger = (entry(brief, account, NOW) for account in ("ben", "ann", "eve"))
    assert (own.turn, own.your_turn, own.deadline) == ("Ben", True, NOW)
    assert (other.turn, other.your_turn, other.deadline) == ("Ben", False, NOW)
    assert (stranger.turn, stranger.your_turn, stranger.deadline) == ("", False, None)
    assert entry(heading(playing(30).table), "ann").turn == ""


def test_finished_and_closed_tables_are_not_open() -> None:
    """What is over is not in the list."""
    desk = Desk(options={"deals": 1})
    desk.done(desk.start())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    assert not is_open(heading(desk.table))
    closed = Desk()
    closed.done(closed.leave("ann"))
    assert not is_open(heading(closed.table))


def test_the_command_that_made_a_table_is_known_again() -> None:
    """A repeated opening finds its table, also after a long game."""
    desk = Desk()
    for _ in range(100):
        desk.join("ben")
        desk.done(desk.leave("ben"))
    assert heading(desk.table).led == (Cause("ann", 1, "OpenTable"),)


def test_the_quick_way_is_known_again() -> None:
    """The newest command that led somebody to a table by the quick way is known, and whose it was."""
    desk = Desk()
    ways = [Cause("ben", number, "QuickTable") for number in (7, 8)]
    for way in ways:
        desk.done(Sit(way, "Ben"))
        desk.done(asked(Cause("ben", way.id + 100, "LeaveTable"), LeaveTable))
    desk.done(Sit(Cause("cat", 9, "QuickTable"), "Cat"))
    opening, last = Cause("ann", 1, "OpenTable"), Cause("cat", 9, "QuickTable")
    assert heading(desk.table).led == (opening, ways[1], last)


def test_when_a_table_has_to_be_woken() -> None:
    """Only one of correspondence has to be: at once where a bot is to act, else when its clock is to be looked at."""
    assert heading(playing(30).table).wake is None
    desk = playing(DAY)
    assert heading(desk.table).wake == 0
    desk.done(desk.bot_move(2))
    assert heading(desk.table).wake == CHECKPOINT_SECONDS
    wait(desk, DAY - 3600)
    assert heading(desk.table).wake == 0
    desk.done(desk.move("ann", bid(1)))
    assert heading(desk.table).wake == 3600
    assert heading(Desk(arrangement=Arrangement(clock=Clock(DAY))).table).wake is None


def test_whoever_can_have_no_seat_is_offered_none() -> None:
    """Neither who was removed, nor who has left the game for good; to others the seats are there."""
    desk = Desk(4)
    desk.join("ben")
    desk.join("cat")
    desk.done(asked(desk.cause("ann"), RemoveSeat, Seat(1)))
    assert [entry(heading(desk.table), who).vacant for who in ("ben", "dai", "")] == [0, 2, 2]
    desk.done(desk.start())
    desk.done(asked(desk.cause("cat"), Resign))
    assert [entry(heading(desk.table), who).vacant for who in ("ben", "cat", "dai", "")] == [0, 0, 3, 3]
    assert accounts(heading(desk.table)) == {"ann", "ben", "cat"}
