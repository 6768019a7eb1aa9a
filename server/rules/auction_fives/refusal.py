"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.auction_fives.actions import Bid, Discard, Hold, Play
from protocol.cards import Suit
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.auction_fives.bidding import is_forced, lowest
from server.rules.auction_fives.options import HAND
from server.rules.auction_fives.state import (
    Bidding,
    Dealing,
    Drawing,
    Ended,
    Naming,
    Picking,
    Playing,
    State,
)
from server.rules.deciding import NOT_YOUR_TURN

_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one, or a trump"),
    Suit.DIAMONDS: N_("diamonds were led: play one, or a trump"),
    Suit.HEARTS: N_("hearts were led: play one, or a trump"),
    Suit.SPADES: N_("spades were led: play one, or a trump"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the trick is being taken")
        return sentence(NOT_YOUR_TURN)
    match state:
        case Bidding():
            return _why_not_bid(state, seat, action)
        case Naming():
            return sentence("your bid stands: name the trump suit")
        case Drawing():
            return _why_not_exchange(state, seat, action)
        case Picking():
            return sentence("pick a card from those that are left, until you have five")
    return _why_not_play(state, seat, action)


def _why_not_bid(state: Bidding, seat: Seat, action: Action) -> str:
    least = lowest(state, seat)
    if is_forced(state, seat):
        return sentence("all others have passed: as the dealer, bid {least} or more", least=least)
    if isinstance(action, Hold):
        if state.variant.dealer_holds:
            return sentence("only the dealer may hold, a number that nobody has held: bid more, or pass")
        return sentence("only the next in turn may hold, a number that nobody has held: bid more, or pass")
    if isinstance(action, Bid):
        highest = state.auction.highest
        over = 0 if highest is None else (highest.points or 0)
        return sentence("bid a multiple of 5 above {over}, from {least} to 30, or pass", over=over, least=least)
    return sentence("the auction goes on: bid, or pass")


def _why_not_exchange(state: Drawing, seat: Seat, action: Action) -> str:
    hand = state.hands[seat]
    if isinstance(action, Discard):
        if action.card not in hand:
            return sentence("you do not hold {card}", card=action.card)
        return sentence("you may lay no more cards aside: draw")
    if len(hand) > HAND:
        return sentence("lay cards aside until five are left")
    return sentence("lay cards aside, or draw")


def _why_not_play(state: Playing, seat: Seat, action: Action) -> str:
    if not isinstance(action, Play):
        return sentence("the tricks are played: play a card")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    led = state.table[0].card
    if state.order.is_trump(led):
        return sentence("a trump was led: play a trump; only a top trump above {card} may be kept back", card=led)
    assert led.suit is not None
    return sentence(_LED[led.suit])
