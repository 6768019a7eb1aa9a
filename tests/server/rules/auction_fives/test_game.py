"""The rules of Auction Forty-Fives in words: they name what their table has, in both languages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from tests.conformance.auction_fives import tables
from tests.server.rules.auction_fives.position import GAME


@pytest.mark.parametrize(
    ("players", "options", "present", "absent"),
    [
        (4, {}, "# Auction Forty-Fives for four players\n", "kitty"),
        (4, {}, "| clubs | 5 J **A♥** A K Q 2 3 4 6 7 8 9 10 |", "Joker"),
        (4, {}, "If all pass, the next dealer deals again.", "has to bid"),
        (4, {"forced_dealer": 15}, "the dealer has to bid 15 or more", "deals again"),
        (4, {"lowest_bid": 20, "forced_dealer": 15}, "the dealer has to bid 20 or more", "bid 15"),
        (4, {"lowest_bid": 20}, "from 20 to 30", "from 5"),
        (4, {"hold": "dealer"}, "Only the dealer may *hold*", "The next in turn"),
        (4, {"kitty": 3}, "3 cards are laid apart", "looks through"),
        (4, {"dealer_looks": True}, "looks through all cards", "kitty"),
        (6, {}, "two sides of three", "more than 3 cards"),
        (6, {"most_drawn": 3}, "Nobody draws more than 3 cards", "two sides of two"),
        (4, {"lead": "dealer"}, "The seat left of the dealer leads", "left of the bidder"),
        (4, {"both_out": "higher"}, "the higher score wins", "the bidders of that deal"),
        (4, {"deals": 10}, "The game has 10 deals", "120"),
        (4, {"renege_strict": True}, "for who holds no other trump", "Who also holds"),
    ],
    ids=str,
)
def test_each_option_is_told(players: int, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = GAME.rules(Setup("auction-forty-fives", players, options))
    assert present in text
    assert absent not in text


@settings(max_examples=20, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 6)))
def test_no_rule_is_left_in_english(data: st.DataObject, players: int) -> None:
    """Each line in words differs from the English one; the lines of tables may be the same."""
    setup = data.draw(tables(players))
    with speaking("cy", catalogue):
        welsh = GAME.rules(setup).splitlines()
    english = GAME.rules(setup).splitlines()
    assert len(welsh) == len(english)
    assert {line for line, other in zip(welsh, english, strict=True) if line == other} <= {"", "|---|---|"}
