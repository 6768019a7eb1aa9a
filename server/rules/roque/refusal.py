"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from typing import Final

from protocol.cards import Suit
from protocol.language import N_, sentence
from protocol.roque.actions import Bid, Bury, Play
from protocol.vocabulary import Action, Seat
from server.rules.deciding import NOT_YOUR_TURN
from server.rules.roque.legal import bids
from server.rules.roque.state import Bidding, Burying, Dealing, Ended, Playing, State

_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn is None:
        return sentence("the trick is being taken")
    if state.turn != seat:
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Bidding):
        return _why_no_bid(state, action)
    if isinstance(action, Bury | Play) and action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if isinstance(state, Burying):
        return sentence("lay {cards} cards aside first: {left} to go", cards=state.variant.widow, left=_left(state))
    return _why_not_follow(state, action)


def _left(state: Burying) -> int:
    """Return how many cards are still to be laid aside."""
    return state.variant.widow - len(state.buried)


def _why_no_bid(state: Bidding, action: Action) -> str:
    possible = bids(state)
    if not isinstance(action, Bid):
        return sentence("the auction is on: bid or pass")
    if not possible:
        return sentence("nobody can bid more than {most}: pass", most=state.variant.highest_bid)
    why = N_("{points} cannot be bid: bid {least} to {most}, in steps of five, or pass")
    return sentence(why, points=action.points, least=possible[0], most=possible[-1])


def _why_not_follow(state: Playing, action: Action) -> str:
    if not isinstance(action, Play):
        return sentence("the auction is over: play a card")
    led = state.table[0].card.suit
    assert led is not None
    return sentence(_LED[led])
