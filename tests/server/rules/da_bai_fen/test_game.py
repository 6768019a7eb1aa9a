"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from server.rules.da_bai_fen.variant import NAME
from tests.conformance.da_bai_fen import tables
from tests.server.rules.da_bai_fen.position import GAME


def rules(**options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAME.rules(Setup(NAME, 4, options))


@pytest.mark.parametrize(
    ("options", "present", "absent"),
    [
        ({}, "beyond level A", "beyond level 6"),
        ({"target_level": "6"}, "beyond level 6", "beyond level A"),
        ({"draw": 3}, "After every 3 cards that each draws", "After each card"),
        ({}, "After each card that everybody draws", "After every"),
        ({}, "the seat that draws first does", "as the server receives"),
        ({"exposing": "time"}, "as the server receives", "the seat that draws first does"),
        ({}, "**knows** that nobody has a higher one", "otherwise play stops"),
        ({"leads": "at_risk"}, "otherwise play stops", "**knows**"),
        ({"leads": "cut"}, "otherwise the lowest card that can be beaten is led alone", "play stops"),
        ({}, "takes the last six unseen", "shown to all"),
        ({"show_six": True}, "shown to all", "unseen"),
        ({}, "the deal is annulled", "one stride"),
        ({"void_claim": False}, "The last six cards", "annulled"),
        ({"stop_at_last": True}, "at one stride", "only by declarers"),
        ({"win_as": "declarers"}, "only by declarers", "one stride"),
        ({}, "A side that rises beyond A wins", "at most"),
        ({"most_deals": 40}, "The game is 40 deals at most: then the higher level wins", "one deal"),
        ({"most_deals": 1}, "The game is one deal at most", "40 deals"),
    ],
    ids=str,
)
def test_each_option_is_told(options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(**options)
    assert present in text
    assert absent not in text


def test_the_table_of_points_is_there() -> None:
    """As the score counts it."""
    rows = ["| 0 | +2 | – |", "| 5–35 | +1 | – |", "| 40–75 | – | – |", "| 80–95 | – | +1 |", "| 100–160 | – | +2 |"]
    assert all(row in rules() for row in rows)
    assert "K♣ and 5♦ lie among the 6 cards laid aside" in rules()
    assert "With 90 points the opponents rise by 1." in rules()


@settings(max_examples=15, deadline=None)
@given(setup=tables())
def test_no_rule_is_left_in_english(setup: Setup) -> None:
    """Each line in words differs from the English one, and none is too long to follow."""
    with speaking("cy", catalogue):
        welsh = GAME.rules(setup).splitlines()
    english = GAME.rules(setup).splitlines()
    assert max(map(len, english)) < 260
    assert len(welsh) == len(english)
    same = {line for line, other in zip(welsh, english, strict=True) if line == other}
    assert all(not line or line.startswith(("|", "# ")) for line in same)
