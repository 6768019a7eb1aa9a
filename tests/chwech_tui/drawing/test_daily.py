"""The deal of the day, and the statistics of a game: whatever is told, all fits and nothing of it is obeyed."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.charts import Stretch, draw_bar, draw_columns
from chwech_tui.drawing.daily import draw_daily
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.statistics import draw_statistics, share_line
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Hue, Picture, plain
from chwech_tui.model.review import Firsts, GameForm
from protocol.archive import Statistics
from protocol.daily import Daily
from tests.chwech_tui.days import NOON, TODAY, YESTERDAY, best

SIZES = [(76, 20), (96, 25), (116, 30), (196, 55)]
PLAYED = Statistics(1, "Ann", 500, 1, 16, 400, "chwech", "exact multiples of nine", 3)


def check(drawn: Picture, size: tuple[int, int]) -> str:
    """Check that a picture fits, and give its text."""
    assert len(drawn) <= size[1]
    assert max(map(measure, drawn)) <= size[0]
    shown = "\n".join(map(plain, drawn))
    assert shown.replace("\n", "").isprintable()
    return shown


@pytest.mark.parametrize("strokes", Strokes)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("page", [TODAY, YESTERDAY, replace(TODAY, of_day=best(40), of_week=best(40), of_all=best(40))])
def test_a_page_fits(page: Daily, size: tuple[int, int], strokes: Strokes) -> None:
    """However long the lists and however narrow the screen; what proves the cards is seen where it is asked for."""
    assert "5a5a" not in check(draw_daily(page, NOON, size, strokes), size)
    assert "5a5a" in check(draw_daily(page, NOON, size, strokes, proof=True), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_server_says_is_cleaned(size: tuple[int, int]) -> None:
    """Names and codes may hold anything, and marks be any number."""
    assert YESTERDAY.result is not None
    evil = "\x1b[31m\u202e" + "x" * 300
    result = replace(YESTERDAY.result, code=evil, score=10**30, day=evil, marks=(-3, 99) * 40)
    check(draw_daily(replace(YESTERDAY, day=evil, seed=evil, result=result), NOON, size, Strokes.PAINTED), size)
    told = replace(PLAYED, counted=evil)
    check(draw_statistics(told, GameForm((9,), (Firsts(4, 1, 0),)), size, Strokes.PAINTED, counts_deals=True), size)


def test_each_deal_has_its_mark_in_boxes() -> None:
    """Nine of them are lit; by lines the marks are figures."""
    painted, drawn = (draw_daily(YESTERDAY, NOON, (116, 30), one) for one in (Strokes.PAINTED, Strokes.DRAWN))
    assert any(span.hue is Hue.GOOD and "█" in span.text for line in painted for span in line)
    assert any("9 8 9 3 6 9" in plain(line) for line in drawn)


@pytest.mark.parametrize("strokes", Strokes)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("totals", [(), (5,), (0, 0, 0), (-3, 4), (9,) * 499 + (90,)])
def test_any_totals_are_a_curve(totals: tuple[int, ...], size: tuple[int, int], strokes: Strokes) -> None:
    """None, one, zeros alone, points below zero, and more games than there are columns."""
    form = GameForm(totals, (Firsts(4, 1, 0), Firsts(5, 3, 2)))
    check(draw_statistics(PLAYED, form, size, strokes, counts_deals=True), size)


@pytest.mark.parametrize(("part", "whole", "filled"), [(0, 10, 0), (5, 10, 11), (10, 10, 22), (11, 10, 22), (0, 0, 0)])
def test_a_share_is_a_bar(part: int, whole: int, filled: int) -> None:
    """None, half, all, more than a server should say, and nothing at all."""
    line = share_line("", part, whole, 40, Strokes.PAINTED)
    assert sum(len(span.text) for span in line if span.hue is Hue.GOOD) == filled


def test_what_is_no_share_of_the_deals_is_a_number_a_deal() -> None:
    """Of cards taken up or tricks there may be many in a deal, or by chance fewer than deals: that is no per cent."""
    played = Statistics(1, "Ann", 1, 1, 6, 400, game="dudak", counted="cards taken up", count=206)
    for count, told in ((206, "206, 34.3 a deal"), (3, "3, 0.5 a deal")):
        drawn = draw_statistics(replace(played, count=count), GameForm(), (78, 20), Strokes.PAINTED, counts_deals=False)
        assert told in "\n".join(map(plain, drawn))


def test_bars_and_columns_end_within_a_cell() -> None:
    """In eighths where there are colours, in whole cells where there are few; columns hang from zero, too."""
    half = [Stretch(0, 1, Hue.BOX), Stretch(1, 2, Hue.GOOD)]
    assert plain(draw_bar(half, (0, 2), 5, Strokes.PAINTED)) == "██▌██"
    assert plain(draw_bar(half, (0, 2), 4, Strokes.DRAWN)) == "██══"
    values = [(2.0, Hue.BOX), (0.5, Hue.BOX), (-1.0, Hue.BOX), (0.0, Hue.BOX)]
    columns = draw_columns(values, (-1, 2), 3, Strokes.PAINTED)
    assert [plain(line) for line in columns] == ["█   ", "█▄  ", "  █ "]
