"""The bot ``steady`` of Twenty-Five and Forty-Five: it weighs each trick against later ones.

Its numbers, here and in ``odds``, were found by trying others against both bots.
"""

from random import Random
from typing import Final

from protocol.cards import Card, Rank
from protocol.fives.actions import DECLINE, FivesAction, Play, Rob, TakeJoker
from protocol.fives.order import ACE_OF_HEARTS
from protocol.fives.views import FivesView
from protocol.vocabulary import Action, View
from server.bots.fives.odds import Odds

TRICK: Final = 1.0
"""What a trick is worth, next to a card that is sure to take one later."""

FINISH: Final = 3.0
"""What a trick is worth that wins the game for the own side, or keeps another one from winning it."""

THRIFT: Final = 0.65
"""What a card is worth later, next to a trick now."""

_UNKNOWN_TRUMP: Final = {Rank.FIVE: 3, Rank.JACK: 2, Rank.KING: 1, Rank.QUEEN: 1, Rank.ACE: 1}
"""What a card may be worth before the trump suit is known."""


def play_steadily(view: View, whims: Random) -> Action:
    """Choose the action with the best hope; of equal ones, any."""
    assert isinstance(view, FivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    exchanges = [action for action in view.legal if isinstance(action, TakeJoker)]
    if exchanges:
        return min(exchanges, key=lambda action: (_promise(action.discard), whims.random()))
    odds = Odds(view)
    return _about_the_turn_up(view, odds) or max(
        [action for action in view.legal if isinstance(action, Play)],
        key=lambda play: (hope(odds, play.card), whims.random()),
    )


def _promise(card: Card) -> int:
    """Say what a card promises before the trump suit is known."""
    return 4 if card is ACE_OF_HEARTS else _UNKNOWN_TRUMP.get(card.rank, 0)


def _about_the_turn_up(view: FivesView, odds: Odds) -> FivesAction | None:
    """Rob if the turn-up is better than the worst card in hand; else decline, where the game asks for it."""
    ways = [action for action in view.legal if isinstance(action, Rob)]
    if ways:
        worst = min(ways, key=lambda action: odds.power(action.discard))
        if view.turn_up is not None and odds.power(view.turn_up) > odds.power(worst.discard):
            return worst
    return DECLINE if DECLINE in view.legal else None


def hope(odds: Odds, card: Card) -> float:
    """Weigh a card: the chance of the trick, by what the trick is worth, less what the card is good for later."""
    return odds.takes(card) * _worth(odds.view) - THRIFT * odds.power(card)


def _worth(view: FivesView) -> float:
    """Say what the present trick is worth."""
    return FINISH if max(seat.total for seat in view.seats) + 5 >= view.target else TRICK
