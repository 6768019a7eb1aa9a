"""Laws of the screens of the games of one pile, in games by chance at tables of every kind."""

import pytest

from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from tests.chwech_tui.games.laws import SIZES, check_drawing, check_refusals, reachable
from tests.chwech_tui.games.piles.stage import SETUPS, Stage
from tests.chwech_tui.games.stage import people


@pytest.mark.parametrize("on", SETUPS)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, and the server's view is believed."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        if number % 4 == 0:
            check_drawing(stage, number // 4, event)


@pytest.mark.parametrize("on", SETUPS)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words; or is told why not."""
    stage = Stage(on, seed="keys")
    for number, _ in enumerate(stage.turns()):
        turn = stage.state.turn
        if turn is None or number % 5:
            continue
        view = stage.view(turn)
        assert reachable(stage, turn) == set(view.legal)
        assert stage.kind.turn_words(view)
        check_refusals(stage, view)
        check_words(stage, view)


def check_words(stage: Stage, view: PilesView) -> None:
    """Check that advice and consequences fit their line."""
    for action in view.legal:
        assert len(stage.kind.consequence(stage.setup, view, action)) <= SIZES[0][0] - 2
        assert stage.kind.action_words(action)
    advice = stage.kind.advice(stage.setup, view, people(stage.setup.players))
    assert len(advice) <= SIZES[0][0] - 9
    assert view.phase is not Phase.NAMING or not advice
