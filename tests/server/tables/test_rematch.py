"""Another game of the same people."""

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.seating import Began, FillSeats, RematchOffered, Removed, RemoveSeat
from protocol.setup import Arrangement
from protocol.tableview import TablePhase
from server.tables.commands import Done, OfferRematch, Sit
from server.tables.heading import heading, invites, vacant
from server.tables.log import Cause
from server.tables.opening import Sequel, open_rematch, sequel
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS
from tests.server.tables.asking import asked
from tests.server.tables.desk import NOW, Desk, stored


def finished(*people: str, players: int = 3, seed: str = "", arrangement: Arrangement | None = None) -> Desk:
    """Give a table at which Ann, these people and bots have played a game of one deal."""
    desk = Desk(players, seed=seed, options={"deals": 1}, arrangement=arrangement or Arrangement())
    for person in people:
        desk.join(person)
    desk.done(desk.start())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    return desk


def again(desk: Desk, account: str = "ann", code: str = "amber-river-stone") -> OfferRematch:
    """Give the wish for another game."""
    return OfferRematch(desk.cause(account), code)


def wanted(desk: Desk) -> Sequel:
    """Give what the rematch is made from."""
    found = sequel(desk.table)
    assert found is not None
    return found


def follow(desk: Desk, account: str) -> Desk:
    """Give the table of the rematch, made by this person, who comes there."""
    done = open_rematch(LOTS, wanted(desk), Cause(account, 50, "Rematch"), NOW)
    other = Desk(first_id=50)
    other.table, other.log, other.steps = done.progress.table, [done.record], list(done.progress.steps)
    other.table = replace(other.table, present=frozenset({account}))
    return other


def names(desk: Desk) -> list[str]:
    """Give who sits where."""
    return [chair.name if chair else "" for chair in desk.table.chairs]


def test_a_rematch_is_offered_to_all() -> None:
    """Whoever asks first gives the words for it, and everybody is told; who asks later agrees."""
    desk = finished("ben")
    assert sequel(desk.table) is None
    desk.done(again(desk))
    assert desk.steps[-1].event == RematchOffered("amber-river-stone", Seat(0))
    assert table_view(desk.table, None).rematch == "amber-river-stone"
    desk.granted(again(desk, "ben", "other-words-here"))
    assert wanted(desk).opened.code == "amber-river-stone"


def test_a_rematch_comes_after_the_game() -> None:
    """Neither before the game nor in it there is another, and strangers cannot ask for it."""
    desk = Desk()
    assert desk.denied(again(desk)).text == "a rematch comes after the game: play this one first"
    desk.done(desk.start())
    assert desk.denied(again(desk)).code is ErrorCode.NOT_NOW
    assert finished().denied(again(desk, "eve")).code is ErrorCode.NOT_SEATED


def test_a_rematch_has_the_same_seats() -> None:
    """Bots sit where they sat, whoever makes the table too, and the seats of the others are kept for them."""
    desk = finished("ben", players=4)
    desk.done(again(desk, "ben"))
    other = follow(desk, "ben")
    assert names(other) == ["", "Ben", "Megan", "Dylan"]
    assert other.table.phase is TablePhase.GATHERING
    view = table_view(other.table, Seat(1))
    assert view.kept == ("Ann", "", "", "")
    assert view.host == 1
    assert view.seats[1] is not None
    assert view.seats[1].ready
    other.table = replace(other.table, present=frozenset({"ann", "ben"}))
    other.done(Sit(other.cause("ann"), "Ann", ready=True))
    assert names(other) == ["Ann", "Ben", "Megan", "Dylan"]
    assert other.steps[-1].event == Began()
    assert other.table.gathering.kept == ()
    progress = fold({"lots": LOTS}, other.log)
    assert progress is not None
    assert stored(progress.table) == stored(other.table)


def test_a_rematch_against_bots_begins_at_once() -> None:
    """Who has played alone plays on with one key."""
    desk = finished()
    desk.done(again(desk))
    other = follow(desk, "ann")
    assert other.table.phase is TablePhase.PLAYING
    assert other.steps[-1].event == Began()


