"""Panes: as large as they should be in every look, with what stands in them where it belongs."""

import pytest

from chwech_tui.drawing.deck import draw_gilt
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.panes import draw_boxes, draw_fan, draw_pane, draw_row
from chwech_tui.model.cards import MIDDLE, CardLook, Strokes
from chwech_tui.model.ink import Gold, Ground, Hue, Pick, Span, plain
from protocol.cards import JOKER

WORDS = ((Span("one"),), (Span("two"),))


@pytest.mark.parametrize("strokes", [Strokes.PAINTED, Strokes.DRAWN])
@pytest.mark.parametrize("title", ["", "Talk", "A title that is much longer than all the room there is for one"])
@pytest.mark.parametrize("size", [(30, 4), (30, 9), (8, 3)])
def test_a_pane_fills_its_place(size: tuple[int, int], title: str, strokes: Strokes) -> None:
    """However much stands in it, it has every line, and each is as wide as the pane."""
    pane = draw_pane(WORDS * 3, size, strokes, title, "t talks")
    assert [measure(line) for line in pane] == [size[0]] * size[1]


def test_words_are_set_in_and_rows_are_not() -> None:
    """The words of a row stand below those of the heading, with the bar of the chosen one before them."""
    row = draw_row((Span("row"),), 28, Strokes.PAINTED, Pick(0), chosen=True, more="↓")
    pane = [plain(line) for line in draw_pane((*WORDS[:1], row), (30, 5), Strokes.PAINTED, "Talk", "t talks")]
    assert pane[1:4] == [
        "   Talk             t talks   ",
        "   one                        ",
        " ▌ row                      ↓ ",
    ]
    assert {span.ground for span in row} == {Ground.BUTTON}


def test_boxes_count_in_every_look() -> None:
    """They differ by colour or, where there is none, by their form."""
    counts = (2, Hue.BOX), (1, Hue.EVEN), (0, Hue.BACK), (1, Hue.EMPTY)
    assert plain(draw_boxes(Strokes.PAINTED, *counts)) == "▊▊▊▊"
    assert plain(draw_boxes(Strokes.DRAWN, *counts)) == "■■□·"


def test_a_fan_is_highest_in_its_middle() -> None:
    """Each card stands a step beside the one before it."""
    boxes = [box for _name, box, _card in draw_fan([JOKER] * 5, (10, 2), CardLook(MIDDLE, Strokes.PAINTED), 6)]
    assert [box.x for box in boxes] == [9, 15, 21, 27, 33]
    assert [box.y for box in boxes] == [3, 2, 1, 2, 3]


@pytest.mark.parametrize("name", ["Chwech M", "Chwech L", "Chwech X"])
def test_the_name_is_gold(name: str) -> None:
    """It is brightest in its first row, and nothing of the felt is hidden behind it."""
    spans = [line[0] for line in draw_gilt(name)]
    shares = [span.hue.share for span in spans if isinstance(span.hue, Gold)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1], len(shares)) == (1, 0, len(spans))
    assert {span.ground for span in spans} == {None}
