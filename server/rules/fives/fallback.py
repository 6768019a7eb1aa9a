"""What is done for a seat that has not acted in time: it leaves the turn-up and plays its lowest card."""

from protocol.fives.actions import DECLINE, FivesAction, Play
from protocol.vocabulary import Seat
from server.rules.fives.legal import legal
from server.rules.fives.state import Playing, State


def fallback(state: State, seat: Seat) -> FivesAction:
    """Choose the lowest card that may be played, a plain one before a trump; an Ace turned up stays.

    Who could rob says nothing: to decline openly would tell who holds the Ace of trumps. For the Joker the first card
    in hand goes under the pack, unseen.
    """
    choices = legal(state, seat)
    if not isinstance(state, Playing):
        return DECLINE if DECLINE in choices else choices[0]
    heights = state.order.heights
    return min([choice for choice in choices if isinstance(choice, Play)], key=lambda play: heights[play.card])
