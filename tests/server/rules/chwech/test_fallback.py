"""What is done for who has not acted in time."""

import pytest

from protocol.chwech.actions import PASS, write_action
from protocol.vocabulary import Seat
from tests.server.rules.chwech.position import GAME, leading, opening, play

REST = ["6H", "7H", "8H"]
"""Cards of the other seats."""


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("AC 6D 7D 9S JS", "AC"),
        ("KC 6C 7D 8D 9S JS QS", "6C"),
        ("KD QD 7S 8S", "QD"),
        ("JC QC KC 10D", "10D"),
    ],
)
def test_the_lowest_card_of_the_shortest_suit_is_led(hand: str, card: str) -> None:
    """Who must lead leads the lowest card of the shortest suit, the first of several as short."""
    assert write_action(GAME.fallback(opening([hand, *REST]), Seat(0))) == card


def test_a_low_ace_is_the_lowest_card() -> None:
    """In the original rules an Ace is led as low, below every other card of its suit."""
    state = opening(["AC 6C 7D 8D 9D", *REST], ruleset="original")
    assert write_action(GAME.fallback(state, Seat(0))) == "AC-"


def test_a_joker_is_led_last() -> None:
    """A Joker is no suit: it is led only by who holds nothing else, and stands for clubs."""
    hands = ["9S JK", "6H", "7H", "8H", "10H", "JH"]
    assert write_action(GAME.fallback(opening(hands), Seat(0))) == "9S"
    assert write_action(GAME.fallback(opening(["JK", *hands[1:]]), Seat(0))) == "JK=C"


def test_a_thirteen_that_is_a_joker_is_led_last() -> None:
    """A Thirteen with the powers of a Joker is of no suit either, though it shows one."""
    hands = ["9S 13H", "6H", "7H", "8H", "10H", "JH", "QH"]
    state = opening(hands, seven_pack="five_hundred", thirteens_as_jokers=True)
    assert write_action(GAME.fallback(state, Seat(0))) == "9S"


def test_a_pass_is_preferred() -> None:
    """A later lead and a turn are passed, whatever is held: nobody can tell a hand by it."""
    assert GAME.fallback(leading(["AC 6D", *REST]), Seat(0)) == PASS
    for hand in ("6C", "6D"):
        state, _ = play(opening(["7C", hand, "7H", "8H"]), "7C")
        assert GAME.fallback(state, Seat(1)) == PASS
