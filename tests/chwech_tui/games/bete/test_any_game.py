"""Laws of the screens of Bête, in games of bots."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.hand import draw_hand
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.open_hands import draw_piles
from chwech_tui.drawing.panel import draw_header, draw_middle, draw_prompt
from chwech_tui.drawing.plan import Box, plan
from chwech_tui.drawing.seats import SeatsLook, draw_seats, needs
from chwech_tui.drawing.sheet import SheetLook, draw_sheet
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import CardLook, Strokes
from chwech_tui.model.ink import Picture
from chwech_tui.model.keys import press
from protocol.bete.views import BeteView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.stage import Stage

SIZES = ((80, 24), (100, 30), (160, 50))
SETUPS = (
    Setup("bete", 2, {"deals": 4, "direction": "right"}),
    Setup("bete", 4, {"deals": 4}),
    Setup("bete", 5, {"deals": 4, "head": True, "alone": "play"}),
)


def pictures(board: Board, width: int, height: int) -> Iterator[tuple[Box, Picture]]:
    """Draw every part of the table that a game decides, with its place."""
    now = plan(width, height, needs(board))
    look = CardLook(now.laid, Strokes.COLOUR)
    yield now.header, draw_header(board, now.header.width)
    yield now.seats, draw_seats(board, now.seats.width, SeatsLook(now.spaced, now.step))
    yield now.trick, draw_middle(board, now.trick.width, look)
    yield now.hand, draw_hand(board, now.hand.width, CardLook(now.card, Strokes.COLOUR))
    yield now.prompt, draw_prompt(board, now.prompt.width)


@pytest.mark.parametrize("on", SETUPS, ids=lambda on: str(on.players))
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn")
    viewers = (None, *map(Seat, range(on.players)))
    for number, _ in enumerate(stage.turns()):
        stage.viewer = viewers[number % len(viewers)]
        board = boards.seated(Board(), stage.table(), stage.kind)
        width, height = SIZES[number % len(SIZES)]
        for box, picture in pictures(board, width, height):
            assert {measure(line) for line in picture} <= {0, box.width}
            assert len(picture) <= box.height
        assert len(draw_piles(board, width)) <= height
        assert stage.kind.public_deal(board.game).sentence(board.people.names)
        assert board.game is not None
        stage.kind.check_view(board.game, on.players)
        if board.game.sheets:
            assert len(draw_sheet(board, len(board.game.sheets) - 1, width, height, SheetLook())) <= height


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


def check_refusals(stage: Stage, view: BeteView) -> None:
    """Check that every key without a move says why, in one line; Enter without a card is the same in every game."""
    usable = stage.kind.usable(view)
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        assert card is None or ("enter" in moves) == (card in usable)
        for key in {"enter", "g", "p"} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2
