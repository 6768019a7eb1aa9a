"""Which games are rated, and whom they rate."""

import pytest
from msgspec.structs import replace

from protocol.absence import Resign
from protocol.messages import LeaveTable
from protocol.setup import Arrangement
from protocol.tableview import TablePhase
from server.tables.chairs import Chair
from server.tables.commands import Sit
from server.tables.heading import Player, heading, is_rated, player_of
from server.tables.names import bot_account
from server.tables.projection import table_view
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk

BROUGHT = bot_account("rob")
"""The account of a bot that somebody has brought."""

GUEST = frozenset({"gwen"})
"""The accounts that are guests'."""


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


def test_a_table_of_a_tournament_is_rated_though_it_has_a_seed() -> None:
    """Nobody knows the seed of a duplicate tournament."""
    table = Desk(seed="a").table
    table = replace(table, opened=replace(table.opened, tournament=7))
    assert is_rated(table)
    assert not table_view(table, None).arrangement.casual
    assert heading(table).duplicate == 7
    assert heading(Desk(seed="a").table).duplicate == 0


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


def test_a_person_alone_with_guests_is_not_rated() -> None:
    """There is nobody to compare them with."""
    desk = Desk()
    for guest in ("gwen", "huw"):
        desk.done(Sit(desk.cause(guest), guest.title(), guest=True))
    assert not is_rated(desk.table)
    assert heading(desk.table).rated is False


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
    """It is if somebody else plays on, or once the first deal has ended."""
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
