"""The values of a review: what counts as a mistake, which choices turn a deal, and how a score is taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.review import DealReview, Decision, NoReview, Review, Share, sum_shares
from games.registry import reviewer
from protocol.message import Seat


def decision(turn: int, swing: float, error: float = 0.1, seat: int = 0) -> Decision:
    """Return a choice that was worth so much less than another."""
    return Decision(turn, 1, Seat(seat), "-", 1.0, "7C", 1.0 + swing, error)


def test_a_choice_better_than_all_others_gives_nothing_away() -> None:
    """A swing is never below 0, nor is a turn with nothing to choose a mistake."""
    assert decision(1, -2.0).swing == 0
    forced = Decision(1, 1, Seat(0), "-", -9.0)
    assert (forced.forced, forced.swing, forced.mistake) == (True, 0.0, False)


@pytest.mark.parametrize(("swing", "error", "mistake"), [(3.0, 1.0, True), (3.0, 1.6, False), (0.4, 0.1, False)])
def test_a_mistake_is_said_only_beyond_the_error(swing: float, error: float, mistake: bool) -> None:
    """A choice is called a mistake if it is worse by more than two standard errors and by more than half a point."""
    assert decision(1, swing, error).mistake is mistake


def test_the_turning_points_are_the_greatest_swings() -> None:
    """There are three at most, certain mistakes first; those of one seat can be asked for."""
    swings = (
        decision(1, 1.0),
        decision(2, 6.0, seat=1),
        decision(3, 9.0, error=8.0),
        decision(4, 2.0),
        decision(5, 0.2),
    )
    deal = DealReview(1, (), swings)
    assert [one.turn for one in deal.turning_points()] == [2, 4, 1]
    assert [one.turn for one in deal.turning_points(0)] == [4, 1, 3]
    assert deal.turning_points(3) == ()


def test_the_mistakes_of_a_seat_are_counted() -> None:
    """A seat is told how many of its choices in the whole game were mistakes."""
    deal = DealReview(1, (), (decision(1, 3.0), decision(2, 3.0, seat=1), decision(3, 0.1)))
    review = Review((), 4, (deal, deal))
    assert [review.mistakes(seat) for seat in range(3)] == [2, 2, 0]


@given(st.lists(st.tuples(st.integers(0, 81), st.integers(-800, 800), st.integers(-800, 800)), min_size=1, max_size=24))
def test_luck_and_skill_add_up_to_the_score(deals: list[tuple[int, int, int]]) -> None:
    """In a deal and in a game, luck and skill are together the score over the mean, to the tenth of a point."""
    shares = [Share(score, lead / 10, luck / 10, 1.0) for score, lead, luck in deals]
    for share in (*shares, sum_shares(shares)):
        assert round(10 * share.luck) + round(10 * share.skill) == round(10 * share.lead)
    assert sum_shares(shares).score == sum(share.score for share in shares)


def test_a_game_without_a_review_says_so() -> None:
    """A game that cannot be looked back at is refused by name, with those that can."""
    with pytest.raises(NoReview, match="there is no review of 'forty-five', only of chwech"):
        reviewer("forty-five")
