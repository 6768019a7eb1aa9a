"""What the bot ``steady`` of Roque does in positions where it is plain what is right."""

from random import Random

import pytest

from protocol.cards import read_card
from protocol.roque.actions import PASS, Bid, RoqueAction, write_action
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.roque import Odds, best_trump, keeping, play_easily, play_steadily, promised
from server.rules.roque.deal import State
from tests.server.rules.roque.position import FOUR, GAMES, THREE, begun, cards, play

GAME = GAMES[FOUR]
STRONG = {0: "CAKQJ109 DAK H AK SAK".replace("H A", "HA")}
"""Twelve cards that take nearly every trick with clubs for trumps."""

WEAK = {0: "C23 D234 H234 S2347"}
HANDS = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
BURIED = "bid 85, -, -, -, bury 4C, bury 5C, bury 6C, bury 7C"


def chosen(state: State, temper: Temper = Temper.EVEN, **options: bool | int | str) -> RoqueAction:
    """Give what the bot does whose turn it is."""
    assert state.turn is not None
    sight = Sight(Setup(FOUR, 4, dict(options)), GAME.view(state, state.turn), temper=temper)
    action = play_steadily(sight, Random(1))
    assert action in sight.view.legal
    return action  # type: ignore[return-value]


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    """As low as it can, up to what it promises; more if it is bold."""
    assert chosen(begun(STRONG)) == Bid(85)
    state, _ = play(begun({0: "", 3: STRONG[0]}), "bid 100")
    assert chosen(state) == Bid(105)
    state, _ = play(begun({3: WEAK[0]}), "bid 120")
    assert chosen(state) == PASS
    assert chosen(play(begun(STRONG), "bid 165")[0]) == PASS


@pytest.mark.parametrize(("temper", "more"), [(Temper.BOLD, 8), (Temper.CAREFUL, -8)])
def test_a_temper_shows_in_the_bids(temper: Temper, more: int) -> None:
    """Bold bots bid beyond what a hand promises, careful ones stay below."""
    state = begun(HANDS)
    view = GAME.view(state, Seat(0))
    limit = int(promised(view)) + more
    highest = limit // 5 * 5
    below, _ = play(begun({0: "", 3: HANDS[0]}), f"bid {highest - 5}")
    above, _ = play(begun({0: "", 3: HANDS[0]}), f"bid {highest + 5}")
    assert (chosen(below, temper), chosen(above, temper)) == (Bid(highest), PASS)


def test_a_partners_bid_is_left_alone() -> None:
    """Unless the hand promises clearly more."""
    state = begun(HANDS)
    most = int(promised(GAME.view(state, Seat(0)))) // 5 * 5
    state, _ = play(begun({2: HANDS[0]}), f"bid {most - 5}, -")
    assert chosen(state) == PASS


def test_trumps_and_aces_are_kept() -> None:
    """What is laid aside is low, short, or counts safely."""
    hand = cards("CAKQJ109 DA102 H75 S3")
    trump, strength = best_trump(hand)
    assert (trump.value, strength > best_trump(cards("C2 D3 H4 S5"))[1]) == ("C", True)
    worth = {card: keeping(card, hand, trump, safe=True) for card in hand}
    ten, two = read_card("10D"), read_card("2D")
    assert worth[ten] < worth[two] < worth[read_card("AD")] < worth[read_card("9C")]
    assert keeping(ten, hand, trump, safe=False) > keeping(two, hand, trump, safe=False)
    state, _ = play(begun({0: "CAKQJ109 DA102 H75 S3"}), "bid 85, -, -, -")
    assert write_action(chosen(state)).startswith("bury ")
    assert write_action(chosen(state, discards="last_trick")).startswith("bury ")


def test_the_declarer_leads_the_suit_that_was_planned() -> None:
    """It becomes the trump suit."""
    state, _ = play(begun(HANDS, "C4567"), BURIED)
    action = write_action(chosen(state))
    assert action[-1] == "D"


def test_counters_go_to_the_partner_and_not_to_others() -> None:
    """The last seat adds points to a trick of its side, and as few as it can to another one."""
    hands = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
    state, _ = play(begun(hands, "C4567"), f"{BURIED}, 3C, AC, 4S")
    assert write_action(chosen(state)) in {"5D", "10D"}
    state, _ = play(begun(hands, "C4567"), f"{BURIED}, 3C, AC, 4S, 5D, 6H, AH, KH")
    assert write_action(chosen(state)) == "5H"


def test_a_single_choice_is_taken() -> None:
    """Nothing is weighed."""
    state, _ = play(begun({}), "bid 165")
    assert chosen(state) == PASS


def test_guesses_are_chances() -> None:
    """All is from 0 to 1, for partners and for three, and the unseen cards are those of others."""
    for game, moves in ((FOUR, f"{BURIED}, 3C, AC"), (THREE, "bid 95, -, -")):
        state, _ = play(begun(HANDS if game == FOUR else {}, "C4567" if game == FOUR else "", game), moves)
        view = GAMES[game].view(state, state.turn)
        assert isinstance(view, RoqueView)
        odds = Odds(view, view.trump or read_card("AC").suit)
        for card in view.hand:
            assert 0 <= odds.takes(card) <= 1
            assert 0 <= odds.power(card) <= 12
        assert len(odds.unseen) == (52 - 14 if game == FOUR else 51 - 21)


def test_easy_bids_and_buries_as_steady_does() -> None:
    """And plays a card that follows."""
    state = begun(STRONG)
    sight = Sight(Setup(FOUR, 4), GAME.view(state, Seat(0)))
    assert play_easily(sight, Random(1)) == Bid(85)
    state, _ = play(begun(HANDS, "C4567"), f"{BURIED}, 3C")
    sight = Sight(Setup(FOUR, 4), GAME.view(state, Seat(3)))
    assert {play_easily(sight, Random(seed)) for seed in range(30)} <= set(sight.view.legal)