def test_the_next_one_deals_first() -> None:
    """The first dealer of the rematch sits next to that of the game before, round the table."""
    desk = finished(players=2)
    dealers = []
    for _ in range(3):
        dealers.append(desk.table.opened.setup.first_dealer)
        desk.done(again(desk))
        desk = follow(desk, "ann")
        desk.play_a_deal()
    assert dealers == [0, 1, 0]


def test_a_rematch_is_run_as_the_game_before() -> None:
    """Options, bots, pace and arrangement are the same, the maker is whoever came first, and the deals are others."""
    desk = finished("ben", seed="winter", arrangement=Arrangement(listed=False))
    desk.done(again(desk))
    before, after = desk.table.opened, follow(desk, "ben").table.opened
    assert after.seed not in ("", "winter")
    assert after == replace(before, code="amber-river-stone", account="ben", seed=after.seed, setup=after.setup)
    assert after.setup.options == before.setup.options
    chance = finished()
    chance.done(again(chance))
    assert wanted(chance).opened.seed == ""
    cup = finished(seed="secret")
    cup.table = replace(cup.table, opened=replace(cup.table.opened, tournament=3))
    cup.done(again(cup))
    assert (wanted(cup).opened.seed, wanted(cup).opened.tournament) == ("", 0)


def test_seats_are_kept_for_those_who_are_here() -> None:
    """The seat of somebody who has gone is free for anybody; a kept one is not, neither in the list nor to a bot."""
    desk = finished("ben", "cat", players=3)
    desk.lose("cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    assert table_view(other.table, None).kept == ("", "Ben", "")
    assert vacant(heading(other.table)) == 1
    other.join("dan")
    assert names(other) == ["Ann", "", "Dan"]
    assert not invites(heading(other.table))
    refused = other.denied(other.sit("eve"))
    assert refused.code is ErrorCode.TABLE_FULL
    assert refused.text.startswith("the free seats of that table are kept")
    other.granted(asked(other.cause("ann"), FillSeats))
    other.join("ben")
    assert names(other) == ["Ann", "Ben", "Dan"]


def test_the_host_lets_a_kept_seat_go() -> None:
    """A seat that is kept for somebody who does not come can be freed, or given to a bot."""
    desk = finished("ben", "cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.done(asked(other.cause("ann"), RemoveSeat, Seat(1)))
    assert other.steps[-1].event == Removed(Seat(1), "Ben")
    assert other.table.gathering.barred == frozenset()
    other.join("dan")
    assert names(other) == ["Ann", "Dan", ""]
    other.done(asked(other.cause("ann"), FillSeats, Seat(2)))
    assert names(other) == ["Ann", "Dan", "Megan"]
    assert other.denied(other.sit("eve")).code is ErrorCode.TABLE_FULL
    other.join("cat")
    assert names(other) == ["Ann", "Dan", "Cat"]


def test_no_seat_is_kept_for_whoever_was_removed() -> None:
    """They cannot come again, so nobody waits for them."""
    desk = finished("ben")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.join("ben")
    other.done(asked(other.cause("ann"), RemoveSeat, Seat(1)))
    assert names(other) == ["Ann", "", "Megan"]
    assert table_view(other.table, None).kept == ("", "", "")
    assert isinstance(other.join("cat"), Done)


def test_the_game_begins_without_those_who_do_not_come() -> None:
    """The host need not wait: bots take kept seats too, and whoever comes late takes over their own from the bot."""
    desk = finished("ben", "cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.done(other.start())
    assert other.table.phase is TablePhase.PLAYING
    assert other.table.gathering.kept == ()
    other.join("cat")
    assert "Cat" in names(other)


@pytest.mark.parametrize("account", ["ann", "ben"])
def test_whoever_comes_first_makes_the_table(account: str) -> None:
    """It does not matter who asked: the log of the new table begins with whoever came first."""
    desk = finished("ben")
    desk.done(again(desk))
    other = follow(desk, account)
    assert other.table.opened.account == account
    assert [cause.id for cause in other.table.gathering.led] == [50]
