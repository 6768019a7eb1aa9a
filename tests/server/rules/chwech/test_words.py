"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import OptionValue, Setup
from server.rules.game import InvalidSetup
from tests.conformance.setups import tables
from tests.server.rules.chwech.position import GAME


def rules(players: int = 6, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAME.rules(Setup(players=players, options=options))


def test_the_usual_table_is_described() -> None:
    """The title, the order and the score table are those of six players and revised rules."""
    text = rules()
    assert text.startswith("# Chwech for six players, revised rules\n")
    assert "**Joker last, Ace not last, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2, Ace last, Joker not last**" in text
    assert "| 0, 9, 18 … | 81 | 72 | 63 | 54 | 45 | 36 | 27 | 18 | 9 | 0 |" in text
    assert "A game is 6 deals" in text


@pytest.mark.parametrize(
    ("players", "options", "present", "absent"),
    [
        (4, {}, "| Jokers | none |", "A Joker"),
        (4, {"deals": 1}, "A game is one deal", "deals;"),
        (5, {"five_pack": "middle"}, "A, K, Q, J, 10, 9, 6, 5", ", 8,"),
        (6, {"ruleset": "original"}, "9, 8, Joker, 7", "Ace not last"),
        (5, {"ruleset": "original", "five_pack": "middle"}, "10, 9, Joker, 6", "last Ace"),
        (6, {"jokers_per_trick": "one"}, "Only one Joker", "Any number"),
        (6, {"joker_beats_last_ace": True}, "Joker not last, Ace last**", "but Jokers takes"),
        (7, {"thirteens_as_jokers": True}, "both red Thirteens, which are Jokers", "J, 13,"),
        (7, {"seven_pack": "two_packs", "equal_cards": "last"}, "played last ranks higher", "Thirteen"),
        (7, {"seven_pack": "two_packs"}, "2 twice", "Thirteen"),
        (6, {"review_won": True}, "may be looked through by anyone", "face down"),
    ],
    ids=str,
)
def test_each_option_is_told(players: int, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(players, **options)
    assert present in text
    assert absent not in text


@settings(max_examples=100, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)))
def test_every_table_has_rules(data: st.DataObject, players: int) -> None:
    """Whatever goes together can be described, in lines that a reader can follow."""
    text = GAME.rules(data.draw(tables(players)))
    assert text.endswith("\n")
    assert max(map(len, text.splitlines())) < 250


def test_a_table_that_cannot_be_has_no_rules() -> None:
    """The refusal is the same as when it is opened."""
    with pytest.raises(InvalidSetup, match="applies to 5 players"):
        rules(6, five_pack="middle")
