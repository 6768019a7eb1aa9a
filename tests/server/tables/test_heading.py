"""The heading of a table, finished games and their sums, and which games are rated."""

from typing import Final

import pytest
from msgspec import json
from msgspec.structs import replace

from protocol.archive import GameEntry, Statistics
from protocol.game import Stage
from protocol.message import Seat
from protocol.messages import LeaveTable
from protocol.rating import Ladder
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import RemoveSeat, Resign, TablePhase
from server.tables.chairs import Chair
from server.tables.clock import CHECKPOINT_SECONDS
from server.tables.commands import Sit
from server.tables.heading import (
    Heading,
    LastHeading,
    Player,
    accounts,
    end_of,
    entry,
    game_entry,
    heading,
    invites,
    is_open,
    is_rated,
    last_played,
    player_of,
    players,
    record_of,
    sum_up,
)
from server.tables.log import Cause
from server.tables.names import bot_account
from server.tables.ratings import Score, public_scores
from server.tables.table import Progress
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import DAY, NOW, Desk, asked, fold, playing, stored, table_view, wait


def test_a_gathering_table_is_open_to_all() -> None:
    """Before the game everyone sees the table while it has a free seat."""
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
    assert own.total == desk.table.state.totals[0]
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
    """The newest command that led someone to a table by the quick way is known, and whose it was."""
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


def test_the_end_stays_as_it_was() -> None:
    """Whatever happens at the table later, its end is the moment when the last deal was scored."""
    desk = Desk(options={"deals": 1})
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.leave("ben"))
    desk.play_a_deal()
    end = end_of(folded(desk))
    assert end is not None
    assert end.state.stage is Stage.OVER
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
    record = json.decode(record_of(end, "17", "then"))
    assert (record["id"], record["played_at"], record["names"]) == ("17", "then", ["Ann", "Ben", "Megan (bot)"])
    assert record["deals"][0]["actions"] == [[0, bid(2).said], [1, bid(2).said], [2, bid(1).said]]


def test_a_line_for_the_list() -> None:
    """A reader who played sees their own seat; everyone else sees the same line without one."""
    end = end_of(folded(played()))
    assert end is not None
    line = game_entry(17, NOW, heading(end), "ben")
    names = ("Ann", "Ben", "Megan (bot)")
    setup = Setup("lots", 3, {"deals": 1}, end.opened.setup.first_dealer)
    assert line == GameEntry(17, "bodega", NOW, setup, names, end.state.totals, Seat(1))
    assert game_entry(17, NOW, heading(end), "eve").seat is None


BLANK: Final = Statistics(7, "somebody", 0, game="lots", counted="lots")  # What is filled in.


def sums(games: int = 0, wins: int = 0, deals: int = 0, points: int = 0, count: int = 0) -> Statistics:
    """Give the statistics with these sums."""
    return replace(BLANK, games=games, wins=wins, deals=deals, points=points, count=count)


def an_end(*winners: int) -> Heading:
    """Give the end of a game of Ann and Ben."""
    return Heading(
        code="t",
        opened_at=0.0,
        setup=Setup("lots", 2),
        phase=TablePhase.OVER,
        chairs=(Chair("Ann", account="ann"), Chair("Ben", account="ben")),
        summary="",
        maker="ann",
        winners=tuple(map(Seat, winners)),
        totals=(100, 80),
        deals=6,
        counts=(2, 0),
    )


def test_games_are_summed_up() -> None:
    """Games, wins, deals, points and what else is counted add up, a shared win as a win; other games do not."""
    other = replace(an_end(0), setup=Setup("whist", 2))
    ends = [an_end(0), an_end(0, 1), other, an_end(1)]
    assert sum_up(BLANK, ends, "ann") == sums(3, 2, 18, 300, 6)
    assert sum_up(BLANK, ends, "ben") == sums(3, 2, 18, 240, 0)
    assert sum_up(BLANK, [], "ann") == sums()


def test_what_was_left_for_good_counts_as_a_game_only() -> None:
    """What a bot has played for someone who left for good is not theirs."""
    end = an_end(0)
    left = replace(end, chairs=(Chair("Ann", bot="plain", resigned="ann"), end.chairs[1]))
    assert sum_up(BLANK, [left], "ann") == sums(1)


def test_the_heading_has_the_tallies_at_the_end_alone() -> None:
    """While a game is on nothing is said of who wins."""
    desk = Desk(2, options={"deals": 1})
    desk.join("ben")
    desk.done(desk.start())
    assert (heading(desk.table).winners, heading(desk.table).counts) == ((), ())
    desk.play_a_deal()
    brief = heading(desk.table)
    assert brief.phase is TablePhase.OVER
    assert (brief.deals, len(brief.counts)) == (1, 2)
    best = max(brief.totals)
    assert brief.winners == tuple(seat for seat, total in enumerate(brief.totals) if total == best)


BROUGHT = bot_account("rob")  # The account of a bot that someone has brought.
GUEST = frozenset({"gwen"})  # The accounts that are guests'.


