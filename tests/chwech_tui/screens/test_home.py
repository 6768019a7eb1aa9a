"""The lines of the home menu."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells
from chwech_tui.screens.home import entry_words
from chwech_tui.screens.menu import MENU_WIDTH
from protocol.catalogues import catalogue
from protocol.daily import DailyMark
from protocol.language import LANGUAGES, _, speaking
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase

SIX = TableEntry(
    "a-b-c",
    Setup("chwech", 6, {"ruleset": "revised"}),
    TablePhase.PLAYING,
    (),
    "deal 2 of 6",
    yours=True,
    total=123,
    played_at=0.0,
)
"""A game that was played just now."""

DAILY = replace(SIX, table="a-b-d", daily=DailyMark("2026-11-28"))
"""A deal of the day."""


LONG = replace(SIX, table="a-b-e", setup=Setup("auction-forty-fives", 4), summary="115/120, rhaniad 12")
"""A game with a long name, and a score of both sides."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", [SIX, DAILY, LONG], ids=("a game", "a deal of the day", "a long name"))
def test_what_does_not_fit_is_left_out(entry: TableEntry, language: str) -> None:
    """The rules first, and then when it was played; no word is cut, and the total always stands there."""
    with speaking(language, catalogue):
        for coached in ("", SIX.table):
            words = entry_words(_("Go on"), entry, 0.0, coached)
            assert cells(words) <= MENU_WIDTH - 2
            assert "123" in words


def test_the_rules_are_left_out_first() -> None:
    """When it was played stays, where there is room without them."""
    short = entry_words("On", SIX, 0.0)
    assert short == "On   Chwech for 6   deal 2 of 6   your total 123   just now"


def test_the_game_with_the_coach_says_so() -> None:
    """Of two games that are otherwise alike it is known which one has him."""
    words = entry_words("On", SIX, 0.0, f"d-e-f {SIX.table}")
    assert words == "On   Chwech for 6, with the coach   deal 2 of 6   your total 123"
    assert "coach" not in entry_words("On", SIX, 0.0, "d-e-f")
