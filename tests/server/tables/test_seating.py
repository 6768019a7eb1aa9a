"""Before the game: seats and their holders, the host of the table, readiness, and bots of the same name."""

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.setup import PACES, Arrangement
from protocol.table import (
    Absence,
    Began,
    Event,
    FillSeats,
    GiveHost,
    HostGiven,
    PaceSet,
    Readied,
    RematchOffered,
    Removed,
    RemoveSeat,
    Resign,
    Resigned,
    SeatTaken,
    SetPace,
    SetReady,
    StoodIn,
    TablePhase,
    TimedOut,
)
from server.tables.chairs import (
    Chair,
    Gathering,
    owners,
    reseat,
)
from server.tables.commands import Asked, CloseTable, Denied, ResetSeat, Sit, from_network
from server.tables.heading import heading, vacant
from server.tables.log import Cause, DamagedLog, LogRecord, PersonLeft, SeatKept, newest, remember
from server.tables.names import bot_account
from server.tables.seating import NOT_THE_HOST, host_seat, whims_of_day
from server.tables.table import advance, arrive
from tests.server.lots import LOTS
from tests.server.tables.desk import NOW, Desk, asked, fold, stored, table_view


def company(*people: str, players: int = 4) -> Desk:
    """Give a table that Ann has opened, with these people."""
    desk = Desk(players)
    for person in people:
        desk.join(person)
    return desk


def fill(desk: Desk, account: str = "ann", seat: int | None = None) -> Asked:
    """Give the wish for bots."""
    return asked(desk.cause(account), FillSeats, None if seat is None else Seat(seat))


def remove(desk: Desk, seat: int, account: str = "ann") -> Asked:
    """Give the wish to free a seat."""
    return asked(desk.cause(account), RemoveSeat, Seat(seat))


def give(desk: Desk, seat: int, account: str = "ann") -> Asked:
    """Give the wish to let another person run the table."""
    return asked(desk.cause(account), GiveHost, Seat(seat))


def bots(desk: Desk) -> list[int]:
    """Give the seats that bots have."""
    return [seat for seat, chair in enumerate(desk.table.chairs) if chair is not None and chair.bot]


def folds_back(desk: Desk) -> bool:
    """Say whether the log gives the table as it is."""
    progress = fold({"lots": LOTS}, desk.log)
    return progress is not None and stored(progress.table) == stored(desk.table)


# Who it is


def test_the_maker_runs_the_table() -> None:
    """The maker is the host, before the game, in it and after it."""
    desk = Desk(options={"deals": 1})
    assert host_seat(desk.table) == 0
    desk.done(desk.start())
    assert table_view(desk.table, Seat(0)).host == 0
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    assert host_seat(desk.table) == 0


def test_somebody_who_is_here_runs_the_table_meanwhile() -> None:
    """While the host is not here the first person who is has the role, and gives it back when the host returns."""
    desk = company("ben", "cat")
    desk.lose("ann")
    assert host_seat(desk.table) == 1
    desk.lose("ben")
    assert host_seat(desk.table) == 2
    desk.lose("cat")
    assert host_seat(desk.table) == 0
    desk.join("cat")
    desk.join("ann")
    assert host_seat(desk.table) == 0


def test_the_role_passes_on_when_the_host_gets_up() -> None:
    """Who leaves before the game leaves the role to the first person who is here, and is told about; it stays there."""
    desk = company("ben", "cat")
    desk.lose("ben")
    desk.done(desk.leave("ann"))
    assert desk.steps[-2].event == HostGiven(Seat(2), "Cat")
    assert host_seat(desk.table) == 2
    desk.join("ann")
    assert host_seat(desk.table) == 2
    assert folds_back(desk)


