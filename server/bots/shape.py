"""What a hand is the better for having lost a card, beyond the card itself."""

from typing import Final

from protocol.cards import Rank
from protocol.chwech.actions import Play
from protocol.chwech.views import ChwechView

LENGTH: Final = 0.15
"""Points for each card that the hand holds of the suit: even hands get more turns to play."""

DANGER: Final = 0.14
"""Points for each rank of a card that goes, for a seat that wants to take nothing more."""

POWER: Final = 0.14
"""Points lost for each rank of a card that goes, for a seat that wants to take more."""

IDLE: Final = 1.83
"""Points lost by passing the lead, and with it the turn in the next trick."""

_HEIGHTS: Final = {rank: height for height, rank in enumerate(Rank)}


def shape(view: ChwechView, play: Play) -> float:
    """Give the points by which the rest of the hand is better for this play."""
    if play.card.rank is Rank.JOKER:
        return 0.0
    assert view.viewer is not None
    length = sum(card.suit is play.card.suit for card in view.hand)
    height = _HEIGHTS[play.card.rank]
    content = view.seats[view.viewer].won % 9 == 0
    return LENGTH * length + (DANGER * height if content else -POWER * height)
