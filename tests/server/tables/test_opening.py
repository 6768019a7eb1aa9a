"""How a table is made."""

import pytest

from protocol.messages import OpenTable
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.rules.values import InvalidSetup
from server.tables.log import Cause, Opened, PersonSat
from server.tables.opening import TableOpening, line_up, open_table
from tests.server.lots import LOTS
from tests.server.tables.desk import LEVELS, NOW, Desk


def wish(setup: Setup, *, seed: str = "", entropy: bytes = bytes(32)) -> TableOpening:
    """Give a wish for a table."""
    return TableOpening(Cause("ann", 1, "OpenTable"), "Ann", "bodega", OpenTable(1, setup, (), 0.5, seed), entropy)


def test_the_maker_sits_on_the_first_seat() -> None:
    """A new table gathers people, and its maker is already there."""
    desk = Desk()
    assert desk.table.phase is TablePhase.GATHERING
    assert desk.table.seq == 1
    assert [chair.name if chair else "" for chair in desk.table.chairs] == ["Ann", "", ""]
    assert [type(fact) for fact in desk.log[0].facts] == [Opened, PersonSat]


def test_the_first_dealer_is_drawn() -> None:
    """Chance says who deals first, whatever the maker asks for."""
    drawn = set()
    for byte in range(30):
        done = open_table(LOTS, LEVELS, wish(Setup("lots", 3), entropy=bytes([byte])), NOW)
        drawn.add(done.progress.table.opened.setup.first_dealer)
    assert drawn == {0, 1, 2}


def test_a_seed_draws_the_same_dealer() -> None:
    """A table with a seed begins the same every time."""
    first, second = (
        open_table(LOTS, LEVELS, wish(Setup("lots", 3), seed="x", entropy=bytes([byte])), NOW) for byte in (0, 1)
    )
    assert first.record == second.record


def test_a_wrong_setup_is_refused() -> None:
    """What the game does not have makes no table."""
    with pytest.raises(InvalidSetup, match="2, 3 or 4"):
        open_table(LOTS, LEVELS, wish(Setup("lots", 9)), NOW)


def test_bots_are_lined_up() -> None:
    """The last bot named serves for the seats that are left, and none named means the default."""
    assert line_up((), LEVELS, 3) == ("plain", "plain", "plain")
    assert line_up(("keen",), LEVELS, 4) == ("plain", "keen", "keen", "keen")
    assert line_up(("keen", "plain"), LEVELS, 4) == ("plain", "keen", "plain", "plain")
    assert line_up((), LEVELS, 1) == ("plain",)


def test_an_unknown_bot_is_refused() -> None:
    """The refusal names the bots that there are."""
    with pytest.raises(InvalidSetup, match=r"no bot 'wild': choose among plain, keen"):
        line_up(("wild",), LEVELS, 3)


def test_too_many_bots_are_refused() -> None:
    """There are no more bots than other seats."""
    with pytest.raises(InvalidSetup, match="3 bots are too many: besides yourself 2 can sit down"):
        line_up(("keen",) * 3, LEVELS, 3)