def test_the_role_passes_on_when_the_host_resigns() -> None:
    """Who leaves a game for good leaves the role to someone else, and all are told so."""
    desk = company("ben")
    desk.done(desk.start())
    desk.done(asked(desk.cause("ann"), Resign))
    assert HostGiven(Seat(1), "Ben") in [step.event for step in desk.steps]
    assert host_seat(desk.table) == 1
    assert folds_back(desk)


def test_the_role_stays_with_who_is_only_not_here() -> None:
    """Who runs the table meanwhile can leave and cannot keep the role, and does not remove its owner."""
    desk = company("ben", "cat")
    desk.lose("ann")
    assert "cannot be removed" in desk.denied(remove(desk, 0, "ben")).text
    desk.done(desk.leave("ben"))
    assert host_seat(desk.table) == 2
    desk.join("ann")
    assert host_seat(desk.table) == 0


def test_the_role_is_given_away() -> None:
    """The host can let another person run the table, who then can do what a host does."""
    desk = company("ben")
    desk.done(give(desk, 1))
    assert desk.steps[-1].event == HostGiven(Seat(1), "Ben")
    assert host_seat(desk.table) == 1
    assert desk.denied(desk.start()).code is ErrorCode.NOT_NOW
    assert desk.denied(fill(desk)).text == "only the host of the table can do that: ask them"
    desk.done(fill(desk, "ben"))
    desk.done(desk.start("ben"))
    assert host_seat(desk.table) == 1
    assert folds_back(desk)


def test_the_role_needs_a_person_who_plays() -> None:
    """Neither a bot, nor a free seat, nor someone who is not here can run the table; to oneself it changes nothing."""
    desk = company("ben", "cat")
    assert desk.denied(give(desk, 3)).text == "nobody has that seat: choose one that is taken"
    assert desk.denied(give(desk, 31)).code is ErrorCode.NOT_NOW
    desk.lose("cat")
    assert desk.denied(give(desk, 2)).text.startswith("Cat cannot run the table")
    desk.done(fill(desk))
    assert "cannot run the table" in desk.denied(give(desk, 3)).text
    desk.granted(give(desk, 0))


# Bots


def test_bots_fill_the_seats() -> None:
    """Bots take every free seat at the host's word, before the game, with names of their own."""
    desk = company("ben")
    desk.done(fill(desk))
    assert bots(desk) == [2, 3]
    assert [step.event for step in desk.steps[-2:]] == [
        SeatTaken(Seat(2), "Megan", "plain"),
        SeatTaken(Seat(3), "Dylan", "plain"),
    ]
    assert desk.table.phase is TablePhase.GATHERING
    desk.granted(fill(desk))
    assert folds_back(desk)


def test_a_bot_fills_one_seat() -> None:
    """A bot takes the seat that the host points at, if it is free."""
    desk = company("ben")
    desk.done(fill(desk, seat=3))
    assert bots(desk) == [3]
    assert desk.denied(fill(desk, seat=3)).text == "that seat is not free: choose one that is"
    assert desk.denied(fill(desk, seat=1)).code is ErrorCode.NOT_NOW
    assert desk.denied(fill(desk, seat=31)).code is ErrorCode.NOT_NOW


def test_a_bot_gives_way_before_the_game() -> None:
    """Who comes takes a free seat first, and then that of a bot."""
    desk = company()
    desk.done(fill(desk, seat=1))
    assert vacant(heading(desk.table)) == 3
    for person in ("ben", "cat", "dan"):
        desk.join(person)
    assert [chair.name if chair else "" for chair in desk.table.chairs] == ["Ann", "Dan", "Ben", "Cat"]
    assert desk.denied(desk.sit("eve")).code is ErrorCode.TABLE_FULL


def test_a_bot_keeps_its_seat_where_it_may() -> None:
    """Where the maker of the table has said so, nobody takes over a bot's seat, before the game or in it."""
    desk = Desk(arrangement=Arrangement(takeover=False))
    desk.done(fill(desk))
    assert vacant(heading(desk.table)) == 0
    assert desk.denied(desk.sit("ben")).text.startswith("bots have the other seats")
    desk.done(desk.start())
    assert desk.denied(desk.sit("ben")).code is ErrorCode.TABLE_FULL


