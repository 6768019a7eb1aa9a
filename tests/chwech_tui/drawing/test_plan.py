"""The layout: at every size from 80 by 24 on, every seat has its place and nothing overlaps."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, fits, pane_width, plan
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, SMALL

SIZES = st.tuples(st.integers(LEAST_WIDTH, 300), st.integers(LEAST_HEIGHT, 120))
TABLES = st.builds(
    Needs,
    seats=st.integers(2, 10),
    begun=st.booleans(),
    titles=st.integers(1, 2),
    gone=st.sampled_from([0, 6]),
    crib=st.integers(0, 9),
    round=st.booleans(),
    told=st.sampled_from([0, 4]),
)


def edged(box: Box, laid: Layout) -> Box:
    """Give the place of a plate with the half lines above and below it."""
    return box._replace(y=box.y - laid.edges, height=box.height + 2 * laid.edges)


def places(laid: Layout) -> list[Box]:
    """Give all places that have words on them."""
    beside = [laid.last, laid.scores, laid.gone, laid.log, laid.crib]
    seats = [place.plate for place in laid.places]
    return [laid.header, *seats, laid.own, laid.trick, laid.hand, laid.prompt, laid.keys, *beside]


def overlap(one: Box, other: Box) -> bool:
    """Say whether two places share a cell."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@given(SIZES, TABLES)
def test_everything_has_room_on_the_screen(size: tuple[int, int], needs: Needs) -> None:
    """No part reaches past an edge or into another, whoever sits at the table."""
    laid = plan(*size, needs)
    found = [box for box in places(laid) if box.width > 0 and box.height > 0]
    for place, box in enumerate(found):
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= size[0]
        assert box.y + box.height <= size[1]
        assert not any(overlap(box, other) for other in found[place + 1 :])


@given(SIZES, TABLES)
def test_every_card_of_a_trick_lies_before_its_seat(size: tuple[int, int], needs: Needs) -> None:
    """The cards are on the table, lie on no other card, and on no plate."""
    laid = plan(*size, needs)
    cards = [*[place.card for place in laid.places], laid.own_card] if needs.round else []
    for place, card in enumerate(cards):
        assert card.x >= 0
        assert card.x + card.width <= size[0] - laid.pane.width
        assert not any(overlap(card, other) for other in cards[place + 1 :])
        assert not any(overlap(card, one.plate) for one in laid.places)


@given(st.integers(LEAST_WIDTH, 300), st.integers(LEAST_HEIGHT, 120))
def test_cards_never_shrink_where_a_screen_grows_higher(width: int, height: int) -> None:
    """A line more never costs a larger card."""
    now, higher = plan(width, height, Needs(6)), plan(width, height + 1, Needs(6))
    assert (higher.card, higher.laid) >= (now.card, now.laid)


def test_the_usual_terminals_have_the_cards_that_fit_them() -> None:
    """Six people with nine cards: what is in hand, and what lies on the table."""
    sizes = {(80, 24): (MIDDLE, SMALL), (100, 30): (LARGE, MIDDLE), (120, 36): (LARGE, LARGE), (160, 50): (HUGE, HUGE)}
    assert {size: (now.card, now.laid) for size in sizes for now in [plan(*size, Needs(6, titles=2))]} == sizes


def test_seats_follow_each_other_round_the_table() -> None:
    """From the viewer's left up, along the top, and down the right side."""
    left, upper, above, right, lower = [place.plate for place in plan(100, 30, Needs(6)).places]
    assert left.x == upper.x < above.x < right.x == lower.x
    assert above.y < upper.y < left.y
    assert right.y == upper.y
    assert lower.y == left.y


def test_a_coach_speaks_above_the_table() -> None:
    """The lines are those of the log, and nothing stands beside a table with a coach."""
    for size in ((80, 24), (100, 30), (160, 50)):
        laid = plan(*size, Needs(6, told=4))
        assert (laid.log.height, laid.pane.width) == (4, 0)
        assert not any(overlap(laid.log, edged(place.plate, laid)) for place in laid.places)


def test_the_pane_grows_with_the_screen() -> None:
    """A narrow screen has none; from then on it never becomes narrower."""
    widths = [pane_width(width) for width in range(LEAST_WIDTH, 301)]
    assert widths[0] == 0
    assert all(one <= other for one, other in pairwise(widths))


def test_a_screen_is_too_small_below_eighty_by_twenty_four() -> None:
    """One cell less in either direction is not enough."""
    assert fits(80, 24)
    assert not fits(79, 24)
    assert not fits(80, 23)
