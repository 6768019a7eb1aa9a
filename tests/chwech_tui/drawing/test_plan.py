"""The layout: at every size from 80 by 24 on, everything has its place and nothing overlaps."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.cards import draw_laid
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, fits, open_plan, plan
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
from chwech_tui.model.cards import LARGE, MIDDLE, SMALL, TINY, CardLook, Laid, ShownTrick, Strokes, face_of
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.cards import read_card
from protocol.message import Seat

sizes = st.tuples(st.integers(LEAST_WIDTH, 300), st.integers(LEAST_HEIGHT, 120))


def needs(players: int, names: int) -> Needs:
    """Give what a table of Chwech needs."""
    return Needs(players, names, (34, 43))


def boxes(laid: Layout) -> list[Box]:
    """Give all places."""
    return [laid.header, laid.seats, laid.log, laid.trick, laid.hand, laid.prompt, laid.keys]


def overlap(one: Box, other: Box) -> bool:
    """Say whether two places share a cell."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


def check_places(found: list[Box], size: tuple[int, int]) -> None:
    """Check that no place reaches past an edge or shares a cell with another one."""
    for place, box in enumerate(found):
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= size[0]
        assert box.y + box.height <= size[1]
        assert not any(overlap(box, other) for other in found[place + 1 :])


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_everything_has_room_on_the_screen(size: tuple[int, int], players: int, names: int) -> None:
    """No part reaches past an edge or into another, and every part has room."""
    found = boxes(plan(*size, needs(players, names)))
    check_places(found, size)
    assert all(box.width >= 20 and box.height >= 1 for box in found)


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_the_parts_have_the_lines_that_they_need(size: tuple[int, int], players: int, names: int) -> None:
    """Every seat has a line, the trick its cards with two lines of words and a title, the hand a line to rise by."""
    laid = plan(*size, needs(players, names))
    assert laid.seats.height >= players + 1
    assert laid.trick.height == laid.card.height + 3
    assert laid.hand.height == laid.card.height + 2
    assert laid.log.height >= players


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_before_the_game_what_is_told_has_the_lines_of_the_hand(
    size: tuple[int, int], players: int, names: int
) -> None:
    """Nobody has a hand then, and a small screen has room for every line about the table."""
    on = plan(*size, needs(players, names))
    before = plan(*size, needs(players, names)._replace(begun=False))
    assert before.hand.height == 0
    assert before.trick.y + before.trick.height == on.hand.y + on.hand.height
    assert not any(overlap(before.trick, box) for box in (before.seats, before.log, before.prompt, before.keys))


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_the_whole_hand_fits(size: tuple[int, int], players: int, names: int) -> None:
    """Nine cards in five groups fit into the hand's place, and all turns of a trick into the trick's."""
    laid = plan(*size, needs(players, names))
    assert 9 * laid.card.width + 8 + 4 * 2 <= laid.hand.width
    assert players * laid.card.width + players - 1 <= laid.trick.width


def test_the_cards_grow_with_the_screen() -> None:
    """Small screens have small cards."""
    assert plan(80, 24, needs(7, 20)).card == SMALL
    assert plan(100, 30, needs(6, 20)).card == MIDDLE
    assert plan(160, 50, needs(6, 20)).card == LARGE


def test_a_screen_below_80_by_24_does_not_fit() -> None:
    """Both sides count."""
    assert fits(80, 24)
    assert not fits(79, 24)
    assert not fits(80, 23)


wanted_by = st.builds(
    Needs, st.integers(4, 10), st.integers(0, 24), st.just((32, 50)), titles=st.integers(1, 2), banks=st.booleans()
)


def places(laid: Layout) -> list[Box]:
    """Give the places from top to bottom, but for the log, which stands beside the seats."""
    return [laid.header, laid.seats, laid.trick, laid.hand, laid.prompt, laid.keys]


@pytest.mark.parametrize("laying", [plan, open_plan])
@given(sizes, wanted_by)
def test_everything_has_its_place(laying: object, size: tuple[int, int], need: Needs) -> None:
    """At every size nothing overlaps or reaches past the lower edge, and the trick has its titles, cards and names."""
    laid = plan(*size, need) if laying is plan else open_plan(*size, need)
    found = places(laid)
    assert all(upper.y + upper.height <= lower.y for upper, lower in pairwise(found))
    assert laid.keys.y + laid.keys.height <= size[1]
    assert laid.seats.height >= need.players + 1
    assert laid.trick.height >= laid.laid.height + need.titles + 1


def test_the_cards_of_the_trick_shrink_where_there_is_no_room() -> None:
    """The hand keeps its cards, and fewer people keep theirs."""
    assert [plan(80, 24, Needs(players, 6)).laid for players in (8, 9, 10)] == [SMALL, TINY, TINY]
    assert {plan(80, 24, Needs(players, 6)).card for players in (8, 9, 10)} == {SMALL}


