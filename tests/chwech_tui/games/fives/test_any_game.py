"""Laws of the screens of Twenty-Five and Forty-Five, in games by chance at tables of every kind."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.panel import foot_keys
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.keys import press
from protocol.cards import FACES
from protocol.fives.actions import Rob
from protocol.fives.views import FivesView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.fives.stage import SETUPS, Stage
from tests.chwech_tui.games.laws import SIZES, check_drawing


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


def reachable(stage: Stage, seat: Seat) -> set[Action]:
    """Give all that the keys of a seat lead to, without a card and with each card of the hand."""
    stage.viewer = seat
    board = boards.seated(Board(), stage.table(), stage.kind)
    assert board.game is not None
    found: set[Action] = set()
    for chosen in (None, *range(len(board.game.hand))):
        now = replace(board, chosen=chosen)
        for move in stage.kind.moves(board.game, now.chosen_card):
            (choice,) = move.choices
            _, action = press(now, move.key)
            assert action == choice.action
            found.add(choice.action)
    return found


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
        check_refusals(stage, view)


def check_refusals(stage: Stage, view: FivesView) -> None:
    """Check that every key without a move says why; Enter without a card is the same in every game."""
    usable = stage.kind.usable(view)
    keys = {key.key for key in stage.kind.keys}
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        assert card is None or bool(moves - {"p"}) == (card in usable) or view.phase is Phase.JINKING
        for key in {"enter", *keys} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2
    assert set(usable) <= set(FACES)
