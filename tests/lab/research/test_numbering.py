"""The actions of a table as numbers."""

import pytest

from games.registry import GAMES
from lab.research.numbering import PASS_NUMBER, Numbering
from protocol.game import Answer
from protocol.setup import Setup
from tests.lab.research.games import SETUPS, played


@pytest.mark.parametrize("setup", SETUPS)
def test_every_action_has_one_number(setup: Setup) -> None:
    """Numbers lead to actions and back; the first is a pass."""
    numbering = Numbering(setup)
    assert numbering.actions[PASS_NUMBER] == Answer("-")
    assert [numbering.of_action[action] for action in numbering.actions] == list(range(len(numbering.actions)))
    assert [numbering.of_card[card] for card in numbering.cards] == list(range(len(numbering.cards)))


@pytest.mark.parametrize(
    ("setup", "actions"),
    [
        # 52 cards, a pass, and a Joker that follows or is led as one of four suits.
        (Setup("chwech", 6), 52 + 1 + 5),
        # Nine ranks, and no Joker.
        (Setup("chwech", 4), 36 + 1),
        # Eleven ranks, four Aces high or low, and a Joker that only follows.
        (Setup("chwech", 5, {"ruleset": "original"}), 44 + 4 + 1 + 1),
        # The pack of Five Hundred, whose red Thirteens are led as a suit like the Joker.
        (Setup("chwech", 7, {"thirteens_as_jokers": True}), 60 + 1 + 3 * 5),
    ],
)
def test_how_many_actions_there_are(setup: Setup, actions: int) -> None:
    """As many as the rules make, and none that no table can see."""
    assert len(Numbering(setup).actions) == actions


@pytest.mark.parametrize("setup", SETUPS)
def test_whatever_is_legal_has_a_number(setup: Setup) -> None:
    """In random games, and every number is legal in one of them sooner or later."""
    seen: set[int] = set()
    for seed in range(40):
        for state in played(setup, seed):
            if state.current_player() >= 0:
                legal = state.legal_actions()
                assert len(legal) == len(state.view(state.current_player()).legal)
                seen |= set(legal)
    assert seen == set(range(len(Numbering(setup).actions)))
    assert setup.game in GAMES
