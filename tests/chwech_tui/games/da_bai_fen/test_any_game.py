"""Laws of the screens of Da Bai Fen, in games of bots."""

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
from protocol.da_bai_fen.actions import Bury, Lay
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from tests.chwech_tui.games.stage import Stage

SIZES = ((80, 24), (100, 30), (160, 50))
SETUPS = (
    Setup("da-bai-fen", 4, {"most_deals": 1}),
    Setup("da-bai-fen", 4, {"most_deals": 4, "leads": "at_risk", "show_six": True, "draw": 4}),
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


@pytest.mark.parametrize("on", SETUPS, ids=("usual", "other"))
def test_every_view_can_be_drawn(on: Setup) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    stage = Stage(on, seed="drawn", level="steady" if on is SETUPS[0] else "random")
    viewers = (None, *map(Seat, range(on.players)))
    for number, event in enumerate(stage.turns()):
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
        stage.kind.check_event(stage.game.tell(event, stage.viewer), on.players)
        stage.kind.sentence(stage.game.tell(event, stage.viewer), board.people)
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
            after, action = press(now, move.key)
            if isinstance(action, Action):
                found.add(action)
            for choice in move.choices if action is None else ():
                _, action = press(after, choice.key)
                assert action == choice.action
                found.add(choice.action)
    return found


@pytest.mark.parametrize("on", SETUPS, ids=("usual", "other"))
def test_the_keys_reach_every_legal_action_and_no_other(on: Setup) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    stage = Stage(on, seed="keys")
    for _ in stage.turns():
        for seat in stage.state.awaited:
            view = stage.view(seat)
            assert isinstance(view, DaBaiFenView)
            check_reach(stage, seat, view)
            assert stage.kind.turn_words(view)
            check_refusals(stage, view)


def check_reach(stage: Stage, seat: Seat, view: DaBaiFenView) -> None:
    """Check what the keys and the marks of a seat lead to."""
    kind = stage.kind
    lays = {action for action in view.legal if isinstance(action, Lay)}
    due = kind.several(view) is not None and view.phase is Phase.FOLLOWING
    if due or any(isinstance(action, Bury) for action in view.legal):
        sent = {kind.several_action(view, (card,)) for card in kind.usable(view)}
        sent = {action for action in sent if isinstance(action, Action)}
    else:
        sent = set(reachable(stage, seat))
        for lay in lays:
            others = [other.card for other in lays if other is not lay]
            sent |= {kind.several_action(view, (lay.card, other)) for other in others} & set(lays)
    assert sent | (lays if view.trick.turns else set()) == set(view.legal)


def check_refusals(stage: Stage, view: DaBaiFenView) -> None:
    """Check that every key without a move says why, in one line; Enter without a card is the same in every game."""
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        for key in {"enter", "m", "p", "d", "g"} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2
