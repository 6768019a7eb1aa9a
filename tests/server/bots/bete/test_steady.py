"""What the bots of Bête do in positions where it is plain what is right."""

from random import Random

from protocol.bete.actions import PASS, TAKE_PART, write_action
from protocol.bete.views import BeteView
from protocol.setup import Setup
from protocol.temper import Temper
from server.bots.bete.steady import Odds, play_easily, play_steadily
from server.bots.bot import Sight
from server.rules.bete.deal import State
from tests.server.rules.bete.position import GAME, begun, play

WEAK = ("KC QC JC AC 7H", "7D 8D 7S 8S 9S", "KD QD 9C 8H 10S", "JD 9D KS 10H 9H")
"""Seat 1 holds nothing."""


def sight(state: State, temper: Temper = Temper.EVEN) -> Sight:
    """Give what the bot sees whose turn it is."""
    return Sight(Setup("bete", 4), GAME.view(state, state.turn), temper=temper)


def chosen(state: State) -> str:
    """Give what the bot does whose turn it is."""
    return write_action(play_steadily(sight(state), Random(1)))  # type: ignore[arg-type]


def test_a_strong_hand_takes_part_and_a_weak_one_passes() -> None:
    """Whatever its temper."""
    for temper in Temper:
        assert play_steadily(sight(begun(WEAK), temper), Random(1)) == TAKE_PART
        assert play_steadily(sight(play(begun(WEAK), "in")[0], temper), Random(1)) == PASS


def test_whoever_is_alone_takes_part() -> None:
    """Any hand has the pool then, but where it has to be played for."""
    weak, _ = play(begun((*WEAK[2:], WEAK[0], WEAK[1])), "-, -, -")
    assert chosen(weak) == "in"
    assert play_steadily(Sight(Setup("bete", 4, {"alone": "play"}), GAME.view(weak, weak.turn)), Random(1)) == PASS


def test_a_trick_is_taken_as_cheaply_as_it_can_be() -> None:
    """And a trick that cannot be taken gets the lowest card."""
    hands = ("7H 8D 9D 10D 7S", "8H KH QH 7C 8S")
    assert chosen(play(begun(hands, "9C"), "in, in, 7H")[0]) == "8H"
    hands = ("KH 8D 9D 10D 7S", "8H AH QH 7C 8S")
    assert chosen(play(begun(hands, "9C"), "in, in, KH")[0]) == "8H"


def test_the_best_trumps_are_led() -> None:
    """They are sure to take their tricks."""
    state, _ = play(begun(WEAK), "in, -, in, -")
    assert chosen(state)[-1] in "CH"
    assert chosen(play(begun(("7C 8D 9D 10D 7S", "8C KH QH 7D 8S"), "9C"), "in, in, 7C")[0]) == "8C"


def test_guesses_are_chances() -> None:
    """All is from 0 to 1; what a hand promises is at most about its five tricks."""
    state, _ = play(begun(WEAK), "in")
    view = GAME.view(state, state.turn)
    assert isinstance(view, BeteView)
    assert 0 < Odds(view).promise() < 1
    state, _ = play(state, "in, -, -, KC")
    view = GAME.view(state, state.turn)
    assert isinstance(view, BeteView)
    assert all(0 <= Odds(view).takes(card) <= 1 for card in view.hand)
    assert len(Odds(view).unseen) == 32 - 5 - 1 - 1


def test_easy_decides_as_steady_does_and_plays_what_it_may() -> None:
    """More often what seems good."""
    assert play_easily(sight(begun(WEAK)), Random(1)) == TAKE_PART
    state, _ = play(begun(WEAK), "in, -, in, -")
    seen = sight(state)
    assert {play_easily(seen, Random(seed)) for seed in range(30)} <= set(seen.view.legal)
