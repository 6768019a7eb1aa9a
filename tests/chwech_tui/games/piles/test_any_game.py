"""Laws of the screens of the games of one pile, in games by chance at tables of every kind."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.keys import press
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.laws import SIZES, check_drawing
from tests.chwech_tui.games.piles.stage import SETUPS, Stage
from tests.chwech_tui.games.stage import people


@pytest.mark.parametrize("on", SETUPS)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, and the server's view is believed."""
    stage = Stage(on, seed="drawn")
    for number, event in enumerate(stage.turns()):
        if number % 4 == 0:
            check_drawing(stage, number // 4, event)


def reachable(stage: Stage, seat: Seat) -> set[Action]:
    """Give all that the keys of a seat lead to, without a card and with each card of the hand."""
    stage.viewer = seat
    board = boards.seated(Board(), stage.table(), stage.kind)
    assert board.game is not None
    found: set[Action] = set()
    for chosen in (None, *range(len(board.game.hand))):
        now = replace(board, chosen=chosen)
        for move in stage.kind.moves(board.game, now.chosen_card):
            after, action = press(now, move.key)
            if len(move.choices) == 1:
                assert action == move.choices[0].action
            for choice in move.choices[1:] and move.choices:
                assert press(after, choice.key)[1] == choice.action
            found.update(choice.action for choice in move.choices)
    return found


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
        check_words(stage, view)


def check_words(stage: Stage, view: PilesView) -> None:
    """Check that every key without a move says why, and that advice and consequences fit their line."""
    usable = stage.kind.usable(view)
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        assert card is None or ("enter" in moves) == (card in usable)
        for key in {"enter", "p", "m"} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2
    for action in view.legal:
        assert len(stage.kind.consequence(stage.setup, view, action)) <= SIZES[0][0] - 2
        assert stage.kind.action_words(action)
    advice = stage.kind.advice(stage.setup, view, people(stage.setup.players))
    assert len(advice) <= SIZES[0][0] - 9
    assert view.phase is not Phase.NAMING or not advice