# Removing


def test_a_person_is_removed() -> None:
    """The host can free a person's seat before the game, and that person cannot sit down there again."""
    desk = company("ben", "cat")
    desk.done(remove(desk, 1))
    assert desk.steps[-1].event == Removed(Seat(1), "Ben")
    assert desk.denied(desk.sit("ben")).text.startswith("the host has removed you from that table")
    desk.join("dan")
    desk.done(desk.start())
    assert desk.denied(desk.sit("ben")).code is ErrorCode.NOT_NOW
    assert heading(desk.table).barred == ("ben",)
    assert folds_back(desk)


def test_a_seat_is_removed_only_from_others() -> None:
    """The host does not remove themselves, nor whoever is not there."""
    desk = company("ben")
    assert desk.denied(remove(desk, 0)).text == "that is your own seat: leave the table instead"
    assert desk.denied(remove(desk, 3)).text == "nobody has that seat: choose one that is taken"
    assert desk.denied(remove(desk, 31)).code is ErrorCode.NOT_NOW
    assert desk.denied(remove(desk, 0, "ben")).code is ErrorCode.NOT_NOW


def test_seats_are_settled_once_the_game_has_begun() -> None:
    """In the game nobody is removed, and there is nothing to fill."""
    desk = company("ben")
    desk.done(desk.start())
    for refused in (desk.denied(remove(desk, 1)), desk.denied(fill(desk))):
        assert refused.text == "the game has begun: seats are filled and freed only before it"


def test_only_who_is_meant_is_removed_or_given_the_role() -> None:
    """Where someone else has the seat by now nothing is done, and the host is told who it is."""
    desk = company("ben", "cat")
    for command in (
        asked(desk.cause("ann"), RemoveSeat, Seat(1), "Rhys"),
        asked(desk.cause("ann"), GiveHost, Seat(1), "Rhys"),
    ):
        denied = desk.denied(command)
        assert denied.code is ErrorCode.STALE
        assert denied.text.startswith("Ben has that seat by now")
    desk.done(asked(desk.cause("ann"), GiveHost, Seat(1), "Ben"))
    desk.done(asked(desk.cause("ben"), RemoveSeat, Seat(2), "Cat"))


def ready(desk: Desk, account: str, *, wanted: bool = True) -> Asked:
    """Give what someone says of themselves."""
    return asked(desk.cause(account), SetReady, wanted)


def test_the_host_sets_the_pace_of_bots() -> None:
    """Step by step, before the game or during it, and the log keeps it; nobody else may."""
    desk = Desk()
    desk.join("ben")
    desk.done(asked(desk.cause("ann"), SetPace, faster=True))
    assert desk.steps[-1].event == PaceSet(Seat(0), 0.3)
    known = fold({"lots": LOTS}, desk.log)
    assert known is not None
    assert known.table.opened.pace == 0.3
    desk.done(asked(desk.cause("ann"), SetPace, faster=True))
    assert desk.denied(asked(desk.cause("ann"), SetPace, faster=True)).text == "bots play at once already"
    for _slower in PACES[1:]:
        desk.done(asked(desk.cause("ann"), SetPace, faster=False))
    assert desk.denied(asked(desk.cause("ann"), SetPace, faster=False)).text == "bots take as long as they can already"
    assert desk.denied(asked(desk.cause("ben"), SetPace, faster=False)) == NOT_THE_HOST


def begun(desk: Desk) -> bool:
    """Say whether the game is on."""
    return desk.table.phase is TablePhase.PLAYING


