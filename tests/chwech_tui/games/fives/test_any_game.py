"""Laws of the screens of Twenty-Five and Forty-Five, in games by chance at tables of every kind."""

import pytest

from chwech_tui.drawing.panel import foot_keys
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from protocol.fives.actions import Rob
from protocol.fives.views import Phase
from protocol.setup import Setup
from tests.chwech_tui.games.fives.stage import SETUPS, Stage
from tests.chwech_tui.games.laws import check_drawing, check_refusals, reachable


@pytest.mark.parametrize("on", SETUPS)
def test_the_foot_names_robbing_where_the_viewer_can_rob(on: Setup) -> None:
    """Where the turn-up is offered Enter takes it, and otherwise hardly anybody may."""
    stage = Stage(on, seed="rob")
    for _ in stage.turns():
        board = boards.seated(Board(), stage.table(), stage.kind)
        view = stage.view(stage.viewer)
        can_rob = view.phase is not Phase.OFFERING and any(isinstance(action, Rob) for action in view.legal)
        assert ("d" in {answer.key for answer in foot_keys(board)}) == can_rob


@pytest.mark.parametrize("on", SETUPS)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        check_drawing(stage, number, event)


@pytest.mark.parametrize("on", SETUPS)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    for _ in stage.turns():
        turn = stage.state.turn
        if turn is None:
            continue
        view = stage.view(turn)
        assert reachable(stage, turn) == set(view.legal)
        assert stage.kind.turn_words(view)
        check_refusals(stage, view, but_enter=True)
        usable = stage.kind.usable(view)
        for card in view.hand if view.phase is not Phase.JINKING else ():
            assert any(move.key != "p" for move in stage.kind.moves(view, card)) == (card in usable)
