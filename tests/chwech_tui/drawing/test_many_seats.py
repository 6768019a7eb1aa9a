"""A table where more people sit than Chwech has, at the least size: everything still has its place."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.cards import draw_card, draw_laid
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, open_plan, plan
from chwech_tui.model.cards import SMALL, TINY, CardLook, Laid, ShownTrick, Strokes, face_of
from chwech_tui.model.ink import Ground, plain
from chwech_tui.model.people import People
from protocol.cards import read_card
from protocol.message import Seat

sizes = st.tuples(st.integers(LEAST_WIDTH, 300), st.integers(LEAST_HEIGHT, 120))
needs = st.builds(
    Needs, st.integers(4, 10), st.integers(0, 24), st.just((32, 50)), titles=st.integers(1, 2), banks=st.booleans()
)


def boxes(laid: Layout) -> list[Box]:
    """Give the places from top to bottom, but for the log, which stands beside the seats."""
    return [laid.header, laid.seats, laid.trick, laid.hand, laid.prompt, laid.keys]


@pytest.mark.parametrize("laying", [plan, open_plan])
@given(sizes, needs)
def test_everything_has_its_place(laying: object, size: tuple[int, int], wanted: Needs) -> None:
    """At every size nothing overlaps or reaches past the lower edge, and the trick has its titles, cards and names."""
    laid = plan(*size, wanted) if laying is plan else open_plan(*size, wanted)
    places = boxes(laid)
    assert all(upper.y + upper.height <= lower.y for upper, lower in pairwise(places))
    assert laid.keys.y + laid.keys.height <= size[1]
    assert laid.seats.height >= wanted.players + 1
    assert laid.trick.height >= laid.laid.height + wanted.titles + 1


def test_the_cards_of_the_trick_shrink_where_there_is_no_room() -> None:
    """The hand keeps its cards, and fewer people keep theirs."""
    assert [plan(80, 24, Needs(players, 6)).laid for players in (8, 9, 10)] == [SMALL, TINY, TINY]
    assert {plan(80, 24, Needs(players, 6)).card for players in (8, 9, 10)} == {SMALL}


def test_two_open_hands_share_a_line_where_there_is_no_room() -> None:
    """Elsewhere each has its own."""
    assert open_plan(80, 24, Needs(7, 6)).hand.height == 7
    assert open_plan(80, 24, Needs(10, 6, titles=2)).hand.height == 5
    assert open_plan(100, 30, Needs(10, 6, titles=2)).hand.height == 10


@pytest.mark.parametrize("strokes", Strokes)
def test_a_tiny_card_is_one_line(strokes: Strokes) -> None:
    """It has no edge, in colour or without."""
    (line,) = draw_card(face_of(read_card("10H")), CardLook(TINY, strokes), Ground.CARD)
    assert plain(line) == " 10♥ "


def test_a_narrow_turn_keeps_the_mark_of_the_taker() -> None:
    """Its words are left out before the sign is cut."""
    people = People(tuple("abcdefghij"))
    laid = Laid(tuple((Seat(seat), face_of(read_card("10H"))) for seat in range(10)))
    marks = plain(draw_laid(ShownTrick((), laid, Seat(1)), people, 78, CardLook(TINY, Strokes.COLOUR))[-1])
    assert marks.split() == ["▴"]
