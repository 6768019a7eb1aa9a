"""The action for a seat that did not act in time: it leaves the turn-up alone and plays its lowest card."""

from protocol.fives.actions import DECLINE, FivesAction, Play
from protocol.vocabulary import Seat
from server.rules.fives.legal import legal
from server.rules.fives.state import Playing, State


def fallback(state: State, seat: Seat) -> FivesAction:
    """Return the lowest legal card, plain cards before trumps; an Ace turned up stays where it is.

    A seat that could rob does not decline openly, because that would show who holds the Ace of trumps. For the Joker,
    the first card in hand goes under the pack, unseen.
    """
    choices = legal(state, seat)
    if not isinstance(state, Playing):
        return DECLINE if DECLINE in choices else choices[0]
    heights = state.order.heights
    return min([choice for choice in choices if isinstance(choice, Play)], key=lambda play: heights[play.card])
