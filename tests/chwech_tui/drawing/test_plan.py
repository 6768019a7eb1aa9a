"""The layout: at every size from 80 by 24 on, everything has its place and nothing overlaps."""

from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, fits, plan
from chwech_tui.model.cards import LARGE, MIDDLE, SMALL

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


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_everything_is_on_the_screen(size: tuple[int, int], players: int, names: int) -> None:
    """No part reaches past an edge, and every part has room."""
    width, height = size
    for box in boxes(plan(width, height, needs(players, names))):
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= width
        assert box.y + box.height <= height
        assert box.width >= 20
        assert box.height >= 1


@given(sizes, st.integers(4, 7), st.integers(0, 24))
def test_nothing_overlaps(size: tuple[int, int], players: int, names: int) -> None:
    """No two parts share a cell."""
    laid = boxes(plan(*size, needs(players, names)))
    assert not any(overlap(one, other) for place, one in enumerate(laid) for other in laid[place + 1 :])


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
