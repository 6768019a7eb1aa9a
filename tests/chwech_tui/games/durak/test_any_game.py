"""Laws of the screens of Durak, in games by chance at tables of every kind."""

import pytest
from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.keys import press
from protocol.durak.views import DurakView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.durak.stage import SETUPS, Stage
from tests.chwech_tui.games.laws import check_drawing


@pytest.mark.parametrize("on", SETUPS, ids=str)
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
            asking, action = press(now, move.key)
            for choice in move.choices:
                done = action if len(move.choices) == 1 else press(asking, choice.key)[1]
                assert done == choice.action
                found.add(choice.action)
    return found


@pytest.mark.parametrize("on", SETUPS, ids=str)
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever may act can do by keys all that the rules allow, asked or not, and every other key says why."""
    stage = Stage(on, seed="keys")
    for number, _ in enumerate(stage.turns()):
        seats = [Seat(seat) for seat in range(on.players) if stage.view(Seat(seat)).legal]
        for seat in seats if number % 5 == 0 else ():
            view = stage.view(seat)
            assert reachable(stage, seat) == set(view.legal)
            assert stage.kind.turn_words(view)
            check_refusals(stage, view)


def check_refusals(stage: Stage, view: DurakView) -> None:
    """Check that every key without a move says why; Enter without a card is the same in every game."""
    usable = stage.kind.usable(view)
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        assert card is None or ("enter" in moves) == (card in usable)
        for key in {"enter", "p"} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= 110
