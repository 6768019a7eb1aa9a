"""The score sheet: why each score is what it is, the seal, and the ranking."""

import hashlib
from functools import cache

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panel import draw_header, draw_too_small
from chwech_tui.drawing.sheet import SheetLook, can_open_hands, draw_set, draw_sheet, pages, seal_word
from chwech_tui.model.board import Board
from chwech_tui.model.ink import plain
from protocol.setup import Setup
from protocol.tableview import TablePhase
from tests.chwech_tui.golden import compare
from tests.chwech_tui.ratings import with_ratings
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import SHEET, VIEW, board, dealing_view, over_view


def shown(now: Board, page: int = 0, width: int = 80, height: int = 24) -> list[str]:
    """Give the lines of a page that are not empty."""
    return [plain(line).strip() for line in draw_sheet(now, page, width, height, SheetLook()) if plain(line).strip()]


OVER = board(over_view(deal=2, sheets=(SHEET, SHEET)), TablePhase.OVER)
"""A game of two deals that has ended."""


def test_while_others_think_the_sheet_says_for_whom_it_waits() -> None:
    """Who has agreed reads who has not."""
    assert shown(board(dealing_view(), waits=[1, 2]))[-1].endswith("The next deal waits for Owain and Rhys.")


def test_the_seal_is_checked() -> None:
    """The seed is held against what was told before the first card."""
    seed = "ab" * 32
    seal = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert seal_word(seed, seal, None) == "fits"
    assert seal_word(seed, seal, seal) == "fits"
    assert seal_word(seed, "0" * 64, None) == "does not fit!"
    assert seal_word("no hex", seal, seal) == "does not fit!"
    assert seal_word(seed, seal, "0" * 64) == "was another!"
    unsealed = replace(VIEW, sheets=(replace(SHEET, seed=None),))
    assert not any(row.startswith("seed") for row in shown(board(unsealed)))
    proof = "The seal was told before the deal. It fits: nobody has changed the cards."
    sealed = replace(board(replace(VIEW, sheets=(replace(SHEET, seed=seed, commitment=seal),))), seals=((1, seal),))
    assert proof in shown(sealed)
    assert proof not in shown(replace(sealed, seals=((1, "0" * 64),)))
    assert proof not in shown(replace(sealed, seals=()))


def test_the_ranking_says_what_a_question_mark_means() -> None:
    """As soon as there is a provisional rating."""
    words = "?: provisional, after few games."
    assert words not in shown(OVER, 2)
    assert OVER.table is not None
    assert words in shown(replace(OVER, table=with_ratings(OVER.table, changed=True)), 2)


def test_many_deals_are_cut_to_the_last() -> None:
    """A game of 24 deals shows the newest that there is room for."""
    view = over_view(deal=24, sheets=(SHEET,) * 24)
    rows = draw_sheet(board(view, TablePhase.OVER), 24, 80, 24, SheetLook())
    assert "… " in "".join(plain(line) for line in rows)
    assert max(measure(line) for line in rows) == 80


def test_before_the_first_deal_has_ended_there_is_no_sheet() -> None:
    """Nothing is drawn where there is nothing to draw."""
    assert draw_sheet(Board(), 0, 80, 24, SheetLook()) == ()
    assert draw_sheet(board(replace(VIEW, sheets=())), 0, 80, 24, SheetLook()) == ()
    assert pages(Board()) == 0


@pytest.mark.parametrize(
    ("width", "height", "said"),
    [
        (40, 10, "Chwech needs|80 × 24.|This is 40 × 10."),
        (20, 5, "Chwech needs|80 × 24.|This is 20 × 5."),
        (30, 2, "Chwech needs 80 × 24. This is|30 × 2."),
        (12, 1, "Needs 80×24"),
        (5, 3, "Needs|80×24"),
        (5, 1, "80×24"),
        (3, 2, "80…"),
    ],
)
def test_a_screen_that_is_too_small_says_what_it_needs(width: int, height: int, said: str) -> None:
    """However small it is, it shows the longest message that fits, and its true size where there is room."""
    lines = draw_too_small(width, height)
    assert "|".join(filter(None, (plain(line).strip() for line in lines))) == said
    assert len(lines) <= height
    assert all(measure(line) <= width for line in lines)


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
