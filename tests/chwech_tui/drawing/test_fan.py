"""A hand of more cards than lie side by side."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_hand
from chwech_tui.model.board import Board
from chwech_tui.model.cards import HUGE, LARGE, SMALL, CardLook, CardSize, Strokes
from chwech_tui.model.ink import plain
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from tests.chwech_tui.games.stage import find


def widow() -> Board:
    """Give the board of a declarer of Roque for three: 21 cards, of which three are marked and one is chosen."""

    def buries(view: RoqueView) -> bool:
        return view.phase is Phase.BURYING and bool(view.legal) and view.aside == 0

    board = find(Setup("roque-three", 3, {"most_deals": 1}), buries)
    return replace(board, marked=board.hand[:3], chosen=11)


@pytest.mark.parametrize(("size", "width"), [(SMALL, 90), (LARGE, 100), (HUGE, 109)])
def test_every_mark_stands_below_what_is_seen_of_its_card(size: CardSize, width: int) -> None:
    """However far the cards cover each other, each number, the mark of the chosen card and every tick are seen."""
    *cards, marks = draw_hand(widow(), width, CardLook(size, Strokes.COLOUR))
    numbers = [str(number) for number in range(4, 22)]
    assert plain(marks).split() == [*["✓"] * 3, *numbers[:8], "▴12", *numbers[9:]]
    assert max(len(plain(line)) for line in cards) <= width
