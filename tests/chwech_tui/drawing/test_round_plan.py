"""The layout of a round table: everything has its place, nothing overlaps, and the seats sit in order of play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.plan import Box, Needs
from chwech_tui.drawing.round_plan import ROUND_HEIGHT, ROUND_WIDTH, RoundLayout, Side, draw_crib, round_plan
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE
from chwech_tui.model.ink import plain

sizes = st.tuples(st.integers(ROUND_WIDTH, 320), st.integers(ROUND_HEIGHT, 120))
CRIB = ("Follow the suit led, play a Joker, or pass.", "Who plays their last card ends the deal.")
wanted = st.builds(
    lambda seats, titles, begun, gone: Needs(max(4, seats), 12, (34, 43), titles, False, seats, begun, gone, CRIB),
    st.integers(3, 10),
    st.integers(1, 2),
    st.booleans(),
    st.sampled_from([0, 6]),
)


def needs(seats: int, titles: int = 1) -> Needs:
    """Give what a table with so many seats needs."""
    return Needs(max(4, seats), 12, (34, 43), titles, seats=seats, gone=6, crib=CRIB)


def boxes(laid: RoundLayout) -> list[Box]:
    """Give all places that have any height."""
    around = [box for place in laid.places for box in (place.panel, place.card)]
    beside = [laid.log, laid.last, laid.scores, laid.gone, laid.crib]
    table = [laid.header, *around, laid.middle, laid.trick, laid.own, laid.hand, laid.prompt, laid.keys]
    return [box for box in (*table, *beside) if box.height]


def overlap(one: Box, other: Box) -> bool:
    """Say whether two places share a cell."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@given(sizes, wanted)
def test_everything_is_on_the_screen_and_nothing_overlaps(size: tuple[int, int], need: Needs) -> None:
    """No part reaches past an edge or shares a cell with another one."""
    laid = round_plan(*size, need)
    if laid is None:
        return
    found = boxes(laid)
    for place, box in enumerate(found):
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= size[0]
        assert box.y + box.height <= size[1]
        assert not any(overlap(box, other) for other in found[place + 1 :])


@given(sizes, wanted)
def test_every_other_seat_has_a_place_in_order_of_play(size: tuple[int, int], need: Needs) -> None:
    """From the viewer on, the seats go up the left side, along the top, and down the right side."""
    laid = round_plan(*size, need)
    if laid is None:
        return
    sides = [place.side for place in laid.places]
    assert len(sides) == need.seats - 1
    assert sides == sorted(sides, key=list(Side).index)
    assert sides.count(Side.LEFT) == sides.count(Side.RIGHT) > 0
    left, top, right = ([place.panel for place in laid.places if place.side is side] for side in Side)
    assert [box.y for box in left] == sorted((box.y for box in left), reverse=True)
    assert [box.x for box in top] == sorted(box.x for box in top)
    assert [box.y for box in right] == sorted(box.y for box in right)


@given(sizes, wanted)
def test_the_log_keeps_its_lines_and_the_hand_its_cards(size: tuple[int, int], need: Needs) -> None:
    """What stands beside the table never takes the room of the log, and nine cards in five groups fit."""
    laid = round_plan(*size, need)
    if laid is None:
        return
    assert laid.log.height >= 8
    assert 9 * laid.card.width + 8 + 4 * 2 <= laid.hand.width
    assert laid.hand.height == laid.card.height + 2


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("size", [(120, 36), (160, 50), (200, 60)])
def test_three_to_ten_people_sit_around_the_table(size: tuple[int, int], seats: int) -> None:
    """At each of the large sizes there is room for the largest table."""
    assert round_plan(*size, needs(seats, 2)) is not None


def test_a_smaller_screen_has_no_round_table() -> None:
    """Both sides count."""
    assert round_plan(119, 60, needs(6)) is None
    assert round_plan(200, 35, needs(6)) is None


def test_the_cards_grow_with_the_screen() -> None:
    """The cards of the trick are as large as those in hand where there is room."""
    sizes = {size: round_plan(*size, needs(6)) for size in ((120, 36), (160, 50), (200, 60))}
    assert {size: (laid.card, laid.laid) for size, laid in sizes.items() if laid} == {
        (120, 36): (LARGE, LARGE),
        (160, 50): (HUGE, HUGE),
        (200, 60): (HUGE, HUGE),
    }
    ten = round_plan(120, 36, needs(10, 2))
    assert ten is not None
    assert ten.laid == MIDDLE


def test_the_foot_stays_near_the_hand() -> None:
    """On a high screen the whole table stands in the middle."""
    laid = round_plan(200, 100, needs(4))
    assert laid is not None
    assert laid.keys.y - (laid.hand.y + laid.hand.height) <= 6
    assert abs(laid.header.y - (99 - laid.keys.y)) <= 1


def test_the_crib_has_a_heading_and_sentences() -> None:
    """Without sentences there is no heading either."""
    assert [plain(line) for line in draw_crib(("One rule.",), 40)] == ["The rules in short", "One rule."]
    assert draw_crib((), 40) == ()