@pytest.mark.parametrize(
    ("chair", "player"),
    [
        (Chair("Ann", account="ann"), Player("ann")),
        (Chair("Ann", account="ann", bot="plain"), Player("ann")),
        (Chair("Ann", bot="plain", resigned="ann"), Player("ann")),
        (Chair("Nia", bot="plain"), Player(bot="plain")),
        (Chair("Rob (bot)", account=BROUGHT), Player(BROUGHT)),
        (Chair("Gwen", account="gwen"), None),
        (Chair("Gwen", bot="plain", resigned="gwen"), None),
    ],
)
def test_whom_a_seat_is_rated_for(chair: Chair, player: Player | None) -> None:
    """A person by the account, also while a bot plays for them or after they left; a bot by level or account."""
    assert player_of(chair, GUEST) == player


def test_a_table_is_rated_unless_it_is_casual() -> None:
    """A table of a person with an account is rated, also while its seats are free."""
    assert is_rated(Desk().table)
    assert not is_rated(Desk(arrangement=Arrangement(casual=True)).table)


def test_a_table_with_a_seed_is_casual() -> None:
    """Whoever knows the seed may know the cards, so the table is shown as a casual one."""
    table = Desk(seed="a").table
    assert heading(table).arrangement.casual
    assert table_view(table, None).arrangement.casual
    assert not is_rated(table)


def test_a_game_of_guests_is_not_rated() -> None:
    """A guest and bots rate nobody; with a person of an account among them it is a rated game."""
    desk = Desk()
    desk.done(Sit(desk.cause("gwen"), "Gwen", guest=True))
    assert is_rated(desk.table)
    desk.done(asked(desk.cause("ann"), LeaveTable))
    assert desk.table.guests == GUEST
    assert heading(desk.table).guests == ("gwen",)
    assert not is_rated(desk.table)
    desk.done(Sit(desk.cause("ben"), "Ben"))
    assert is_rated(desk.table)


def test_a_guest_stays_one_while_a_bot_stands_in() -> None:
    """Who comes back is what they were when they sat down; who sits down with an account is no guest any more."""
    desk = Desk(2)
    desk.done(Sit(desk.cause("gwen"), "Gwen", guest=True))
    desk.done(desk.start())
    assert desk.table.phase is TablePhase.PLAYING
    desk.done(asked(desk.cause("gwen"), LeaveTable))
    desk.done(Sit(desk.cause("gwen"), "Gwen", guest=True))
    assert desk.table.guests == GUEST
    desk.done(asked(desk.cause("gwen"), LeaveTable))
    desk.done(Sit(desk.cause("gwen"), "Gwen"))
    assert desk.table.guests == frozenset()


@pytest.mark.parametrize(("quitters", "rated"), [((), True), (("ben",), True), (("ben", "cat"), False)])
@pytest.mark.parametrize("deals", [0, 1])
def test_a_game_that_all_others_give_up_at_once_is_not_rated(
    quitters: tuple[str, ...], rated: bool, deals: int
) -> None:
    """It is if someone else plays on, or once the first deal has ended."""
    desk = Desk(4)
    for account in ("ben", "cat"):
        desk.join(account)
    desk.done(desk.start())
    for _ in range(deals):
        desk.play_a_deal()
    for account in quitters:
        desk.done(asked(desk.cause(account), Resign))
    assert is_rated(desk.table) is (rated or bool(deals))
    assert heading(desk.table).rated is (rated or bool(deals))


def test_a_heading_is_kept_while_the_table_is_as_it_was() -> None:
    """After each record it is what the heading is; while people play on, the same object until something shows."""
    desk, last = Desk(options={"deals": 2}), LastHeading()
    desk.join("ben")
    assert last.of(desk.table) == heading(desk.table)
    desk.done(desk.start())
    same = 0
    for _deal in range(2):
        desk.done(desk.deal())
        before = last.of(desk.table)
        for account, seat in (("ann", None), ("ben", None), ("", 2)):
            desk.done(desk.move(account, bid(2)) if seat is None else desk.bot_move(seat))
            now = last.of(desk.table)
            assert now == heading(desk.table)
            same += now is before
            before = now
        for account in ("ann", "ben"):
            desk.send(desk.agree(account))
    assert same >= 2


@pytest.mark.parametrize("listed", [True, False])
def test_scores_of_public_games_are_compared(listed: bool) -> None:
    """Those of people in rated games, by deals and by whole games of the usual length; a private game has none."""
    desk = Desk(options={"deals": 1}, arrangement=Arrangement(listed=listed))
    desk.join("ben")
    desk.done(desk.start())
    desk.play_a_deal()
    brief = heading(desk.table)
    assert brief.rated
    ladder = Ladder("lots")
    found = public_scores(desk.table, brief, ladder)
    if not listed:
        assert found is None
        return
    assert found is not None
    totals = desk.table.state.totals
    deals = [one for one in found if one.deals]
    assert deals == [Score(ladder, 1, "ann", totals[0]), Score(ladder, 1, "ben", totals[1])]
    assert public_scores(desk.table, replace(brief, hinted=(Seat(0), Seat(1))), ladder) == ()
