"""Lines and panes: whatever the text, they come out exactly as large as asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.deck import draw_gilt
from chwech_tui.drawing.line import beside, between, broken, clip, fit, left, measure, middle, right, wrap
from chwech_tui.drawing.panes import draw_boxes, draw_fan, draw_pane, draw_row
from chwech_tui.model.cards import MIDDLE, CardLook, Strokes
from chwech_tui.model.ink import Gold, Ground, Hue, Line, Pick, Span, plain
from protocol.cards import JOKER
from protocol.text import clean_text, text_width

texts = st.text(max_size=40).map(lambda text: clean_text(text, cells=30))
lines = st.lists(texts.map(Span), max_size=5).map(tuple)
widths = st.integers(0, 60)


@pytest.mark.no_cover
@given(texts, widths)
def test_a_text_is_set_in_exactly_so_many_cells(text: str, width: int) -> None:
    """Left, right and middle fill their width and never pass it."""
    assert [text_width(put(text, width)) for put in (left, right, middle)] == [width] * 3
    assert text_width(clip(text, width)) <= width


@given(lines, widths)
def test_a_line_is_fitted_to_exactly_so_many_cells(line: Line, width: int) -> None:
    """A line that is too long is clipped, one that is too short is filled."""
    assert measure(fit(line, width)) == width


@given(lines, lines, widths)
def test_two_lines_share_exactly_so_many_cells(first: Line, last: Line, width: int) -> None:
    """The left one gives way to the right one."""
    assert measure(between(first, last, width)) == width


@given(lines, st.integers(5, 60))
def test_a_wrapped_sentence_stays_within_its_width(line: Line, width: int) -> None:
    """No line of a wrapped sentence is wider than asked for."""
    assert all(measure(one) <= width for one in wrap(line, width))


@given(st.lists(st.sampled_from(["Megan", "takes", "5", "cards", "and", "leads"]), min_size=1, max_size=12))
def test_wrapping_loses_no_word(words: list[str]) -> None:
    """Every word of the sentence is on some line, in order."""
    line = (Span(" ".join(words)),)
    assert " ".join(plain(one).strip() for one in wrap(line, 16)).split() == words


def test_words_keep_their_look() -> None:
    """A word made of several spans is moved whole."""
    line = (Span("You play ", Hue.DIM), Span("10♥", Hue.HEARTS), Span("."))
    assert [plain(one) for one in wrap(line, 10)] == ["You play", "  10♥."]
    assert wrap(line, 40)[0][-2:] == (Span("10♥", Hue.HEARTS), Span("."))


def test_pictures_side_by_side_are_as_high_as_the_highest() -> None:
    """Columns are filled to their width and set apart."""
    high, low = ((Span("ab"),), (Span("c"),)), ((Span("d"),), ())
    assert [plain(line) for line in beside([high, low], 2)] == ["ab  d", "c    "]
    assert beside([], 2) == ()


def test_what_is_to_be_copied_is_broken_anywhere() -> None:
    """Nothing of a path is lost, however long it is, and no line is too wide."""
    assert broken("/home/megan/games", 6) == ("/home/", "megan/", "games")
    assert broken("日本語", 3) == ("日", "本", "語")
    assert broken("", 6) == ("",)


@given(st.text("ab ", min_size=1, max_size=12), st.integers(0, 12))
def test_no_word_is_lost_without_a_sign(text: str, width: int) -> None:
    """Also where the room ends exactly between two spans; blanks alone may go."""
    shown = plain(fit(tuple(Span(letter) for letter in text), width))
    assert ("…" in shown) == (width > 0 and bool(text[width:].strip()))


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
