"""The bots of Auction Forty-Fives: what they bid, name, keep and play, and that they are better than chance."""

from random import Random

from msgspec.structs import replace

from protocol.auction_fives.actions import AuctionFivesAction, Bid, Discard, write_action
from protocol.cards import Suit, read_card
from protocol.setup import Setup
from protocol.temper import Temper
from server.bots.auction_fives import best_trump, card_worth, play_easily, play_steadily
from server.bots.bot import Sight
from server.rules.auction_fives.deal import State
from server.rules.auction_fives.variant import NAME
from tests.server.rules.auction_fives.position import KEPT, NAMED, begun, play, seen

WEAK = ("2D 7H 8H 9S 10S", "5C JC AC KC 2H", "QC 2C 3S 4S 6S", "8D 9D 10D JD QD")
"""Seat 0 has nothing, and seat 1 much."""


class NoWhims:
    """Chance that always gives the same."""

    def random(self) -> float:
        """Give nothing."""
        return 0.0


def chosen(state: State, temper: Temper = Temper.EVEN) -> str:
    """Give what the bot does whose turn it is."""
    action = play_steadily(Sight(Setup(NAME), seen(state, state.turn), temper=temper), NoWhims())  # type: ignore[arg-type]
    assert isinstance(action, AuctionFivesAction)
    return write_action(action)


def test_a_hand_is_worth_its_high_trumps() -> None:
    """In the suit in which it has most."""
    hand = [read_card(card) for card in ["5C", "JC", "AC", "KC", "2H"]]
    assert best_trump(hand, 4)[0] is Suit.CLUBS
    assert card_worth(read_card("5C"), Suit.CLUBS) > card_worth(read_card("2C"), Suit.CLUBS) > 0
    assert card_worth(read_card("KH"), Suit.CLUBS) > card_worth(read_card("2H"), Suit.CLUBS) == 0


def test_a_bid_is_as_low_as_it_can_be() -> None:
    """A strong hand raises until it has the bid; a weak one passes; a partner is left alone."""
    assert chosen(begun()) == "bid 5"
    assert chosen(play(begun(), "bid 5, bid 20")[0]) == "pass"
    assert chosen(play(begun(WEAK), "bid 10")[0]) == "hold"
    assert chosen(play(begun(WEAK), "bid 15")[0]) in {"hold", "bid 20"}
    state, _ = play(begun(), "bid 5, pass, bid 10, pass")
    assert chosen(state) == "pass"


def test_a_dealer_who_has_to_bid_bids_what_the_hand_promises() -> None:
    """At least the least."""
    hands = ("2D 7H 8H 9S 10S", "3D 6H 9H 8S 7S", "QC 2C 3S 4S 6S", "5H JH AH KH 4C")
    assert int(chosen(play(begun(hands, forced_dealer=15), "pass, pass, pass")[0]).split(" ")[1]) >= 20
    assert chosen(play(begun((*hands[1:], hands[0]), forced_dealer=20), "pass, pass, pass")[0]) == "bid 20"


def test_trumps_are_named_kept_and_picked() -> None:
    """And nothing else is kept."""
    assert chosen(play(begun(), "bid 20, pass, pass, pass")[0]) == "name C"
    state, _ = play(begun(), NAMED)
    assert chosen(state) == "discard 2H"
    assert chosen(play(state, "discard 2H")[0]) == "draw"
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw, discard 8D, discard 9D, draw")
    assert chosen(state) == "pick AH"


def test_a_bot_with_a_kitty_lays_aside_down_to_five() -> None:
    """Even trumps, where it has more than five cards that are good."""
    state, _ = play(begun(rest="AH 3C 4C", kitty=3), NAMED)
    for _ in range(3):
        action = chosen(state)
        assert action.startswith("discard")
        state, _ = play(state, action)
    assert chosen(state) in {"draw", "discard 2H"}


def test_a_trick_is_taken_as_cheaply_as_it_can_be() -> None:
    """By the last seat; a partner's trick is left alone."""
    state, _ = play(begun(), f"{KEPT}, 2D, 3S, 8D")
    assert chosen(state) in {"KC", "AC"}
    state, _ = play(begun(), f"{KEPT}, 2D, QC, 8D")
    assert chosen(state) == "2H"


def test_an_easy_bot_bids_as_steady_does_and_plays_by_the_trick_as_it_lies() -> None:
    """Often enough another card."""
    state, _ = play(begun(), f"{KEPT}, 2D, 3S, 8D")
    sight = Sight(Setup(NAME), seen(state, state.turn))
    cards = {play_easily(sight, Random(seed)) for seed in range(40)}
    assert len(cards) > 1
    first = Sight(Setup(NAME), seen(begun(), 0))
    assert play_easily(first, Random(1)) == Bid(5)


def test_a_bold_bot_bids_more() -> None:
    """And a careful one less."""
    hands = ("2D 7H 8H 9S 10S", "JC 3C 4C KD 2H", "QC 2C 3S 4S 6S", "8D 9D 10D JD QD")
    calls = {}
    for temper in Temper:
        calls[temper] = sum(chosen(play(begun(hands), f"bid {bid}")[0], temper) != "pass" for bid in (10, 15, 20, 25))
    assert calls[Temper.CAREFUL] <= calls[Temper.EVEN] <= calls[Temper.BOLD]
    assert calls[Temper.CAREFUL] < calls[Temper.BOLD]


def test_a_bot_has_one_choice_where_there_is_one() -> None:
    """It is taken."""
    state, _ = play(begun(), f"{KEPT}, 2D")
    view = seen(state, state.turn)
    only = replace(view, legal=(Discard(read_card("3S")),))
    assert play_steadily(Sight(Setup(NAME), only), NoWhims()) == Discard(read_card("3S"))  # type: ignore[arg-type]
