"""The advice of the coach of Twenty-Five and Forty-Five."""

from msgspec.structs import replace

from chwech_tui.games.fives.coach import advice
from chwech_tui.games.fives.words import FORTY_FIVE, TWENTY_FIVE
from protocol.fives.views import FivesView, SeatView
from protocol.vocabulary import Seat
from tests.chwech_tui.games.fives.stage import find, setup
from tests.chwech_tui.games.stage import people

ON = setup(TWENTY_FIVE, 4, pool=False)


def turn(*, best: bool) -> FivesView:
    """Give a view of the viewer's turn, with the best trump left in hand or without it, before anybody is near."""

    def wanted(view: FivesView) -> bool:
        told = advice(ON, view, people(4))
        near = any(seat.total >= 15 for seat in view.seats)
        return len(view.legal) > 1 and not near and ("best trump" in told) is best and view.order is not None

    game = find(ON, wanted).game
    assert isinstance(game, FivesView)
    return game


def totals(view: FivesView, *scores: int) -> FivesView:
    """Give the view with other scores."""
    seats: tuple[SeatView, ...] = tuple(
        replace(seat, total=total) for seat, total in zip(view.seats, scores, strict=True)
    )
    return replace(view, seats=seats)


def test_the_best_trump_left_is_named() -> None:
    """Neither gone nor in the trick: no card beats it, and the viewer holds it."""
    view = turn(best=True)
    assert view.order is not None
    seen = {*view.gone, *view.discards, *(played.card for played in view.trick.turns)}
    best = next(card for card in view.order.trumps if card not in seen)
    assert best in view.hand
    assert advice(ON, view, people(4)).startswith(str(best.rank.value))


def test_who_is_near_the_end_is_named() -> None:
    """The coach says who wins with one more trick, where a trick scores: the viewer first, then others."""
    view = turn(best=False)
    assert advice(ON, totals(view, 20, 20, 0, 0), people(4)).startswith("One more trick wins you the game")
    one, two = advice(ON, totals(view, 0, 20, 0, 0), people(4)), advice(ON, totals(view, 0, 20, 20, 0), people(4))
    assert " needs one more trick to win" in one
    assert two == "Others need one more trick to win: take this one if you can."
    assert advice(ON, totals(view, 0, 0, 0, 0), people(4)) == ""
    for scores in ("majority", "game"):
        assert advice(setup(FORTY_FIVE, 4, trick_scores=scores), totals(view, 20, 20, 0, 0), people(4)) == ""


def test_without_a_choice_there_is_no_advice() -> None:
    """Who waits or watches is told nothing, nor is anybody before the trump suit is known."""
    view = turn(best=True)
    assert advice(ON, replace(view, legal=()), people(4)) == ""
    assert advice(ON, replace(view, viewer=None), people(4, None)) == ""
    assert "best trump" not in advice(ON, replace(view, trump=None), people(4))
    assert advice(ON, replace(view, viewer=Seat(0), legal=view.legal[:1]), people(4)) == ""
