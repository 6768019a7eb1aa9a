"""The pages of the score sheet of a duplicate game, one for each set of hands."""

from functools import cache

import pytest

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panel import draw_header
from chwech_tui.drawing.sheet import SheetLook, can_open_hands, draw_set, draw_sheet, pages
from chwech_tui.model.board import Board
from chwech_tui.model.ink import plain
from protocol.setup import Setup
from protocol.tableview import TablePhase
from tests.chwech_tui.golden import compare
from tests.chwech_tui.stage import Stage

SETUPS = {6: Setup(options={"duplicate": True}), 7: Setup(players=7, options={"duplicate": True})}


@cache
def over(players: int = 6) -> Board:
    """Give a duplicate game that is over."""
    return Stage(SETUPS[players]).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=str)
@pytest.mark.parametrize("players", [6, 7])
def test_a_set_looks_as_it_did(players: int, size: tuple[int, int]) -> None:
    """Each hand has a line, each player a column, and all fits on the screen."""
    picture = draw_sheet(over(players), players * 2, *size, SheetLook())
    assert max(map(measure, picture)) <= size[0]
    assert len(picture) <= size[1]
    compare(f"duplicate-set-{players}-{size[0]}x{size[1]}", "".join(f"{plain(line).rstrip()}\n" for line in picture))


def test_the_sets_stand_between_the_deals_and_the_ranking() -> None:
    """Twelve deals, two sets and the ranking are fifteen pages; hands open on those of deals and on the last."""
    board = over()
    assert pages(board) == 15
    assert [page for page in range(15) if not can_open_hands(board, page)] == [12, 13]
    assert any("Final ranking" in plain(line) for line in draw_sheet(board, 14, 80, 24, SheetLook()))


def test_there_is_no_page_for_a_set_that_is_not_there() -> None:
    """Beyond the last set, and without a table, nothing is drawn."""
    assert draw_set(over(), 2, 80, spaced=False) == draw_set(Board(), 0, 80, spaced=False) == ()


def test_the_title_says_that_a_game_is_duplicate() -> None:
    """The header has it beside the ruleset."""
    (header,) = draw_header(over(), 100)
    assert "revised rules, duplicate" in plain(header)