def test_people_say_that_they_are_ready() -> None:
    """Everyone sees who is ready, and who has taken it back."""
    desk = Desk()
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    assert desk.steps[-1].event == Readied(Seat(1), ready=True)
    assert [occupant.ready for occupant in table_view(desk.table, None).seats if occupant] == [False, True]
    desk.granted(ready(desk, "ben"))
    desk.done(ready(desk, "ben", wanted=False))
    assert desk.steps[-1].event == Readied(Seat(1), ready=False)
    assert desk.table.gathering.ready == frozenset()


def test_a_full_table_of_ready_people_begins() -> None:
    """Once every seat is taken and the last one is ready, the game begins with that."""
    desk = Desk(2)
    desk.done(ready(desk, "ann"))
    desk.join("ben")
    assert not begun(desk)
    desk.done(ready(desk, "ben"))
    assert desk.steps[-1].event == Began()
    assert begun(desk)
    assert desk.table.gathering.ready == frozenset()
    assert desk.denied(ready(desk, "ben")).code is ErrorCode.NOT_NOW


def test_ready_people_need_not_be_a_full_table() -> None:
    """Once all who have come are ready, and there are two of them, bots take the free seats and the game begins."""
    desk = Desk(4)
    desk.join("ben")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    desk.done(ready(desk, "ben"))
    assert begun(desk)
    assert [step.event.__class__ for step in desk.steps[-4:]] == [Readied, SeatTaken, SeatTaken, Began]
    assert [bool(chair and chair.bot) for chair in desk.table.chairs] == [False, False, True, True]


def test_nobody_begins_alone() -> None:
    """One person waits for others, however ready."""
    desk = Desk(3)
    desk.done(ready(desk, "ann"))
    assert not begun(desk)


def test_where_bots_keep_their_seats_the_free_ones_are_waited_for() -> None:
    """Nobody could sit down there any more: as long as someone else could come, only the host begins."""
    desk = Desk(3, arrangement=Arrangement(takeover=False))
    desk.join("ben")
    for account in ("ann", "ben"):
        desk.done(ready(desk, account))
    assert not begun(desk)
    desk.done(asked(desk.cause("ann"), FillSeats))
    assert begun(desk)


@pytest.mark.parametrize("way", ["leaves", "is removed"])
def test_who_goes_is_not_waited_for(way: str) -> None:
    """When the only one who is not ready has got up, all the others are ready."""
    desk = Desk(4)
    desk.join("ben")
    desk.join("cat")
    for account in ("ann", "ben"):
        desk.done(ready(desk, account))
    desk.done(desk.leave("cat") if way == "leaves" else asked(desk.cause("ann"), RemoveSeat, Seat(2)))
    assert begun(desk)


def test_who_is_back_is_not_waited_for() -> None:
    """A ready person whose connection was gone is the last one, once they are there again."""
    desk = Desk(3)
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    desk.lose("ben")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    desk.join("ben")
    assert begun(desk)


def test_who_comes_is_not_ready_yet() -> None:
    """A seat that changes hands does not keep what its person has said."""
    desk = Desk(2)
    desk.join("ben")
    desk.done(ready(desk, "ben"))
    desk.done(asked(desk.cause("ann"), RemoveSeat, Seat(1)))
    desk.join("cat")
    desk.done(ready(desk, "ann"))
    assert not begun(desk)
    assert desk.table.gathering.ready == {0}


def test_who_comes_can_be_ready_at_once() -> None:
    """Who sits down and is ready with it can be the one who was waited for; in the game it means nothing."""
    desk = Desk(2)
    desk.done(ready(desk, "ann"))
    desk.join("ben")
    desk.done(desk.leave("ben"))
    desk.done(Sit(desk.cause("ben"), "Ben", ready=True))
    assert begun(desk)
    running = Desk(2)
    running.done(running.start())
    running.done(Sit(running.cause("ben"), "Ben", ready=True))
    assert running.table.gathering.ready == frozenset()


