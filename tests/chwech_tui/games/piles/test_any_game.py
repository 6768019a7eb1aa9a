"""Laws of the screens of the games of one pile, in games by chance at tables of every kind."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.hand import draw_hand
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panel import draw_header, draw_middle, draw_prompt
from chwech_tui.drawing.plan import Box, plan
from chwech_tui.drawing.seats import SeatsLook, draw_seats, needs
from chwech_tui.drawing.sheet import SheetLook, draw_sheet
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import CardLook, Strokes
from chwech_tui.model.ink import Picture
from chwech_tui.model.keys import press
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.piles.stage import SETUPS, Stage, people

SIZES = ((80, 24), (100, 30), (160, 50))


def pictures(board: Board, width: int, height: int) -> Iterator[tuple[Box, Picture]]:
    """Draw every part of the table that a game decides, with its place."""
    now = plan(width, height, needs(board))
    look = CardLook(now.laid, Strokes.COLOUR)
    yield now.header, draw_header(board, now.header.width)
    yield now.seats, draw_seats(board, now.seats.width, SeatsLook(now.spaced, now.step))
    yield now.trick, draw_middle(board, now.trick.width, look)
    yield now.hand, draw_hand(board, now.hand.width, CardLook(now.card, Strokes.COLOUR))
    yield now.prompt, draw_prompt(board, now.prompt.width)


@pytest.mark.parametrize("on", SETUPS)
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, and the server's view is believed."""
    stage = Stage(on, seed="drawn")
    viewers = (None, *map(Seat, range(on.players)))
    for number, event in enumerate(stage.turns()):
        if number % 4:
            continue
        stage.viewer = viewers[number // 4 % len(viewers)]
        board = boards.seated(Board(), stage.table(), stage.kind)
        assert board.game is not None
        stage.kind.check_view(board.game, on.players)
        stage.kind.check_event(stage.game.tell(event, stage.viewer), on.players)
        width, height = SIZES[number // 4 % len(SIZES)]
        for box, picture in pictures(board, width, height):
            assert {measure(line) for line in picture} <= {0, box.width}
            assert len(picture) <= box.height
        if board.game.sheets:
            assert len(draw_sheet(board, len(board.game.sheets) - 1, width, height, SheetLook())) <= height
        for seat in range(on.players):
            panel = stage.kind.draw_panel(board.game, Seat(seat), 30, "", counted=bool(board.game.left))
            assert all(measure(line) <= 30 for line in panel)


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
    advice = stage.kind.advice(view, people(stage.setup.players))
    assert len(advice) <= SIZES[0][0] - 9
    assert view.phase is not Phase.NAMING or not advice
