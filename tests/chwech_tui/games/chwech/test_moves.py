"""The moves of Chwech: what can be done with a card, and the passes."""

from msgspec.structs import replace

from chwech_tui.games.chwech.deal import moves, plays_of, premove_refusal, usable
from protocol.chwech.actions import PASS
from tests.chwech_tui.values import VIEW, actions, cards


def test_the_ways_to_play_a_card_are_the_legal_ones() -> None:
    """An Ace can have two ways, a card that is not legal has none."""
    view = replace(VIEW, legal=actions("- AH+ AH-"))
    assert plays_of(view, cards("AH")[0]) == actions("AH+ AH-")
    assert plays_of(view, cards("KC")[0]) == ()
    assert set(usable(view)) == set(cards("AH"))


def test_a_move_acts_or_asks() -> None:
    """One way to play acts at once, two ask; a pass is a move where it is legal."""
    view = replace(VIEW, legal=actions("- QH AH+ AH-"))
    plain, pass_ = moves(view, cards("QH")[0])
    assert ([choice.action for choice in plain.choices], plain.key) == (list(actions("QH")), "enter")
    assert ([choice.action for choice in pass_.choices], pass_.key) == ([PASS], "p")
    ace = moves(view, cards("AH")[0])[0]
    assert [(choice.key, choice.label, choice.action) for choice in ace.choices] == [
        ("h", "high", actions("AH+")[0]),
        ("l", "low", actions("AH-")[0]),
    ]
    assert [move.key for move in moves(view, None)] == ["p"]
    assert moves(replace(view, legal=actions("AH+")), None) == ()


def test_a_card_that_may_count_as_a_joker_waits_for_its_turn() -> None:
    """Whether a red Thirteen follows any suit is decided by the table, so only the legal actions refuse it."""
    thirteen = cards("13D")[0]
    waits = replace(VIEW, legal=(), hand=cards("13D"))
    assert premove_refusal(waits, thirteen) == ""
    assert premove_refusal(replace(waits, legal=actions("- 13D")), thirteen) == ""
    assert premove_refusal(replace(waits, legal=actions("-")), thirteen) == "Hearts were led: 13♦ cannot follow."
