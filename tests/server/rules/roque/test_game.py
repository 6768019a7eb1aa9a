"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from server.rules.roque.variant import OPTIONS
from tests.conformance.roque import tables
from tests.server.rules.roque.position import FOUR, GAMES, THREE


def rules(game: str, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAMES[game].rules(Setup(game, OPTIONS[game].players[0], options))


@pytest.mark.parametrize(
    ("game", "options", "present", "absent"),
    [
        (FOUR, {}, "# Roque\n", "Two of clubs"),
        (FOUR, {}, "Everybody gets 12 cards from a pack of 52, 4 at a time. The last 4 lie face down", "15 cards"),
        (FOUR, {}, "from 85 to 165", "100"),
        (FOUR, {}, "| 125 | 75 | −250 | 90 |", "185"),
        (FOUR, {}, "**250** instead", "350"),
        (FOUR, {}, "the next dealer deals", "the dealer plays at"),
        (FOUR, {"forced_dealer": True}, "the dealer plays at 85", "the next dealer deals"),
        (FOUR, {"lowest_bid": 100}, "from 100 to 165", "85"),
        (FOUR, {"slam": 330}, "**330** instead", "**250** instead"),
        (FOUR, {"discards": "last_trick"}, "belong to who takes the last trick", "belong to the declarer"),
        (FOUR, {"both_past": "declarer"}, "the declarer's side wins if it is one", "another deal is played"),
        (FOUR, {"target": 1005, "most_deals": 40}, "The game is 40 deals at most", "505 points at"),
        (FOUR, {"most_deals": 1}, "The game is one deal at most", "20 deals"),
        (THREE, {}, "The Two of clubs is left out", "partners"),
        (THREE, {}, "from 95 to 185", "85 to"),
        (THREE, {}, "**350** instead", "250** instead"),
        (THREE, {}, "scores what that player took", "what both of them took"),
        (THREE, {"defenders": "both"}, "scores what both of them took", "what that player took"),
        (THREE, {}, "less than the two others together", "the better one"),
        (THREE, {"doubled_below": "better"}, "less than the better one of the others", "others together, it"),
        (THREE, {}, "| 125 | 85 | −250 | 100 |", "| 90 |"),
        (THREE, {"doubled_below": "better"}, "| 125 | 115 | −125 | 70 |", "−250"),
    ],
    ids=str,
)
def test_each_option_is_told(game: str, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(game, **options)
    assert present in text
    assert absent not in text


@settings(max_examples=40, deadline=None)
@given(data=st.data(), game=st.sampled_from((FOUR, THREE)))
def test_no_rule_is_left_in_english(data: st.DataObject, game: str) -> None:
    """Each line in words differs from the English one; tables and names may be the same."""
    setup = data.draw(tables(game, (1, 4, 20)))
    english = GAMES[game].rules(setup).splitlines()
    with speaking("cy", catalogue):
        welsh = GAMES[game].rules(setup).splitlines()
    assert len(welsh) == len(english)
    assert max(map(len, english)) < 250
    same = {line for line, other in zip(welsh, english, strict=True) if line == other and any(map(str.isalpha, line))}
    assert same <= {"# Roque", "# Roque for three"}
