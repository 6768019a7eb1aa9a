"""The score sheet: why each score is what it is, the seal, and the ranking."""

import hashlib
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panel import draw_header, draw_too_small
from chwech_tui.drawing.scores import SheetLook, draw_deal, seal_word
from chwech_tui.drawing.sheet import asked, can_open_hands, draw_sheet, pages
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Hue, plain
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.golden import compare
from tests.chwech_tui.ratings import with_ratings
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import SHEET, VIEW, board, dealing_view, over_view


def shown(now: Board, page: int = 0, look: SheetLook = SheetLook()) -> list[str]:  # noqa: B008 - frozen
    """Give the lines of a page that are not empty."""
    return [plain(line).strip() for line in draw_sheet(now, page, 80, 24, look) if plain(line).strip()]


OVER = board(over_view(deal=2, sheets=(SHEET, SHEET)), TablePhase.OVER)  # A game of two deals that has ended.

PROOF = SheetLook(proof=True)


def test_while_others_think_the_sheet_says_for_whom_it_waits() -> None:
    """Who has agreed reads who has not."""
    assert asked(board(dealing_view(), waits=[1, 2])) == "The next deal waits for Owain and Rhys."
    assert asked(OVER) == "What next?"


def test_the_seal_is_checked() -> None:
    """The seed is held against what was told before the first card."""
    seed = "ab" * 32
    seal = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert seal_word(seed, seal, None) == "fits"
    assert seal_word(seed, seal, seal) == "fits"
    assert seal_word(seed, "0" * 64, None) == "does not match!"
    assert seal_word("no hex", seal, seal) == "does not match!"
    assert seal_word(seed, seal, "0" * 64) == "was different!"
    unsealed = replace(VIEW, sheets=(replace(SHEET, seed=None),))
    assert not any(row.startswith("seed") for row in shown(board(unsealed), look=PROOF))
    proof = "Deck verified: it matches the seal published before the deal."
    sealed = replace(board(replace(VIEW, sheets=(replace(SHEET, seed=seed, commitment=seal),))), seals=((1, seal),))
    assert proof in shown(sealed, look=PROOF)
    assert not any(seal in row for row in shown(sealed))
    assert proof not in shown(replace(sealed, seals=((1, "0" * 64),)), look=PROOF)
    assert proof not in shown(replace(sealed, seals=()), look=PROOF)


def test_the_ranking_says_what_a_question_mark_means() -> None:
    """As soon as there is a provisional rating."""
    words = "?: provisional, after few games."
    assert words not in shown(OVER, 2)
    assert OVER.table is not None
    assert words in shown(replace(OVER, table=with_ratings(OVER.table, changed=True)), 2)


@pytest.mark.parametrize("strokes", Strokes)
@pytest.mark.parametrize("size", [(80, 20), (96, 25), (140, 40), (190, 55)], ids=str)
@pytest.mark.parametrize("deals", [1, 24])
def test_the_scores_and_the_ranking_fit(deals: int, size: tuple[int, int], strokes: Strokes) -> None:
    """However many deals there were, and however they are drawn; of the points of many deals the last are shown."""
    now = board(over_view(deal=deals, sheets=(SHEET,) * deals), TablePhase.OVER)
    for page, counted in product((0, deals), (0, 2, 1000)):
        picture = draw_sheet(now, page, *size, SheetLook(strokes, counted=counted))
        assert len(picture) <= size[1]
        assert max(map(measure, picture)) <= size[0]
    told = "\n".join(map(plain, picture))
    assert ("Points by deal" in told) is (strokes is Strokes.DRAWN or size[1] >= 40)


def test_a_score_is_shown_as_the_product_that_it_is() -> None:
    """Nine boxes for each factor, as many full as it says, and the points in large figures; by lines as words."""
    now = board(dealing_view())
    painted, drawn = (draw_deal(now, 0, (96, 24), SheetLook(strokes)) for strokes in (Strokes.PAINTED, Strokes.DRAWN))
    boxes = [span.text for line in painted for span in line if span.hue in {Hue.BACK, Hue.GOOD, Hue.BOX}]
    assert "███" in boxes
    assert any(" = " in plain(line) for line in drawn)


def test_the_last_page_is_the_deal_that_is_played() -> None:
    """What everyone may know of each seat, one's own first; before the game there is no page."""
    first = board(replace(VIEW, sheets=()))
    assert (pages(first), pages(board())) == (1, 2)
    told = [plain(line).split() for line in draw_sheet(first, 0, 80, 24, SheetLook())]
    assert ["Cards", "Won", "Points", "Total"] in told
    assert ["You", "5", "0"] in [line[:3] for line in told]
    assert draw_sheet(Board(), 0, 80, 24, SheetLook()) == ()
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


@pytest.mark.parametrize(("players", "size"), [(6, (160, 50)), (7, (80, 24))], ids=str)
def test_a_set_looks_as_it_did(players: int, size: tuple[int, int]) -> None:
    """Each hand has a line, each player a column, and all fits on the screen."""
    picture = draw_sheet(over(players), players * 2, *size, SheetLook())
    assert max(map(measure, picture)) <= size[0]
    assert len(picture) <= size[1]
    compare(f"duplicate-set-{players}-{size[0]}x{size[1]}", "".join(f"{plain(line).rstrip()}\n" for line in picture))


def test_a_duplicate_game_has_pages_of_its_sets() -> None:
    """Between the deals and the ranking, without hands that open; its header says what it is."""
    board = over()
    assert pages(board) == 15
    assert [page for page in range(15) if not can_open_hands(board, page)] == [12, 13]
    assert any("Totals by deal" in line for line in shown(board, 14))
    (header,) = draw_header(over(), 100)
    assert "revised rules, duplicate" in plain(header)
