"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from server.rules.durak.variant import NAME
from server.rules.game import InvalidSetup
from tests.conformance.durak import tables
from tests.server.rules.durak.position import GAME


def rules(players: int = 4, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAME.rules(Setup(NAME, players, options))


@pytest.mark.parametrize(
    ("players", "options", "present", "absent"),
    [
        (4, {}, "# Durak in teams, for four players\n", "Three play"),
        (4, {}, "put under the stock", "There is no stock"),
        (4, {}, "Who first loses 3 deals", "first bout"),
        (6, {}, "Three play against three", "opposite"),
        (6, {}, "There is no stock", "put under the stock"),
        (6, {}, "Who has no cards after a bout is *out*", "the stock "),
        (4, {}, "As long as a card lies unbeaten the defender may give up", "at any time"),
        (4, {"losses": 1}, "Who first loses a deal", "3 deals"),
        (4, {"first_bout": 5}, "first bout of a deal there are at most 5", "3 attack"),
        (4, {}, "the deal is a draw", "the attackers win"),
        (4, {"both_out": "attackers"}, "the attackers win", "is a draw"),
    ],
    ids=str,
)
def test_each_option_is_told(players: int, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(players, **options)
    assert present in text
    assert absent not in text


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (5, {}, "players: 5 do not fit, Durak in teams is for 4 or 6"),
        (4, {"losses": 9}, "losses: '9' is not one of its values, which are 3, 1, 2, 4, 5"),
        (4, {"trump": "S"}, "'trump' is no option of Durak in teams, which has losses, first_bout, both_out"),
    ],
)
def test_a_table_that_cannot_be_is_refused(players: int, options: dict[str, OptionValue], words: str) -> None:
    """The sentence names both sides."""
    with pytest.raises(InvalidSetup, match=words):
        rules(players, **options)


def test_the_rules_speak_the_readers_language() -> None:
    """In Welsh with the mutations that numerals bring."""
    with speaking("cy", catalogue):
        assert "sy'n colli 2 raniad gyntaf" in rules(4, losses=2)
        assert "sy'n colli 3 rhaniad gyntaf" in rules(4)


@settings(max_examples=30, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 6)))
def test_no_rule_is_left_in_english(data: st.DataObject, players: int) -> None:
    """Each line in words differs from the English one, and none is too long to follow."""
    setup = data.draw(tables(players))
    with speaking("cy", catalogue):
        welsh = GAME.rules(setup).splitlines()
    english = GAME.rules(setup).splitlines()
    assert max(map(len, english)) < 260
    assert len(welsh) == len(english)
    assert {line for line, other in zip(welsh, english, strict=True) if line == other} <= {""}
