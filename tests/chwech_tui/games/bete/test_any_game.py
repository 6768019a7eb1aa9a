"""Laws of the screens of Bête, in games of bots."""

import pytest

from protocol.bete.views import BeteView
from protocol.setup import Setup
from tests.chwech_tui.games.laws import check_drawing, check_refusals, reachable
from tests.chwech_tui.games.stage import Stage

SETUPS = (
    Setup("bete", 2, {"deals": 4, "direction": "right"}),
    Setup("bete", 4, {"deals": 4}),
    Setup("bete", 5, {"deals": 4, "head": True, "alone": "play"}),
)


@pytest.mark.parametrize("on", SETUPS, ids=lambda on: str(on.players))
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        check_drawing(stage, number, event)


@pytest.mark.parametrize("on", SETUPS, ids=lambda on: str(on.players))
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    for _ in stage.turns():
        turn = stage.state.turn
        if turn is None:
            continue
        view = stage.view(turn)
        assert isinstance(view, BeteView)
        assert reachable(stage, turn) == set(view.legal)
        assert stage.kind.turn_words(view)
        check_refusals(stage, view)