def test_a_beginning_is_nobody_s_command() -> None:
    """Whoever is back by an old command does not make newer ones look spent, nor this one."""
    desk = Desk(3)
    desk.join("ben")
    old = desk.sit("ben")
    desk.done(ready(desk, "ben"))
    desk.lose("ben")
    desk.done(ready(desk, "ann"))
    desk.table = arrive(desk.table, "ben")
    assert desk.done(old).record.cause is None
    assert begun(desk)
    desk.granted(old)


ANN, BEN, BOT = Chair("Ann", account="ann"), Chair("Ben", account="ben", bot="keen"), Chair("Nia", bot="keen")


def about(seat: int) -> list[Event]:
    """Give every event of the log about someone at a seat."""
    place = Seat(seat)
    return [
        HostGiven(place, ""),
        Removed(place, ""),
        Readied(place, ready=True),
        RematchOffered("x", place),
        StoodIn(place, "", "plain", Absence.LOST),
        Resigned(place, "", "plain"),
        TimedOut(place, ""),
    ]


@pytest.mark.parametrize("event", [event for seat in (-1, 1, 3) for event in about(seat)], ids=repr)
def test_an_event_about_nobody_is_damage(event: Event) -> None:
    """A log that tells of someone where nobody sits was not written by a table."""
    with pytest.raises(DamagedLog, match="where nobody sits"):
        advance(Desk().table, LogRecord((event,), NOW))


def test_nobody_leaves_a_seat_that_is_free() -> None:
    """A log in which someone gets up where nobody sits was not written by a table."""
    with pytest.raises(DamagedLog, match="somebody at seat 1, where nobody sits"):
        advance(Desk().table, LogRecord((PersonLeft(Seat(1)),), NOW))


def test_a_kept_seat_out_of_reach_is_damage() -> None:
    """A seat that the table does not have cannot be kept for anybody."""
    with pytest.raises(DamagedLog, match="seat 3"):
        advance(Desk().table, LogRecord((SeatKept(Seat(3), "ben", "Ben"),), NOW))


def test_the_role_of_a_bot_is_nobodys() -> None:
    """Where a log gives the role to a bot, the table is its maker's again."""
    chairs = (Chair("Ann", account="ann"), None, Chair("Megan", bot="plain"))
    assert reseat(Gathering(host="ann"), chairs, HostGiven(Seat(2), "Megan"))[0].host == ""


def a_game() -> Desk:
    """Give a table at which Ann and Ben play with a bot."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    return desk


def test_a_table_is_closed() -> None:
    """A table is closed wherever its game stands, and once is enough."""
    for desk in (Desk(), a_game()):
        desk.done(CloseTable())
        assert desk.table.closed
        desk.granted(CloseTable())


def test_a_finished_game_is_not_closed() -> None:
    """Where the game has ended nothing is left to close, and no seat to take."""
    desk = Desk(options={"deals": 1})
    desk.done(desk.start())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    assert desk.denied(CloseTable()).code is ErrorCode.NOT_NOW
    assert desk.denied(ResetSeat(Seat(0))).code is ErrorCode.NOT_NOW


def test_a_seat_before_the_game_is_freed() -> None:
    """Whoever has it leaves the seat and may come back, and the next person runs the table."""
    desk = Desk()
    desk.join("ben")
    done = desk.done(ResetSeat(Seat(0)))
    assert HostGiven(Seat(1), "Ben") in done.record.facts
    assert desk.table.chairs[0] is None
    desk.join("ann")
    assert desk.table.chairs[0] is not None


def test_a_bot_before_the_game_is_removed() -> None:
    """A seat that a bot has is free again; one that is free, or that there is not, stays as it is."""
    desk = Desk()
    desk.done(asked(desk.cause("ann"), FillSeats, Seat(2)))
    desk.done(ResetSeat(Seat(2)))
    assert desk.table.chairs[2] is None
    for seat in (2, 9):
        assert desk.denied(ResetSeat(Seat(seat))).code is ErrorCode.NOT_NOW


def test_a_seat_in_a_game_is_a_bots() -> None:
    """Whoever had it has left for good; the seat of a bot stays a bot's."""
    desk = a_game()
    done = desk.done(ResetSeat(Seat(1)))
    assert any(isinstance(fact, Resigned) for fact in done.record.facts)
    chair = desk.table.chairs[1]
    assert chair is not None
    assert chair.bot
    assert not chair.account
    for seat in (1, 2, 9):
        assert desk.denied(ResetSeat(Seat(seat))).code is ErrorCode.NOT_NOW


