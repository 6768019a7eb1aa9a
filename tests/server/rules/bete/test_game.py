"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from server.rules.bete.variant import PLAYERS
from tests.conformance.bete import tables
from tests.server.rules.bete.position import GAME


@pytest.mark.parametrize(
    ("players", "options", "present", "absent"),
    [
        (4, {}, "# Bête for four players\n", "five players"),
        (4, {}, "**12 deals** of five tricks", "one deal"),
        (2, {"deals": 1}, "**one deal** of five tricks", "deals of"),
        (4, {}, "pass to the left", "to the right"),
        (4, {"direction": "right"}, "pass to the right", "to the left"),
        (4, {}, "need not beat the trick", "beat the trick if you can**"),
        (4, {"head": True}, "**beat the trick if you can**", "need not"),
        (4, {}, "Who takes part alone has the pool at once", "against all others"),
        (4, {"alone": "play"}, "against all others", "has the pool at once"),
        (4, {"alone": "play"}, "one alone takes part all play, and the seat after the dealer leads", "those who play"),
        (4, {}, "also gets as much as is in the pool", "also gets a chip"),
        (4, {"all_tricks": "chip"}, "also gets a chip", "also gets as much"),
        (
            2,
            {},
            "4 chips are in the pool. One player takes three tricks and has them; the other took part, and pays 4:",
            "more took part",
        ),
    ],
    ids=str,
)
def test_each_option_is_told(players: int, options: dict[str, OptionValue], present: str, absent: str) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = GAME.rules(Setup("bete", players, options))
    assert present in text
    assert absent not in text


@settings(max_examples=40, deadline=None)
@given(data=st.data(), players=st.sampled_from(PLAYERS))
def test_no_rule_is_left_in_english(data: st.DataObject, players: int) -> None:
    """Each line in words differs from the English one."""
    setup = data.draw(tables(players, (1, 4, 12)))
    english = GAME.rules(setup).splitlines()
    with speaking("cy", catalogue):
        welsh = GAME.rules(setup).splitlines()
    assert len(welsh) == len(english)
    assert max(map(len, english)) < 250
    assert not {
        line for line, other in zip(welsh, english, strict=True) if line == other and any(map(str.isalpha, line))
    }
