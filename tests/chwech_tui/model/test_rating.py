"""Ratings in words."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import changed
from chwech_tui.model.ink import plain
from chwech_tui.model.people import Ladder, change_sign, ladders, rating_news, rating_words, seat_sign
from protocol.rating import Rating
from protocol.setup import GameOffer
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.rules.chwech.options import OPTIONS, PLAYERS
from tests.chwech_tui.ratings import FRESH, SURE, with_ratings
from tests.chwech_tui.values import board, table


@pytest.mark.parametrize(("rating", "words"), [(SURE, "1712 ± 96"), (FRESH, "1540? ± 187")])
def test_a_rating_has_its_uncertainty(rating: Rating, words: str) -> None:
    """A provisional one has a question mark."""
    assert rating_words(rating) == words


@pytest.mark.parametrize(("change", "sign"), [(12, "+12"), (-4, "−4"), (0, "±0")])
def test_a_change_has_a_sign(change: int, sign: str) -> None:
    """Also where there is none."""
    assert change_sign(change) == sign


def test_each_ruleset_has_a_ladder() -> None:
    """A game without the option has one."""
    offers = (GameOffer("chwech", PLAYERS, OPTIONS, ()), GameOffer("forty-five", (5,), (), ()))
    assert ladders(offers) == (Ladder("chwech", "revised"), Ladder("chwech", "original"), Ladder("forty-five"))


def test_beside_a_name_stand_the_points() -> None:
    """Nothing without a rating, or without a table."""
    now = with_ratings(table())
    assert [seat_sign(now, Seat(seat)) for seat in range(5)] == ["1712", "1490", "1540?", "", ""]
    assert seat_sign(None, Seat(0)) == ""


def test_what_a_game_has_changed_is_told_once() -> None:
    """When it comes, and in the log; not before, not again, and not to a spectator."""
    over = table(phase=TablePhase.OVER)
    before, after = with_ratings(over), with_ratings(over, changed=True)
    assert rating_news(before, after) == "Your rating: 1712 ± 96 (+12)."
    assert rating_news(over, before) == rating_news(after, after) == ""
    assert rating_news(None, over) == ""
    told = changed(changed(board(phase=TablePhase.OVER), before), after)
    assert plain(told.chronicle[-1].line) == "Your rating: 1712 ± 96 (+12)."
    assert changed(told, after).chronicle == told.chronicle


def test_of_a_provisional_rating_it_is_said_in_words() -> None:
    """A question mark alone would be a riddle to whoever has just played their first game."""
    over = replace(with_ratings(table(phase=TablePhase.OVER), changed=True), viewer=Seat(2))
    assert rating_news(None, over) == "Your rating: 1540 ± 187 (±0), provisional after few games."
