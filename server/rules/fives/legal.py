"""The legal actions of a seat (rules, sections 1 to 3), and the one for a seat that did not act in time."""

from typing import assert_never

from protocol.fives.actions import DECLINE, JINK, SWEEP, FivesAction, Play, Rob, TakeJoker
from protocol.fives.views import Claim
from protocol.vocabulary import Seat
from server.rules.fives.state import Exchanging, InDeal, Offering, Playing, State
from server.rules.reneging import playable


def legal(state: State, seat: Seat) -> tuple[FivesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Exchanging():
            return tuple([TakeJoker(card) for card in state.hands[seat]])
        case Offering():
            return (*[Rob(card) for card in state.hands[seat]], DECLINE)
        case Playing() if state.chooser is not None:
            return (SWEEP, JINK)
        case Playing():
            led = state.table[0].card if state.table else None
            strict = state.variant.renege_strict
            plays = [Play(card) for card in playable(state.hands[seat], led, state.order, strict=strict)]
            return (*plays, *_robbing(state, seat)) if may_rob(state, seat) else tuple(plays)
        case _:
            assert_never(state)


def may_rob(state: Playing, seat: Seat) -> bool:
    """True if the seat to act may take the turn-up: it holds the Ace of trumps and has not played yet."""
    return state.claim is Claim.OPEN and state.ace in state.hands[seat]


def _robbing(state: Playing, seat: Seat) -> tuple[FivesAction, ...]:
    """Return the ways to rob, and to decline where silence would cost the Ace its rank."""
    ways = tuple([Rob(card) for card in state.hands[seat]])
    return (*ways, DECLINE) if state.variant.low_ace else ways


def fallback(state: State, seat: Seat) -> FivesAction:
    """Return the lowest legal card, plain cards before trumps; an Ace turned up stays where it is, a pool is taken.

    A seat that could rob does not decline openly, because that would show who holds the Ace of trumps. For the Joker,
    the first card in hand goes under the pack, unseen.
    """
    choices = legal(state, seat)
    if not isinstance(state, Playing) or state.chooser is not None:
        return DECLINE if DECLINE in choices else choices[0]
    heights = state.order.heights
    return min([choice for choice in choices if isinstance(choice, Play)], key=lambda play: heights[play.card])
