"""The bot ``easy`` of Chwech: it counts what the table shows."""

from collections import Counter
from random import Random

from protocol.chwech.actions import read_action, write_action
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.chwech.steady import play_easily, score_as_it_stands
from server.rules.chwech.deal import State
from tests.server.rules.chwech.position import leading, look, play

HANDS = ["9H 2C", "KH 6H AC", "6C 7C JK", "7S 8S", "9S 10S", "JS QS"]
"""Seat 0 leads a heart, seat 1 can take it or not, seat 2 holds a Joker."""


def seems(state: State, seat: int, action: str) -> float:
    """Give what an action seems to be worth to a seat."""
    return score_as_it_stands(look(state, seat), read_action(action))


def test_it_counts_the_trick_as_it_lies() -> None:
    """A higher card takes the cards of the trick, a lower one or a pass takes none; who comes after is not asked."""
    state, _ = play(leading(HANDS), "9H")
    assert seems(state, 1, "KH") == (9 - 2) * 2
    assert seems(state, 1, "6H") == (9 - 2) * 9
    assert seems(state, 1, "-") == (9 - 3) * 9


def test_a_joker_seems_a_sure_trick() -> None:
    """In the revised game; in the original one it is a card between Eight and Seven."""
    state, _ = play(leading(HANDS), "9H", "-")
    assert seems(state, 2, "JK") == (9 - 2) * 2
    hands = [hand.replace("9H", "10H") for hand in HANDS]
    state, _ = play(leading(hands, ruleset="original"), "10H", "-")
    assert seems(state, 2, "JK") == (9 - 2) * 9


def test_what_seems_better_is_taken_more_often() -> None:
    """To duck here is worth far more than to take."""
    state, _ = play(leading(HANDS), "9H")
    sight, whims = Sight(Setup(), look(state, 1)), Random(1)
    chosen = Counter(write_action(play_easily(sight, whims)) for _ in range(500))  # type: ignore[arg-type]
    assert chosen["6H"] > chosen["-"] > chosen["KH"]
    assert chosen["6H"] + chosen["-"] > 450
