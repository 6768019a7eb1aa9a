"""What a seat is told of an event, and how far a game is said to be."""

from random import Random

import pytest

from protocol.chwech.events import Dealt
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.conformance.kit import Laws
from tests.conformance.test_chwech import ChwechSubject
from tests.server.rules.chwech.position import GAME

STEPS = Laws(ChwechSubject()).play(Setup(players=4, options={"deals": 2}), Random(1))
"""A random game."""


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(3)])
def test_a_seat_is_told_its_own_cards_alone(seat: Seat | None) -> None:
    """The hands of others and the seed are left out of a deal; every other event is told as it is."""
    for event in [step.event for step in STEPS]:
        told = GAME.tell(event, seat)
        if isinstance(event, Dealt):
            assert isinstance(told, Dealt)
            assert event.seed is not None
            assert told.seed is None
            assert told.hands == tuple(hand if holder == seat else () for holder, hand in enumerate(event.hands))
        else:
            assert told is event


def test_the_summary_says_how_far_the_game_is() -> None:
    """It counts the deals, and says when the last of them is over."""
    first, *_, last = [GAME.summary(step.state) for step in STEPS]
    second = next(GAME.summary(step.state) for step in STEPS if isinstance(step.event, Dealt) and step.event.deal == 2)
    assert [first, second, last] == ["deal 1 of 2", "deal 2 of 2", "over after 2 deals"]
