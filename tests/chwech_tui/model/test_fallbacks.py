"""Bots that cannot play as they should: which of a table's others replace."""

from msgspec.structs import replace

from chwech_tui.model.lobby import Told, news_of_fallbacks
from protocol.setup import GameOffer, Setup
from protocol.tableview import Occupant, TableView
from protocol.vocabulary import View
from tests.chwech_tui.values import table

OFFER = GameOffer(
    "chwech", (4,), (), ("steady", "strong"), fallbacks={"strong": "steady", "champion": "steady", "\x1b[31m": "w" * 60}
)


NOTHING = Told()


def with_bots(*levels: str) -> TableView[View]:
    """Give a table with bots of these levels, and a free seat."""
    return replace(table(), seats=(Occupant("Megan"), *(Occupant("A bot", level) for level in levels), None))


def told(table: TableView[View], before: Told = NOTHING, offers: tuple[GameOffer, ...] = (OFFER,)) -> str:
    """Give what is told of a table."""
    return news_of_fallbacks(offers, table, before)[0]


def test_each_level_that_cannot_play_is_told_once() -> None:
    """With the level that plays in its place; the others are as they should be."""
    words, known = news_of_fallbacks((OFFER,), with_bots("strong", "easy", "strong"), Told())
    assert words == "Strong bots cannot play here now: steady ones play in their place."
    both = with_bots("strong", "champion")
    assert told(both, known) == "Champion bots cannot play here now: steady ones play in their place."
    assert told(both, Told("calm-river", frozenset({"strong", "champion"}))) == ""
    assert told(with_bots("steady", "easy")) == ""


def test_another_table_is_another_matter() -> None:
    """Who comes there may not remember the one before."""
    assert told(with_bots("strong"), Told("other-table", frozenset({"strong"}))) != ""


def test_a_game_that_is_not_on_offer_has_none() -> None:
    """Nothing is known of its bots."""
    assert told(replace(with_bots("strong"), setup=Setup("bete", 3))) == ""
    assert told(with_bots("strong"), offers=()) == ""


def test_what_a_server_calls_its_levels_is_cleaned() -> None:
    """It is drawn on a screen, like any name."""
    words = told(with_bots("\x1b[31m"))
    assert "\x1b" not in words
    assert "w" * 25 not in words
