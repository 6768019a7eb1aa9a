"""The bot ``steady`` of the Fives: it weighs the current trick against later ones.

Its constants, here and in ``odds``, were tuned by playing against both bots.
"""

from random import Random
from typing import Final

from protocol.cards import Card, Rank
from protocol.colour_order import ACE_OF_HEARTS
from protocol.fives.actions import DECLINE, SWEEP, FivesAction, Play, Rob, TakeJoker
from protocol.fives.views import FivesView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.fives.pool import choose, decides
from server.bots.fives.sight import odds_of
from server.bots.odds import Odds

TRICK: Final = 1.0
"""The value of a trick, relative to a card that is sure to take one later."""

FINISH: Final = 3.0
"""The value of a trick that wins the game for the bot's side, or prevents another side from winning it."""

THRIFT: Final = {Temper.EVEN: 0.65, Temper.BOLD: 0.45, Temper.CAREFUL: 0.85}
"""The later value of a card, relative to a trick now."""

_UNKNOWN_TRUMP: Final = {Rank.FIVE: 3, Rank.JACK: 2, Rank.KING: 1, Rank.QUEEN: 1, Rank.ACE: 1}
"""The value of a card before the trump suit is known."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, FivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    exchanges = [action for action in view.legal if isinstance(action, TakeJoker)]
    if exchanges:
        return min(exchanges, key=lambda action: (_promise(action.discard), whims.random()))
    odds = odds_of(view)
    if SWEEP in view.legal:
        return choose(view, odds, sight.temper)
    worth = _worth(view)
    return _about_the_turn_up(view, odds) or max(
        [action for action in view.legal if isinstance(action, Play)],
        key=lambda play: (hope(odds, play.card, worth, sight.temper), whims.random()),
    )


def _promise(card: Card) -> int:
    """Return the value of a card before the trump suit is known."""
    return 4 if card is ACE_OF_HEARTS else _UNKNOWN_TRUMP.get(card.rank, 0)


def _about_the_turn_up(view: FivesView, odds: Odds) -> FivesAction | None:
    """Return a rob if the turn-up beats the worst card in hand, else a decline if the game asks for one."""
    ways = [action for action in view.legal if isinstance(action, Rob)]
    if ways:
        worst = min(ways, key=lambda action: odds.power(action.discard))
        if view.turn_up is not None and odds.power(view.turn_up) > odds.power(worst.discard):
            return worst
    return DECLINE if DECLINE in view.legal else None


def hope(odds: Odds, card: Card, worth: float, temper: Temper) -> float:
    """Return the estimate for a card: the chance of the trick times its value, less the later value of the card."""
    return odds.takes(card) * worth - THRIFT[temper] * odds.power(card)


def _worth(view: FivesView) -> float:
    """Return the value of the current trick."""
    if view.spoil is not None:
        return FINISH if decides(view, view.spoil) else TRICK
    return FINISH if max(seat.total for seat in view.seats) + 5 >= view.target else TRICK
