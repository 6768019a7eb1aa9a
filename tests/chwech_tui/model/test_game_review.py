"""The pages of a review: sums, the costliest choices, and what is to be asked for."""

from typing import Final

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.replay import Reel, reviewed
from chwech_tui.model.review import (
    choices_of,
    chose,
    costliest,
    gone_to_choice,
    parts_of,
    seats_of,
    turned_page,
    wanted_review,
)
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.vocabulary import Seat


def turn(number: int, seat: int, cost: float, *, mistake: bool = True) -> TurnReview:
    """Give a choice that cost something."""
    return TurnReview(number, 1, Seat(seat), "-", -cost, "KH", 0.0, 0.5, mistake=mistake)


FIRST: Final = ReviewPart(
    1,
    1,
    (SeatReview(72, -3.5, 15.5, 3.0), SeatReview(9, 3.5, -15.5, 4.0)),
    (turn(1, 0, 2.0), turn(2, 1, 5.0), TurnReview(3, 1, Seat(0), "-", 1.0), turn(4, 1, 9.0, mistake=False)),
    (2, 4),
)
SECOND: Final = ReviewPart(
    1,
    2,
    (SeatReview(18, 0.2, -4.7, 4.0), SeatReview(27, -0.2, 4.7, 3.0)),
    (turn(1, 0, 7.0), turn(2, 0, 1.0, mistake=False)),
    (1,),
)


@pytest.fixture
def reel() -> Reel:
    """Give the replay of a game of two deals, with its review."""
    return reviewed(reviewed(Reel(GAMES["chwech"], deals=2), SECOND), FIRST)


def test_scores_are_added_up(reel: Reel) -> None:
    """Score, luck and skill of the game are those of its deals together; errors add up as squares."""
    assert seats_of(parts_of(reel)) == (SeatReview(90, -3.3, 10.8, 5.0), SeatReview(36, 3.3, -10.8, 5.0))
    assert seats_of(parts_of(turned_page(reel, 2))) == SECOND.seats
    assert seats_of(()) == ()


def test_the_worst_choice_comes_first(reel: Reel) -> None:
    """Certain mistakes before others; each turning point once, and what cost a seat most though it is none."""
    assert [(one.deal, one.turn.turn) for one in choices_of(reel)] == [(2, 1), (1, 2), (1, 4)]
    first = turned_page(reel, 1)
    assert [(one.deal, one.turn.turn) for one in choices_of(first)] == [(1, 2), (1, 1), (1, 4)]


def test_what_is_no_mistake_costs_nobody_most(reel: Reel) -> None:
    """The costliest choice is a certain one, or there is none."""
    found = costliest(parts_of(reel), 1)
    assert found is not None
    assert (found.deal, found.turn.turn, found.cost) == (1, 2, 5.0)
    assert costliest((SECOND,), 1) is None


def test_pages_are_turned_in_a_circle(reel: Reel) -> None:
    """The game, each deal, and the game again; the first choice is chosen on each."""
    pages = [turned_page(replace(reel, chosen=2), by) for by in range(-1, 4)]
    assert [(one.page, one.chosen) for one in pages] == [(2, 0), (0, 0), (1, 0), (2, 0), (0, 0)]


def test_choosing_stops_at_both_ends(reel: Reel) -> None:
    """There is nothing to choose beyond them, nor where nothing was costly."""
    assert [chose(reel, by).chosen for by in (-1, 1, 2, 3)] == [0, 1, 2, 2]
    assert chose(Reel(GAMES["chwech"], deals=2), 1).chosen == 0


def test_one_goes_to_the_choice(reel: Reel) -> None:
    """The replay is at its step then; without a choice it stays."""
    there = gone_to_choice(replace(reel, chosen=1, looks_back=True))
    assert (there.deal, there.step, there.looks_back) == (1, 2, False)
    calm = replace(Reel(GAMES["chwech"], deals=2), looks_back=True)
    assert gone_to_choice(calm) == calm


def test_the_page_shown_is_asked_for_first() -> None:
    """Then the deals in order, each once."""
    reel = Reel(GAMES["chwech"], deals=2)
    assert wanted_review(reel) == 1
    assert wanted_review(replace(reel, page=2)) == 2
    assert wanted_review(reviewed(reel, FIRST)) == 2
    assert wanted_review(reviewed(reviewed(reel, FIRST), SECOND)) is None
