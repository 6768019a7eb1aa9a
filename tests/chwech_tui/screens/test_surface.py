"""A surface: what it shows, what a click on it means, and what it says has changed."""

from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Picture, Press, Span, plain
from chwech_tui.screens.surface import Part, Parts, Patch, Surface
from chwech_tui.theme import Palette

WIDTH = 12
PLACE = Box(0, 0, 5, 2)

SPANS = st.builds(Span, st.text("ab ♥日", max_size=5), st.sampled_from([Hue.TEXT, Hue.HEARTS]))
PICTURES = st.lists(st.lists(SPANS, max_size=4).map(tuple), max_size=4).map(tuple)
BOXES = st.sampled_from([Box(0, 0, 5, 2), Box(0, 0, 6, 3), Box(0, 1, 5, 3)])


def both(left: Picture, right: Picture, box: Box = PLACE) -> Parts:
    """Show two pictures side by side."""
    return {"left": Part(box, left), "right": Part(Box(7, 0, 4, 3), right)}


def cells(surface: Surface) -> list[list[tuple[str, Hue]]]:
    """Give what each cell shows; the second half of a wide character shows nothing."""
    return [_cells(surface.line(y)) for y in range(5)]


def _cells(line: tuple[Span, ...]) -> list[tuple[str, Hue]]:
    shown: list[tuple[str, Hue]] = []
    for span in line:
        for character in span.text:
            shown += [(character, span.hue), *([("", span.hue)] if character == "日" else [])]
    # A blank looks the same in every hue.
    return [(character, Hue.TEXT if character == " " else hue) for character, hue in shown]


@given(PICTURES, PICTURES, PICTURES, BOXES)
def test_patches_turn_the_old_cells_into_the_new_ones(left: Picture, right: Picture, other: Picture, box: Box) -> None:
    """Whatever changes, wherever it moves: old cells and patches give the new cells."""
    surface = Surface(Palette())
    surface.show(WIDTH, both(left, right))
    before = cells(surface)
    patches = surface.show(WIDTH, both(other, right, box))
    for patch in patches:
        new = _cells(patch.line)
        assert patch.x + len(new) <= WIDTH
        before[patch.y][patch.x : patch.x + len(new)] = new
    assert before == cells(surface)


@given(PICTURES, PICTURES)
def test_what_stays_is_no_change(left: Picture, right: Picture) -> None:
    """The same pictures drawn again change nothing."""
    surface = Surface(Palette())
    surface.show(WIDTH, both(left, right))
    assert surface.show(WIDTH, both(tuple(tuple(line) for line in left), right)) == []


def test_only_what_differs_is_a_patch() -> None:
    """A span that differs is told alone, with its place."""
    surface = Surface(Palette())
    line = (Span("ab"), Span("c"), Span("d"))
    surface.show(WIDTH, both((line,), ()))
    assert surface.show(WIDTH, both(((Span("ab"), Span("C"), Span("d")),), ())) == [Patch(0, 2, (Span("C"),))]
    assert surface.show(WIDTH, both(((Span("ab"), Span("C")),), ())) == [Patch(0, 3, (Span(" "),))]


def test_another_width_is_drawn_whole() -> None:
    """Then there are no patches, and lines have the new width."""
    surface = Surface(Palette())
    surface.show(WIDTH, both(((Span("ab"),),), ()))
    assert surface.strip(0).cell_length == WIDTH
    assert surface.show(20, both(((Span("xy"),),), ())) == []
    assert surface.strip(0).cell_length == measure(surface.line(0)) == 20
    assert surface.strip(0).text.startswith("xy")


def test_a_click_means_what_lies_there() -> None:
    """The aim of the span below, and nothing beside."""
    surface = Surface(Palette())
    surface.show(WIDTH, both(((Span("ab"), Span("c", aim=Press("c"))),), ((Span("日", aim=Press("wide")),),)))
    aims = [surface.aim_at(x, 0) for x in range(WIDTH)]
    assert aims == [None, None, Press("c"), None, None, None, None, Press("wide"), Press("wide"), None, None, None]
    assert surface.aim_at(2, 1) is None
    assert surface.aim_at(2, 9) is None


def test_orders_to_a_terminal_are_not_drawn() -> None:
    """The last guard: whatever a span holds, no control character leaves; in ASCII nothing but ASCII does."""
    hostile = Span("\x1b]52;c;\x07♥\u202e\u009b")
    assert Surface(Palette()).text(hostile) == "]52;c;♥"
    assert Surface(Palette(ascii=True)).text(hostile) == "]52;c;h"
    surface = Surface(Palette(ascii=True))
    surface.show(WIDTH, both(((hostile,),), ()))
    assert plain(surface.line(0)) != surface.strip(0).text
    assert surface.strip(0).text.isascii()


def test_a_part_may_lie_above_others_for_a_moment() -> None:
    """Its cells come and go with it, and what changes below it is not drawn over it."""
    under: Picture = ((Span("abcde"),), (Span("fghij"),))
    surface, flying = Surface(Palette()), Part(Box(1, 0, 2, 1), ((Span("##"),),), above=True)
    surface.show(WIDTH, both(under, ()))
    assert [plain(patch.line).rstrip() for patch in surface.show(WIDTH, {**both(under, ()), "card": flying})] == [
        "a##de"
    ]
    changed: Picture = ((Span("ABCDE"),), (Span("fghij"),))
    (patch,) = surface.show(WIDTH, {**both(changed, ()), "card": flying})
    assert plain(patch.line).rstrip() == "A##DE"
    assert [plain(patch.line).rstrip() for patch in surface.show(WIDTH, both(changed, ()))] == ["ABCDE"]
