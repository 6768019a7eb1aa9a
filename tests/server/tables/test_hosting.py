"""The host of a table, and what that person may do with its seats."""

from protocol.absence import Resign
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.seating import FillSeats, GiveHost, HostGiven, Removed, RemoveSeat, SeatTaken
from protocol.setup import Arrangement
from protocol.tableview import TablePhase
from server.tables.commands import Asked
from server.tables.heading import heading, vacant
from server.tables.log import PersonLeft, Told
from server.tables.projection import table_view
from server.tables.seating import host_seat
from server.tables.table import fold
from tests.server.lots import LOTS
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk, stored


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


def test_somebody_who_plays_runs_the_table_meanwhile() -> None:
    """In the game the role is with somebody who plays while a bot plays for the host."""
    desk = company("ben")
    desk.done(desk.start())
    desk.done(desk.leave("ann"))
    assert host_seat(desk.table) == 1
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


def test_the_role_passes_on_to_somebody_who_may_come_back() -> None:
    """Where nobody else is here the role goes to the first person who has a seat."""
    desk = company("ben", "cat")
    desk.lose("ben")
    desk.lose("cat")
    desk.done(desk.leave("ann"))
    assert host_seat(desk.table) == 1


def test_the_role_passes_on_when_the_host_resigns() -> None:
    """Who leaves a game for good leaves the role to somebody else, and all are told so."""
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


def test_only_the_host_leaves_the_role_behind() -> None:
    """When others get up, or the last one does, nobody is told of a new host."""
    desk = company("ben")
    assert desk.done(desk.leave("ben")).record.facts == (PersonLeft(Seat(1)),)
    facts = desk.done(desk.leave("ann")).record.facts
    assert not any(isinstance(fact, Told) and isinstance(fact.event, HostGiven) for fact in facts)
    assert desk.table.closed


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


def test_the_role_is_given_away_in_the_game() -> None:
    """The host can also let go of the role while the game goes on."""
    desk = company("ben")
    desk.done(desk.start())
    desk.done(give(desk, 1))
    assert host_seat(desk.table) == 1


def test_the_role_needs_a_person_who_plays() -> None:
    """Neither a bot, nor a free seat, nor somebody who is not here can run the table; to oneself it changes nothing."""
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


def test_a_bot_is_removed() -> None:
    """The host can free a bot's seat before the game."""
    desk = company()
    desk.done(fill(desk, seat=1))
    desk.done(remove(desk, 1))
    assert desk.steps[-1].event == Removed(Seat(1), "Megan", "plain")
    assert desk.table.chairs[1] is None
    assert desk.table.gathering.barred == frozenset()


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


def test_a_repeated_wish_of_the_host_is_done_once() -> None:
    """The same command again gets the same answer, also after other things have happened."""
    desk = company("ben")
    wish = remove(desk, 1)
    seq = desk.done(wish).progress.table.seq
    desk.join("cat")
    assert desk.granted(wish).seq == seq
    assert desk.table.chairs[1] is not None


def test_only_who_is_meant_is_removed_or_given_the_role() -> None:
    """Where somebody else has the seat by now nothing is done, and the host is told who it is."""
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
