"""Bots that cannot play as they should: which of a table's others replace."""

from msgspec.structs import replace

from chwech_tui.model.fallbacks import fallback_words
from protocol.setup import GameOffer, Setup
from protocol.tableview import Occupant, TableView
from protocol.vocabulary import View
from tests.chwech_tui.values import table

OFFER = GameOffer(
    "chwech", (4,), (), ("steady", "strong"), fallbacks={"strong": "steady", "champion": "steady", "\x1b[31m": "w" * 60}
)


def with_bots(*levels: str) -> TableView[View]:
    """Give a table with bots of these levels, and a free seat."""
    return replace(table(), seats=(Occupant("Megan"), *(Occupant("A bot", level) for level in levels), None))


def test_each_level_of_the_table_that_cannot_play_is_told_once() -> None:
    """With the level that plays in its place; the others are as they should be."""
    told = fallback_words((OFFER,), with_bots("strong", "easy", "champion", "strong"))
    assert told == (
        "Strong bots cannot play here now: steady ones play in their place. "
        "Champion bots cannot play here now: steady ones play in their place."
    )
    assert fallback_words((OFFER,), with_bots("steady", "easy")) == ""


def test_a_game_that_is_not_on_offer_has_none() -> None:
    """Nothing is known of its bots."""
    assert fallback_words((OFFER,), replace(with_bots("strong"), setup=Setup("bete", 3))) == ""
    assert fallback_words((), with_bots("strong")) == ""


def test_what_a_server_calls_its_levels_is_cleaned() -> None:
    """It is drawn on a screen, like any name."""
    told = fallback_words((OFFER,), with_bots("\x1b[31m"))
    assert "\x1b" not in told
    assert "w" * 25 not in told
