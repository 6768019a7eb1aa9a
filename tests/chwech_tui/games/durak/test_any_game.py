"""Laws of the screens of Durak, in games by chance at tables of every kind."""

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
from chwech_tui.model.checks import check_common
from chwech_tui.model.ink import Picture
from chwech_tui.model.keys import press
from protocol.durak.views import DurakView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.durak.stage import SETUPS, Stage

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


@pytest.mark.parametrize("on", SETUPS, ids=str)
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
        if board.game is not None and board.game.sheets:
            assert len(draw_sheet(board, len(board.game.sheets) - 1, width, height, SheetLook())) <= height


@pytest.mark.parametrize("on", SETUPS, ids=str)
def test_every_view_and_event_passes_the_checks(on: Setup) -> None:
    """Whatever the rules give is plausible to the client, and every view has words for what is asked."""
    stage = Stage(on, seed="checked")
    for number, event in enumerate(stage.turns()):
        viewer = (None, *map(Seat, range(on.players)))[number % (on.players + 1)]
        view = stage.view(viewer)
        check_common(view, on.players)
        stage.kind.check_view(view, on.players)
        stage.kind.check_event(stage.game.tell(event, viewer), on.players)
        assert stage.kind.public_deal(view).sentence(("",) * on.players)


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
