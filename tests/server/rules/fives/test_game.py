"""The rules in words: they name what their table has, and nothing that it has not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from server.rules.fives.variant import PLAYERS
from server.rules.game import InvalidSetup
from tests.conformance.fives import tables
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, SPOIL_FIVE, TWENTY_FIVE


def rules(game: str, players: int = 5, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAMES[game].rules(Setup(game, players, options))


@pytest.mark.parametrize(
    ("game", "players", "options", "present", "absent"),
    [
        (TWENTY_FIVE, 5, {}, "# Twenty-Five for five players\n", "Joker"),
        (TWENTY_FIVE, 5, {}, "| diamonds | 5 J **A♥** A K Q 10 9 8 7 6 4 3 2 |", "best card"),
        (TWENTY_FIVE, 5, {}, "Everybody plays alone", "partners"),
        (TWENTY_FIVE, 5, {}, "puts one into the pool", "again from each of the others"),
        (TWENTY_FIVE, 5, {"pool": False}, "**25 points**", "pool"),
        (TWENTY_FIVE, 5, {"double_stake": True}, "as many chips again from each of the others", "share it"),
        (TWENTY_FIVE, 4, {"partners": True}, "two sides of two", "alone"),
        (TWENTY_FIVE, 6, {"partners": True, "sides": "three"}, "three sides of two", "The winner takes"),
        (TWENTY_FIVE, 5, {"renege_strict": True}, "for who holds no other trump", "Who also holds"),
        (FORTY_FIVE, 5, {}, "| hearts | 5 J Joker A K Q 10 9 8 7 6 4 3 2 |", "chips"),
        (FORTY_FIVE, 5, {}, "**The best card** scores 5", "lowest trump"),
        (
            FORTY_FIVE,
            5,
            {"best_card": 0, "trick_scores": "majority"},
            "After the last of them the highest score wins",
            "**The best card** scores",
        ),
        (FORTY_FIVE, 5, {"joker": "fourth"}, "| clubs | 5 J **A♥** Joker A K Q", "5 J Joker"),
        (FORTY_FIVE, 5, {"joker": "none"}, "from a pack of 52", "Joker"),
        (FORTY_FIVE, 5, {"target": 31, "best_card": 6}, "scores 6", "45"),
        (FORTY_FIVE, 5, {"trick_scores": "majority"}, "all five **10**", "Each trick scores"),
        (FORTY_FIVE, 3, {"trick_scores": "game"}, "all five win the game", "second trick from here"),
        (FORTY_FIVE, 5, {"unrobbed_ace": "lowest"}, "must say so at the first turn", "chips"),
        (SPOIL_FIVE, 5, {}, "Who wins the **first three** tricks has a choice", "two tricks"),
        (SPOIL_FIVE, 5, {}, "and everybody adds one chip.", "points"),
        (SPOIL_FIVE, 5, {"top_up": 2}, "and everybody adds 2 chips.", "lowest trump"),
        (SPOIL_FIVE, 5, {"stake": 5}, "Everybody puts 5 chips into a new pool.", "one chip into"),
        (SPOIL_FIVE, 5, {"two_tricks": True}, "Who wins the **first two** tricks has a choice", "three tricks takes"),
        (SPOIL_FIVE, 5, {"must_rob": True}, "**cannot take the pool** in this deal", "best card"),
        (SPOIL_FIVE, 5, {"pools": 3}, "when 3 pools have been taken", "when one pool"),
    ],
    ids=str,
)
def test_each_option_is_told(
    game: str, players: int, options: dict[str, OptionValue], present: str, absent: str
) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(game, players, **options)
    assert present in text
    assert absent not in text


def test_the_example_is_true() -> None:
    """The trick that is shown goes to the card that takes it, also where three cards make a trick."""
    assert "K♦ is led, and 9♦, 2♣, A♥ are played to it: A♥ takes the trick" in rules(FORTY_FIVE)
    assert "K♦ is led, and 9♦, 2♣ are played to it: 2♣ takes the trick" in rules(FORTY_FIVE, 3)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), game=st.sampled_from((TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE)), players=st.sampled_from(PLAYERS))
def test_every_table_has_rules(data: st.DataObject, game: str, players: int) -> None:
    """Whatever goes together can be described, in lines that a reader can follow."""
    text = GAMES[game].rules(data.draw(tables(game, players)))
    assert text.endswith("\n")
    assert max(map(len, text.splitlines())) < 250


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        (TWENTY_FIVE, 2, {}, "players: 2 do not fit, Twenty-Five is for 3 to 10"),
        (TWENTY_FIVE, 5, {"partners": True}, "partners=true applies to 4 or 6 players, and this table has players=5"),
        (TWENTY_FIVE, 4, {"sides": "three"}, "sides=three applies to 6 players"),
        (TWENTY_FIVE, 6, {"sides": "three"}, "sides=three applies where partners=true, and this table has"),
        (TWENTY_FIVE, 5, {"joker": "none"}, "'joker' is no option of Twenty-Five, which has partners, sides, reneg"),
        (TWENTY_FIVE, 5, {"pool": 1}, "pool: '1' is not one of its values, which are true, false"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    game: str, players: int, options: dict[str, OptionValue], words: str
) -> None:
    """The sentence names both sides."""
    with pytest.raises(InvalidSetup, match=words):
        rules(game, players, **options)


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        (TWENTY_FIVE, 3, {}, "# Twenty-Five ar gyfer tri chwaraewr\n"),
        (TWENTY_FIVE, 4, {"partners": True}, "Mae dwy ochr o ddau, yn eistedd bob yn ail"),
        (TWENTY_FIVE, 4, {"partners": True}, "ni all fod mwy na 2 raniad."),
        (TWENTY_FIVE, 5, {}, "ni all fod mwy na 5 rhaniad."),
        (FORTY_FIVE, 5, {}, "| calonnau | 5 J Jocer A K Q"),
        (SPOIL_FIVE, 5, {"top_up": 2}, "a phawb yn ychwanegu 2 sglodyn."),
        (SPOIL_FIVE, 5, {"pools": 3}, "Mae'r gêm ar ben pan fydd 3 cronfa wedi'u cymryd."),
        (FORTY_FIVE, 5, {}, "**Mae'r cerdyn gorau** yn sgorio 5"),
    ],
)
def test_the_rules_speak_the_readers_language(
    game: str, players: int, options: dict[str, OptionValue], words: str
) -> None:
    """In Welsh with the mutations that numerals bring."""
    with speaking("cy", catalogue):
        assert words in rules(game, players, **options)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), game=st.sampled_from((TWENTY_FIVE, FORTY_FIVE)), players=st.sampled_from(PLAYERS))
def test_no_rule_is_left_in_english(data: st.DataObject, game: str, players: int) -> None:
    """Each line in words differs from the English one; tables of cards and their rules may be the same."""
    setup = data.draw(tables(game, players))
    with speaking("cy", catalogue):
        welsh = GAMES[game].rules(setup).splitlines()
    english = GAMES[game].rules(setup).splitlines()
    assert len(welsh) == len(english)
    assert {line for line, other in zip(welsh, english, strict=True) if line == other} <= {"", "|---|---|"}
