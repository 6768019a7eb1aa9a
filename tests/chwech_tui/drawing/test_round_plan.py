"""The layout of a round table: everything has its place, nothing overlaps, and the seats sit in order of play."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.plan import Box, Needs, plan
from chwech_tui.drawing.round_plan import (
    PANEL_LINES,
    ROUND_HEIGHT,
    ROUND_WIDTH,
    SHORT_PANEL_LINES,
    RoundLayout,
    Side,
    draw_crib,
    round_plan,
)
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
    free = laid.card.height + 2
    if need.begun:
        assert laid.trick.height >= need.titles
    elif laid.card == MIDDLE:
        # How a game begins has the lines of the words about the trick too.
        free += need.titles
    assert laid.hand.height == free if need.begun else laid.hand.height >= free


@given(sizes, wanted)
def test_the_cards_are_never_smaller_than_where_seats_are_lines(size: tuple[int, int], need: Needs) -> None:
    """Neither those in hand nor those of the trick, each of which lies beside or below the panel of its seat."""
    laid, lines = round_plan(*size, need), plan(*size, need)
    if laid is None or size[0] > 160:
        return
    assert min(laid.laid, laid.card) >= MIDDLE
    if size[1] < 40:
        assert (laid.card, laid.laid) >= (lines.card, lines.laid)
    for place in laid.places:
        panel, card = place.panel, place.card
        assert panel.height == (SHORT_PANEL_LINES if laid.short else PANEL_LINES)
        if place.side is Side.TOP:
            assert (card.y, card.height) == (panel.y + panel.height, laid.laid.height + 1)
        else:
            assert card.y <= panel.y + panel.height // 2 < card.y + card.height


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("titles", [1, 2])
@pytest.mark.parametrize("width", [120, 160, 240])
def test_the_cards_never_shrink_where_a_screen_grows_higher(seats: int, titles: int, width: int) -> None:
    """Nor do the seats go back to lines."""
    laid = [round_plan(width, height, needs(seats, titles)) for height in range(ROUND_HEIGHT, 80)]
    grown = [one is not None and (one.card.height, one.laid.height) for one in laid]
    held = [size for size in grown if size]
    assert grown[-len(held) :] == held
    assert all(lower[0] <= higher[0] and lower[1] <= higher[1] for lower, higher in pairwise(held))


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("titles", [1, 2])
@pytest.mark.parametrize("begun", [True, False])
def test_up_to_eight_people_sit_around_the_smallest_round_table(seats: int, titles: int, *, begun: bool) -> None:
    """There is a line for words about a card turned up too; from seven people on, the panels are short."""
    laid = round_plan(ROUND_WIDTH, ROUND_HEIGHT, needs(seats, titles)._replace(begun=begun))
    assert laid is not None
    assert laid.trick.height > titles or not begun
    assert laid.short or seats < 7


@pytest.mark.parametrize("seats", [9, 10])
def test_nine_and_ten_people_need_two_lines_more(seats: int) -> None:
    """Below, each keeps a line; on a wider screen four sit above."""
    assert round_plan(ROUND_WIDTH, ROUND_HEIGHT + 1, needs(seats, 2)) is None
    assert round_plan(ROUND_WIDTH, ROUND_HEIGHT + 2, needs(seats, 2)) is not None


def test_what_is_least_needed_is_left_out_first() -> None:
    """The rules in short go first, then the cards to come; the last trick, the scores and the log stay."""
    laid = [round_plan(120, height, needs(4)) for height in (36, 30)]
    shown = [(one.last.height, one.scores.height, one.gone.height, one.crib.height) for one in laid if one is not None]
    assert shown == [(5, 5, 6, 5), (5, 5, 6, 0)]
    six = round_plan(120, 30, needs(6))
    assert six is not None
    assert (six.last.height, six.scores.height, six.gone.height) == (5, 7, 0)


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("size", [(120, 36), (160, 50), (200, 60)])
def test_three_to_ten_people_sit_around_the_table(size: tuple[int, int], seats: int) -> None:
    """At each of the large sizes there is room for the largest table."""
    assert round_plan(*size, needs(seats, 2)) is not None


def test_a_smaller_screen_has_no_round_table() -> None:
    """Both sides count."""
    assert round_plan(119, 60, needs(6)) is None
    assert round_plan(200, 29, needs(6)) is None


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
