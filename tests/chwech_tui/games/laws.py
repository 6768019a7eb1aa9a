"""The laws of the screens of every game: all that is drawn fits into its place, and what the rules give is believed."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_piles
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panel import draw_header
from chwech_tui.drawing.scores import SheetLook
from chwech_tui.drawing.sheet import draw_sheet
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.ink import plain
from chwech_tui.model.moves import Move
from chwech_tui.screens.surface import Parts
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from protocol.game import View
from protocol.message import Seat
from tests.chwech_tui.games.stage import Stage

SIZES: Final = ((80, 24), (100, 30), (160, 50))  # The terminals on which everything has to fit.


def check_drawing(stage: Stage, number: int) -> None:
    """Check the picture of a table after an event, at one of three sizes for one of its players or a spectator."""
    players = stage.setup.players
    stage.viewer = (None, *map(Seat, range(players)))[number % (players + 1)]
    board = boards.seated(Board(), stage.table(), stage.kind)
    view = board.game
    assert view is not None
    stage.kind.check_view(view, players)
    assert PublicDeal(stage.kind, view).sentence(board.people.names)
    width, height = SIZES[number % len(SIZES)]
    # What is played, on the left, never touches the name of the table.
    assert re.search("  (table|watching) ", plain(draw_header(board, width - 2)[0]))
    scene = Scene(board, 0, 0.0, number % (players + 1), "")
    check_parts(TablePicture(Palette()).parts(scene, (width, height)), (width, height))
    assert len(draw_piles(board, width)) <= height
    if view.sheets:
        assert len(draw_sheet(board, len(view.sheets) - 1, width, height, SheetLook())) <= height


def ways(stage: Stage, seat: Seat) -> Iterator[tuple[Board, Move]]:
    """Yield each move of a seat, without a card and with each card of the hand, and the board before its key."""
    stage.viewer = seat
    board = boards.seated(Board(), stage.table(), stage.kind)
    assert board.game is not None
    for chosen in (None, *range(len(board.game.hand))):
        now = replace(board, chosen=chosen)
        for move in stage.kind.moves(board.game, now.chosen_card):
            yield now, move


def check_refusals(stage: Stage, view: View, *, but_enter: bool = False) -> None:
    """Check that every key without a move says why, in one line; Enter without a card is the same in every game.

    Args:
        stage: the table.
        view: what the seat sees whose turn it is.
        but_enter: True if Enter does not play the chosen card now.
    """
    usable, keys = stage.kind.usable(view), {word for key in stage.kind.keys for word in key.key.split()}
    for card in (None, *view.hand):
        moves = {move.key for move in stage.kind.moves(view, card)}
        assert but_enter or card is None or ("enter" in moves) == (card in usable)
        for key in {"enter", *keys} - moves - ({"enter"} if card is None else set()):
            words = stage.kind.refusal(view, key, card)
            assert words.endswith(".")
            assert len(words) <= SIZES[0][0] - 2


WORDS: Final = ("header", "seat", "own", "trick", "hand", "log", "last", "scores", "gone", "crib", "prompt", "keys")
"""The parts of a table that have words on them, by the beginnings of their names; cards lie on the felt beside them."""


def check_parts(parts: Parts, size: tuple[int, int]) -> None:
    """Check that all lies on the screen in its place, and that no words hide others."""
    taken: dict[tuple[int, int], str] = {}
    for name, part in parts.items():
        box = part.box
        assert all(measure(line) <= box.width for line in part.picture), name
        assert len(part.picture) <= box.height, name
        if not name.startswith(WORDS) or re.fullmatch(r"hand\d+", name):
            continue
        for y, line in enumerate(part.picture, box.y):
            for x in range(box.x, box.x + measure(line)):
                assert 0 <= x < size[0], name
                assert 0 <= y < size[1], name
                assert taken.setdefault((x, y), name) == name
