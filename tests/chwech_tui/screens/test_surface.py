"""A surface: what it shows, what a click on it means, and what it says has changed."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console
from wcwidth import wcwidth

from chwech_tui.drawing.line import DISPUTED, agreed
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Ground, Hue, Ink, Picture, Press, Span
from chwech_tui.screens.surface import Cell, Part, Parts, Surface, draw
from chwech_tui.theme import Palette
from protocol.text import text_width
from tests.chwech_tui.emulator import Emulator

WIDTH = 12
SIZE = (WIDTH, 5)
PLACE = Box(0, 0, 5, 2)

Seen = tuple[str, Ink]  # What a cell shows; the second half of a wide character shows nothing.

SPANS = st.builds(Span, st.text("ab ♥日", max_size=5), st.sampled_from([Hue.TEXT, Hue.HEARTS]))
PICTURES = st.lists(st.lists(SPANS, max_size=4).map(tuple), max_size=4).map(tuple)
BOXES = st.sampled_from([Box(0, 0, 5, 2), Box(0, 0, 6, 3), Box(0, 1, 5, 3)])


def both(left: Picture, right: Picture, box: Box = PLACE) -> Parts:
    """Show two pictures side by side."""
    return {"left": Part(box, left), "right": Part(Box(7, 0, 4, 3), right)}


def drawn(*shown: Parts) -> Surface:
    """Give a surface that has been drawn and shows some parts, one after the other."""
    surface = Surface(Palette())
    for number, parts in enumerate(shown):
        surface.show(SIZE, parts)
        if not number:
            surface.frame()
    return surface


def cells(surface: Surface) -> list[list[Seen]]:
    """Give what each cell shows."""
    return [[_seen(cell) for cell in surface.row(y)] for y in range(5)]


def _seen(cell: Cell) -> Seen:
    # A blank looks the same in every hue.
    return cell[0], Hue.TEXT if cell[0] == " " else cell[1][0]


def text(surface: Surface, y: int) -> str:
    """Give the text of a row."""
    return "".join([cell[0] for cell in surface.row(y)])


@given(PICTURES, PICTURES, PICTURES, BOXES)
@example(((Span("a "), Span(" 日"), Span("a")),), (), ((Span("a "),),), PLACE)
def test_patches_turn_the_old_cells_into_the_new_ones(left: Picture, right: Picture, other: Picture, box: Box) -> None:
    """Whatever changes, wherever it moves: old cells and patches give the new cells."""
    surface = drawn(both(left, right))
    before = cells(surface)
    for y, first, end in surface.show(SIZE, both(other, right, box)):
        assert 0 <= first < end <= WIDTH
        before[y][first:end] = map(_seen, surface.row(y)[first:end])
    assert before == cells(surface)


@given(PICTURES, PICTURES)
def test_what_stays_is_no_change(left: Picture, right: Picture) -> None:
    """The same pictures drawn again change nothing."""
    surface = drawn(both(left, right))
    assert surface.show(SIZE, both(tuple(tuple(line) for line in left), right)) == []


def test_only_what_differs_is_a_patch() -> None:
    """A span that differs is told alone, with its place."""
    surface = drawn(both(((Span("ab"), Span("c"), Span("d")),), ()))
    assert surface.show(SIZE, both(((Span("ab"), Span("C"), Span("d")),), ())) == [(0, 2, 3)]
    assert surface.show(SIZE, both(((Span("ab"), Span("C")),), ())) == [(0, 3, 4)]


def test_another_width_is_drawn_whole() -> None:
    """Then there are no patches, and lines have the new width."""
    surface = drawn(both(((Span("ab"),),), ()))
    assert surface.strip(0).cell_length == WIDTH
    assert surface.show((20, 5), both(((Span("xy"),),), ())) == []
    assert surface.strip(0).cell_length == len(surface.row(0)) == 20
    assert surface.strip(0).text.startswith("xy")


def test_a_click_means_what_lies_there() -> None:
    """The aim of the span below, and nothing beside."""
    surface = Surface(Palette())
    surface.show(SIZE, both(((Span("ab"), Span("c", aim=Press("c"))),), ((Span("日", aim=Press("wide")),),)))
    aims = [surface.aim_at(x, 0) for x in range(WIDTH)]
    assert aims == [None, None, Press("c"), None, None, None, None, Press("wide"), Press("wide"), None, None, None]
    assert surface.aim_at(2, 1) is None
    assert surface.aim_at(2, 9) is None


def test_orders_to_a_terminal_are_not_drawn() -> None:
    """The last guard: whatever a span holds, no control character leaves; in ASCII nothing but ASCII does."""
    hostile = Span("\x1b]52;c;\x07♥\u202e\u009b")
    for palette, sent in ((Palette(), "]52;c;♥"), (Palette(ascii=True), "]52;c;h")):
        surface = Surface(palette)
        surface.show(SIZE, both(((hostile,),), (), Box(0, 0, 12, 1)))
        assert surface.strip(0).text.startswith(sent)
        assert surface.strip(0).text.isascii() is palette.ascii
        assert not set("\x07\u202e\u009b") & set(surface.frame())


def test_a_part_may_lie_above_others_for_a_moment() -> None:
    """Its cells come and go with it, and what changes below it is not drawn over it."""
    under: Picture = ((Span("abcde"),), (Span("fghij"),))
    surface, flying = drawn(both(under, ())), Part(Box(1, 0, 2, 1), ((Span("##", Hue.HEARTS),),), above=True)
    assert surface.show(SIZE, {**both(under, ()), "card": flying}) == [(0, 1, 3)]
    changed: Picture = ((Span("ABCDE"),), (Span("fghij"),))
    assert surface.show(SIZE, {**both(changed, ()), "card": flying}) == [(0, 0, 1), (0, 3, 5)]
    assert text(surface, 0).rstrip() == "A##DE"
    assert surface.show(SIZE, both(changed, ())) == [(0, 1, 3)]
    assert text(surface, 0).rstrip() == "ABCDE"


def test_what_has_no_ground_lies_on_what_is_below() -> None:
    """The edge of a card shows the plate beneath it, and a blank without a ground hides nothing."""
    plate: Picture = ((Span("abc", ground=Ground.PLATE),),)
    card: Picture = ((Span("▐", Hue.SHADE, None), Span(" ", Hue.TEXT, None), Span("#", ground=Ground.CARD)),)
    surface = Surface(Palette())
    surface.show(SIZE, {"plate": Part(Box(0, 2, 3, 1), plate), "card": Part(Box(0, 2, 3, 1), card)})
    edge, below, over = surface.row(2)[:3]
    assert edge == ("▐", (Hue.SHADE, Ground.PLATE))
    assert (below[0], below[1][1]) == ("b", Ground.PLATE)
    assert (over[0], over[1][1]) == ("#", Ground.CARD)


@given(PICTURES, PICTURES, st.booleans())
def test_a_frame_and_what_changes_it_give_each_cell_as_it_is(left: Picture, right: Picture, erases: bool) -> None:
    """Written group by group of colours, on grounds that are erased or not, every cell is what the surface says."""
    palette = Palette(erases=erases)
    surface, seen = Surface(palette), Emulator(WIDTH, SIZE[1], "%", text_width)
    surface.show(SIZE, both(left, right))
    seen.feed(surface.frame())
    for shown in (both(right, left), both(left, ())):
        for y in range(SIZE[1]):
            _stands(text(surface, y), [character for character, _ in seen.rows[y]])
        seen.feed(surface.written(surface.show(SIZE, shown)))


SCRIPTS = (
    "कीकीकी",
    "क्षत्रिय",
    "কিংকং",
    "தமிழ்",
    "ខ្មែរ",
    "สวัสดี",
    "👨‍👩‍👧",
    "❤️",
    "👍🏽",
    "🇬🇧",
    "\u1112\u1161\u11ab",
    "각ᅡᅡ",
    "x\u0302y\u0304",
)
"""Words to which terminals give different widths."""

TERMINALS: dict[str, Callable[[str], int]] = {
    "as counted": text_width,
    "vowel signs take no cell": lambda character: max(wcwidth(character), 0),
    "marks take a cell": lambda character: max(wcwidth(character), 1),
    "nothing is wide": lambda character: min(text_width(character), 1),
    "all is wide": lambda _character: 2,
}
"""How wide a terminal draws what it may draw as it likes."""

WORDS = st.sampled_from(SCRIPTS) | st.text("ab ♥日", max_size=4)
PEOPLE = st.lists(st.lists(WORDS, max_size=3).map(" ".join).map(Span), max_size=3).map(tuple)
NAMED = st.lists(PEOPLE, max_size=3).map(tuple)


@settings(max_examples=300)
@given(st.lists(st.tuples(NAMED, NAMED, st.booleans()), min_size=1, max_size=5), st.sampled_from(list(TERMINALS)))
def test_what_stands_after_any_text_is_where_it_belongs(
    shown: list[tuple[Picture, Picture, bool]], terminal: str
) -> None:
    """Whatever width a terminal gives to a script, and whether its line is drawn whole or changed; nothing is left."""
    surface, own = Surface(Palette()), TERMINALS[terminal]
    seen = Emulator(WIDTH, 3, "%", lambda one: text_width(one) if agreed(one) else own(one))
    driver = SimpleNamespace(write=seen.feed, flush=lambda: None)
    screen: Any = SimpleNamespace(app=SimpleNamespace(_driver=driver, console=Console(color_system="truecolor")))
    for number, (left, right, whole) in enumerate(shown):
        changes = surface.show(SIZE, both(left, right, Box(0, 0, 6, 3)))
        if whole or number == 0:
            for y in range(3):
                seen.feed(f"\x1b[{y + 1};1H{surface.strip(y).render(screen.app.console)}")
        else:
            draw(screen, surface.written(changes), (0, 0))
        for y in range(3):
            _stands(text(surface, y), [character for character, _ in seen.rows[y]])


def _stands(line: str, row: list[str]) -> None:
    """Check that a terminal shows a line, but for how wide the disputed words are."""
    x = 0
    words = {place: word for word in DISPUTED.finditer(line) for place in range(*word.span())}
    for place, character in enumerate(line):
        word = words.get(place)
        wide = text_width(character)
        if word is None:
            assert row[x : x + wide] == [character, ""][:wide], (line, row)
        else:
            assert set("".join(row[x : x + wide])) <= {*word[0], " "}, (line, row)
        x += wide
