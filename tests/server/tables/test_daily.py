"""The table of the deal of the day."""

import pytest

from protocol.daily import DailyMark
from protocol.message import Seat
from protocol.temper import Temper
from server.rules.registry import GAMES
from server.tables.commands import OfferRematch
from server.tables.daily import DAILY_GAME, LEVEL, NO_REMATCH, PERSON, DailyOrder, open_daily, seat_temper
from server.tables.log import Cause
from server.tables.names import bot_names
from server.tables.opening import offer_rematch
from server.tables.projection import table_view


@pytest.mark.parametrize("name", ["Megan", *bot_names((), (), 2)])
def test_the_bots_are_the_same_for_everybody(name: str) -> None:
    """They have one level and no temper, which follows from a name: a person's name may be that of a bot."""
    order = DailyOrder("code", "ab" * 32, DailyMark("2026-11-21"), name)
    table = open_daily(GAMES[DAILY_GAME], order, Cause("ann", 1, "PlayDaily"), 0.0).progress.table
    _person, *bots = table_view(table, PERSON).seats
    assert [(bot.bot, bot.temper) for bot in bots if bot] == [(LEVEL, Temper.EVEN)] * 5
    assert {seat_temper(table, Seat(seat)) for seat in range(6)} == {Temper.EVEN}


@pytest.mark.parametrize("guest", [False, True])
def test_a_guest_is_known_as_one(*, guest: bool) -> None:
    """What the table knows of its person is what the account was when it was opened."""
    order = DailyOrder("code", "ab" * 32, DailyMark("2026-11-21"), "Megan", guest)
    table = open_daily(GAMES[DAILY_GAME], order, Cause("ann", 1, "PlayDaily"), 0.0).progress.table
    assert table.guests == (frozenset({"ann"}) if guest else frozenset())


def test_a_deal_of_the_day_has_no_rematch() -> None:
    """It is played once, so an offer of another game is refused whenever it comes."""
    order = DailyOrder("code", "ab" * 32, DailyMark("2026-11-21"), "Megan")
    table = open_daily(GAMES[DAILY_GAME], order, Cause("ann", 1, "PlayDaily"), 0.0).progress.table
    assert offer_rematch(table, PERSON, OfferRematch(Cause("ann", 2, "Rematch"), "other")) == NO_REMATCH