def names(desk: Desk) -> list[str]:
    """Give the names of the seats."""
    return [chair.name if chair else "" for chair in desk.table.chairs]


def told(desk: Desk, count: int) -> list[Event]:
    """Give the last events."""
    return [step.event for step in desk.steps[-count:]]


def comes(desk: Desk, name: str, account: str = "her") -> None:
    """Let someone of this name come and sit down."""
    desk.table = arrive(desk.table, account)
    desk.done(Sit(desk.cause(account), name))


def with_bots(players: int, seat: int | None = None) -> Desk:
    """Give a table with one bot, or bots on all other seats."""
    desk = Desk(players)
    desk.done(asked(desk.cause("ann"), FillSeats, None if seat is None else Seat(seat)))
    return desk


def test_a_bot_gives_its_name_to_a_person() -> None:
    """Before the game the bot is called otherwise, and everyone is told; the log tells the same again."""
    desk = with_bots(3, seat=2)
    comes(desk, "MEGAN")
    assert names(desk) == ["Ann", "MEGAN", "Dylan"]
    assert told(desk, 2) == [SeatTaken(Seat(2), "Dylan", "plain", "Megan"), SeatTaken(Seat(1), "MEGAN")]
    progress = fold({"lots": LOTS}, desk.log)
    assert progress is not None
    assert progress.table.chairs == desk.table.chairs


def test_a_bot_that_comes_later_takes_another_name() -> None:
    """Neither that of someone there, nor of someone for whom a seat is kept, nor of one who watches."""
    desk = Desk(4)
    comes(desk, "Megan")
    kept = Gathering(kept=(None, None, Chair("Dylan", account="dylan"), None))
    desk.table = replace(desk.table, gathering=kept, watchers=("Cerys",))
    desk.done(asked(desk.cause("ann"), FillSeats))
    assert names(desk) == ["Ann", "Megan", "", "Owain"]


def test_bots_that_people_bring_sit_where_they_may() -> None:
    """At a table that does not want them, they are told so."""
    denied = Desk(arrangement=Arrangement(foreign_bots=False)).join(bot_account("x"))
    assert isinstance(denied, Denied)
    assert "bots that people bring have no seat" in denied.text


def test_addresses_are_told_apart() -> None:
    """Whoever sits down leaves a digest of where they come from, another at each table; nobody else does."""
    desk = Desk()
    done = desk.done(desk.sit("ben"))
    near, far = (from_network(done, address) for address in ("10.0.0.1", "10.0.0.2"))
    assert near.record.origin
    assert near.record.origin != far.record.origin
    assert near.progress.table.origins == {"ben": near.record.origin}
    assert from_network(done, "") is done


def test_the_whims_of_a_day_are_those_of_a_seat() -> None:
    """The same seed gives each seat and each moment its own."""
    assert len({whims_of_day("s", Seat(seat), played) for seat in (0, 1) for played in (0, 1)}) == 4
    assert owners(Desk().table.chairs, [Seat(0), Seat(1)]) == {"ann"}


def test_the_last_command_of_an_account_is_known() -> None:
    """Its id has to be exceeded; of whoever has sent none, any is the first."""
    answers = remember({}, Cause("ann", 7, "Test"), 1)
    assert (newest(answers, "ann"), newest(answers, "ben")) == (7, 0)