def test_two_open_hands_share_a_line_where_there_is_no_room() -> None:
    """Elsewhere each has its own."""
    assert open_plan(80, 24, Needs(7, 6)).hand.height == 7
    assert open_plan(80, 24, Needs(10, 6, titles=2)).hand.height == 5
    assert open_plan(100, 30, Needs(10, 6, titles=2)).hand.height == 10


def test_a_narrow_turn_keeps_the_mark_of_the_taker() -> None:
    """Its words are left out before the sign is cut."""
    people = People(tuple("abcdefghij"))
    laid = Laid(tuple((Seat(seat), face_of(read_card("10H"))) for seat in range(10)))
    marks = plain(draw_laid(ShownTrick((), laid, Seat(1)), people, 78, CardLook(TINY, Strokes.COLOUR))[-1])
    assert marks.split() == ["▴"]


round_sizes = st.tuples(st.integers(ROUND_WIDTH, 320), st.integers(ROUND_HEIGHT, 120))


CRIB = ("Follow the suit led, play a Joker, or pass.", "Who plays their last card ends the deal.")


round_wanted = st.builds(
    lambda seats, titles, begun, gone: Needs(max(4, seats), 12, (34, 43), titles, False, seats, begun, gone, CRIB),
    st.integers(3, 10),
    st.integers(1, 2),
    st.booleans(),
    st.sampled_from([0, 6]),
)


def round_needs(seats: int, titles: int = 1) -> Needs:
    """Give what a table with so many seats round_needs."""
    return Needs(max(4, seats), 12, (34, 43), titles, seats=seats, gone=6, crib=CRIB)


def round_boxes(laid: RoundLayout) -> list[Box]:
    """Give all places that have any height."""
    around = [box for place in laid.places for box in (place.panel, place.card)]
    beside = [laid.log, laid.last, laid.scores, laid.gone, laid.crib]
    table = [laid.header, *around, laid.middle, laid.trick, laid.own, laid.hand, laid.prompt, laid.keys]
    return [box for box in (*table, *beside) if box.height]


@given(round_sizes, round_wanted)
def test_a_round_table_is_on_the_screen_and_nothing_overlaps(size: tuple[int, int], need: Needs) -> None:
    """No part reaches past an edge or shares a cell with another one."""
    laid = round_plan(*size, need)
    check_places(round_boxes(laid) if laid is not None else [], size)


@given(round_sizes, round_wanted)
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


@given(round_sizes, round_wanted)
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


@given(round_sizes, round_wanted)
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
    laid = [round_plan(width, height, round_needs(seats, titles)) for height in range(ROUND_HEIGHT, 80)]
    grown = [one is not None and (one.card.height, one.laid.height) for one in laid]
    held = [size for size in grown if size]
    assert grown[-len(held) :] == held
    assert all(lower[0] <= higher[0] and lower[1] <= higher[1] for lower, higher in pairwise(held))


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("titles", [1, 2])
@pytest.mark.parametrize("begun", [True, False])
def test_up_to_eight_people_sit_around_the_smallest_round_table(seats: int, titles: int, *, begun: bool) -> None:
    """There is a line for words about a card turned up too; from seven people on, the panels are short."""
    laid = round_plan(ROUND_WIDTH, ROUND_HEIGHT, round_needs(seats, titles)._replace(begun=begun))
    assert laid is not None
    assert laid.trick.height > titles or not begun
    assert laid.short or seats < 7


def test_what_is_least_needed_is_left_out_first() -> None:
    """The rules in short go first, then the cards to come; the last trick, the scores and the log stay."""
    laid = [round_plan(120, height, round_needs(4)) for height in (36, 30)]
    shown = [(one.last.height, one.scores.height, one.gone.height, one.crib.height) for one in laid if one is not None]
    assert shown == [(5, 5, 6, 5), (5, 5, 6, 0)]
    six = round_plan(120, 30, round_needs(6))
    assert six is not None
    assert (six.last.height, six.scores.height, six.gone.height) == (5, 7, 0)


def test_a_smaller_screen_has_no_round_table() -> None:
    """Both sides count."""
    assert round_plan(119, 60, round_needs(6)) is None
    assert round_plan(200, 29, round_needs(6)) is None


def test_the_foot_stays_near_the_hand() -> None:
    """On a high screen the whole table stands in the middle."""
    laid = round_plan(200, 100, round_needs(4))
    assert laid is not None
    assert laid.keys.y - (laid.hand.y + laid.hand.height) <= 6
    assert abs(laid.header.y - (99 - laid.keys.y)) <= 1


def test_the_crib_has_a_heading_and_sentences() -> None:
    """Without sentences there is no heading either."""
    assert [plain(line) for line in draw_crib(("One rule.",), 40)] == ["The rules in short", "One rule."]
    assert draw_crib((), 40) == ()
