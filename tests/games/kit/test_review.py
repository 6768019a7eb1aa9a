"""The values of a review: what counts as a mistake, and which choices turn a deal."""

import pytest

from games.kit.review import NoReview, added, is_mistake, turning_points
from games.registry import reviewer
from protocol.archive import SeatReview, TurnReview
from protocol.message import Seat


def turn(number: int, swing: float, error: float = 0.1, seat: int = 0) -> TurnReview:
    """Return a choice that was worth so much less than another."""
    mistake = is_mistake(swing, error)
    return TurnReview(number, 1, Seat(seat), "-", 1.0, "7C", 1.0 + swing, error, mistake=mistake)


def test_a_choice_better_than_all_others_gives_nothing_away() -> None:
    """A swing is never below 0, nor where there was nothing to choose."""
    assert turn(1, -2.0).swing == TurnReview(1, 1, Seat(0), "-", -9.0).swing == 0


@pytest.mark.parametrize(("swing", "error", "mistake"), [(3.0, 1.0, True), (3.0, 1.6, False), (0.4, 0.1, False)])
def test_a_mistake_is_said_only_beyond_the_error(swing: float, error: float, mistake: bool) -> None:
    """A choice is called a mistake if it is worse by more than two standard errors and by more than half a point."""
    assert is_mistake(swing, error) is mistake


def test_the_turning_points_are_the_greatest_swings() -> None:
    """There are three at most, certain mistakes first; those of one seat can be asked for."""
    turns = (turn(1, 1.0), turn(2, 6.0, seat=1), turn(3, 9.0, error=8.0), turn(4, 2.0), turn(5, 0.2))
    assert turning_points(turns) == (2, 4, 1)
    assert turning_points(turns, 0) == (4, 1, 3)
    assert turning_points(turns, 3) == ()


def test_a_game_without_a_review_says_so() -> None:
    """A game that cannot be looked back at is refused by name, with those that can."""
    with pytest.raises(NoReview, match="there is no review of 'forty-five', only of chwech"):
        reviewer("forty-five")


def test_deals_are_added_up() -> None:
    """Score, luck and skill; their errors as those of a sum."""
    assert added([SeatReview(3, 1.5, 1.5, 0.3), SeatReview(-1, -0.2, -0.8, 0.4)]) == SeatReview(2, 1.3, 0.7, 0.5)
